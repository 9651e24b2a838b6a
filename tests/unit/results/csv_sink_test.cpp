#include "saltus/runtime/results/csv_sink.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <random>
#include <sstream>

#include "saltus/runtime/results/trajectory.h"
#include "tests/unit/results/temporary_folder.h"

namespace saltus {
namespace {

Trajectory make_trajectory(const std::vector<std::string>& names) {
  std::vector<ResultColumn> columns;
  for (const std::string& name : names) columns.push_back({.name = name});
  return Trajectory(columns);
}

std::string csv_of(const Trajectory& trajectory) {
  std::string text;
  CsvSink sink([&](std::string_view piece) { text += piece; });
  replay(trajectory, sink);
  sink.flush();
  return text;
}

WriteResult write_csv(const Trajectory& trajectory, const std::string& path) {
  CsvFileSink sink(path);
  replay(trajectory, sink);
  return sink.finish();
}

TEST(CsvSink, WritesNothingWithoutRows) {
  EXPECT_EQ(csv_of(make_trajectory({"x", "der(x)"})), "");
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder.file("a.csv"), "old"));
  EXPECT_TRUE(write_csv(make_trajectory({"x"}), folder.file("a.csv")));
  EXPECT_EQ(read_text(folder.file("a.csv")), "old");
}

TEST(CsvSink, WritesTheShortestNumbers) {
  Trajectory trajectory = make_trajectory({"x", "y"});
  auto row = trajectory.add_row(0.0);
  row[0] = 0.1;
  row[1] = -1.0 / 3.0;
  row = trajectory.add_row(0.5);
  row[0] = 1e300;
  row[1] = 12.0;
  EXPECT_EQ(csv_of(trajectory), "time,x,y\n0,0.1,-0.3333333333333333\n0.5,1e+300,12\n");
}

TEST(CsvSink, WritesValuesThatDoNotExist) {
  Trajectory trajectory = make_trajectory({"x", "y", "z"});
  const auto row = trajectory.add_row(1.0);
  row[0] = std::nan("");
  row[1] = std::numeric_limits<double>::infinity();
  row[2] = -std::numeric_limits<double>::infinity();
  EXPECT_EQ(csv_of(trajectory), "time,x,y,z\n1,NaN,Infinity,-Infinity\n");
}

TEST(CsvSink, QuotesNamesThatHoldSeparators) {
  Trajectory trajectory = make_trajectory({"'a,b'", "say \"x\"", "plain"});
  trajectory.add_row(0.0);
  EXPECT_EQ(csv_of(trajectory), "time,\"'a,b'\",\"say \"\"x\"\"\",plain\n0,0,0,0\n");
}

TEST(CsvSink, EveryDoubleReadsBackAsItself) {
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

TEST(CsvSink, KeepsRowsWholeAcrossPieces) {
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

TEST(CsvSink, ReportsAFullDevice) {
  Trajectory trajectory = make_trajectory({"x"});
  trajectory.add_row(0.0)[0] = 1.0;
  const WriteResult result = write_csv(trajectory, "/dev/full");
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().message, "cannot write `/dev/full`: no space is left on the device");
}

// Rows leave the sink while the run goes on.
TEST(CsvSink, KeepsABlockAndNoMore) {
  std::size_t written = 0, largest = 0;
  CsvSink sink([&](std::string_view piece) {
    written += piece.size();
    largest = std::max(largest, piece.size());
  });
  sink.begin({{.name = "x"}});
  const std::vector<double> values = {1.0 / 3.0};
  constexpr std::size_t rows = 200'000;
  for (std::size_t i = 0; i < rows; ++i) sink.add_row({static_cast<double>(i), values});
  EXPECT_GT(written, 15 * rows);
  EXPECT_LT(largest, std::size_t{1} << 19);
}

// A limit of the size of files stands for a full disk.
TEST(CsvSink, KeepsWholeRowsWhenTheDiskIsFull) {
  const TemporaryFolder folder;
  struct rlimit before {};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = ::signal(SIGXFSZ, SIG_IGN);
  const struct rlimit limit { 1'000'000, before.rlim_max };
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &limit), 0);
  Trajectory trajectory = make_trajectory({"x"});
  for (int i = 0; i < 100'000; ++i) trajectory.add_row(i)[0] = 1.0 / 3.0;
  const WriteResult result = write_csv(trajectory, folder.file("a.csv"));
  ::setrlimit(RLIMIT_FSIZE, &before);
  ::signal(SIGXFSZ, handler);
  ASSERT_FALSE(result);
  EXPECT_NE(result.error().message.find("it has the results until then"), std::string::npos)
      << result.error().message;
  const std::string text = read_text(folder.file("a.csv")), all = csv_of(trajectory);
  EXPECT_GT(text.size(), 500'000u);
  EXPECT_EQ(text.back(), '\n');
  EXPECT_EQ(text, all.substr(0, text.size()));
}

}  // namespace
}  // namespace saltus
