#include "saltus/runtime/results/write_csv.h"

#include <gtest/gtest.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <random>
#include <sstream>

#include "tests/unit/results/temporary_folder.h"

namespace saltus {
namespace {

Trajectory make_trajectory(const std::vector<std::string>& names) {
  std::vector<TrajectoryColumn> columns;
  for (const std::string& name : names) columns.push_back({name, "", false});
  return Trajectory(columns);
}

std::string csv_of(const Trajectory& trajectory) {
  std::string text;
  write_csv(trajectory, [&](std::string_view piece) { text += piece; });
  return text;
}

TEST(WriteCsv, WritesTheHeaderOfAnEmptyTrajectory) {
  EXPECT_EQ(csv_of(make_trajectory({"x", "der(x)"})), "time,x,der(x)\n");
  EXPECT_EQ(csv_of(Trajectory()), "time\n");
}

TEST(WriteCsv, WritesTheShortestNumbers) {
  Trajectory trajectory = make_trajectory({"x", "y"});
  auto row = trajectory.add_row(0.0);
  row[0] = 0.1;
  row[1] = -1.0 / 3.0;
  row = trajectory.add_row(0.5);
  row[0] = 1e300;
  row[1] = 12.0;
  EXPECT_EQ(csv_of(trajectory), "time,x,y\n0,0.1,-0.3333333333333333\n0.5,1e+300,12\n");
}

TEST(WriteCsv, WritesValuesThatDoNotExist) {
  Trajectory trajectory = make_trajectory({"x", "y", "z"});
  const auto row = trajectory.add_row(1.0);
  row[0] = std::nan("");
  row[1] = std::numeric_limits<double>::infinity();
  row[2] = -std::numeric_limits<double>::infinity();
  EXPECT_EQ(csv_of(trajectory), "time,x,y,z\n1,NaN,Infinity,-Infinity\n");
}

TEST(WriteCsv, QuotesNamesThatHoldSeparators) {
  EXPECT_EQ(csv_of(make_trajectory({"'a,b'", "say \"x\"", "plain"})),
            "time,\"'a,b'\",\"say \"\"x\"\"\",plain\n");
}

TEST(WriteCsv, EveryDoubleReadsBackAsItself) {
  std::mt19937_64 random(20240229);
  Trajectory trajectory = make_trajectory({"x"});
  for (int i = 0; i < 20'000; ++i) {
    const double value = std::bit_cast<double>(random());
    if (std::isfinite(value)) trajectory.add_row(i)[0] = value;
  }
  for (const double value : {0.0, -0.0, std::numeric_limits<double>::denorm_min(),
                             std::numeric_limits<double>::lowest()}) {
    trajectory.add_row(0.0)[0] = value;
  }
  std::istringstream lines(csv_of(trajectory));
  std::string line;
  std::getline(lines, line);
  for (std::size_t row = 0; row < trajectory.row_count(); ++row) {
    ASSERT_TRUE(std::getline(lines, line));
    const char* cell = line.data() + line.find(',') + 1;
    double read = 0.0;
    std::from_chars(cell, line.data() + line.size(), read);
    ASSERT_EQ(std::bit_cast<std::uint64_t>(read),
              std::bit_cast<std::uint64_t>(trajectory.value(row, 0)))
        << line;
  }
  EXPECT_FALSE(std::getline(lines, line));
}

TEST(WriteCsv, KeepsRowsWholeAcrossPieces) {
  Trajectory trajectory = make_trajectory({"x", "y", "z"});
  constexpr std::size_t rows = 50'000;
  for (std::size_t i = 0; i < rows; ++i) {
    for (double& value : trajectory.add_row(static_cast<double>(i))) {
      value = -1.2345678901234567e-300;
    }
  }
  const TemporaryFolder folder;
  ASSERT_TRUE(write_csv(trajectory, folder.file("a.csv")));
  const std::string text = read_text(folder.file("a.csv"));
  EXPECT_EQ(text, csv_of(trajectory));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), rows + 1);
  EXPECT_EQ(std::count(text.begin(), text.end(), ','), 3 * (rows + 1));
}

TEST(WriteCsv, ReportsAFullDevice) {
  Trajectory trajectory = make_trajectory({"x"});
  trajectory.add_row(0.0)[0] = 1.0;
  const WriteResult result = write_csv(trajectory, "/dev/full");
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().message, "cannot write `/dev/full`: no space is left on the device");
}

}  // namespace
}  // namespace saltus
