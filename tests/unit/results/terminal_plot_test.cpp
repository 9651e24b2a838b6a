#include "saltus/runtime/results/terminal_plot.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <sstream>

namespace saltus {
namespace {

std::string plot(const Trajectory& trajectory, PlotOptions options = {}) {
  std::vector<std::size_t> columns(trajectory.columns().size());
  std::iota(columns.begin(), columns.end(), 0u);
  return plot_in_terminal(trajectory, columns, options);
}

Trajectory sine_and_cosine() {
  Trajectory trajectory({{.name = "x", .unit = "m"}, {.name = "y", .unit = "m"}});
  for (int i = 0; i <= 100; ++i) {
    const double time = 0.1 * i;
    const auto row = trajectory.add_row(time);
    row[0] = std::sin(std::numbers::pi * time / 5);
    row[1] = std::cos(std::numbers::pi * time / 5);
  }
  return trajectory;
}

Trajectory one_column(std::vector<std::pair<double, double>> points) {
  Trajectory trajectory(std::vector<ResultColumn>{{.name = "x"}});
  for (const auto& [time, value] : points) trajectory.add_row(time)[0] = value;
  return trajectory;
}

std::size_t widest_line(const std::string& text) {
  std::istringstream lines(text);
  std::size_t widest = 0;
  for (std::string line; std::getline(lines, line);) widest = std::max(widest, line.size());
  return widest;
}

TEST(TerminalPlot, DrawsCurvesOfOneUnitInOnePanel) {
  EXPECT_EQ(plot(sine_and_cosine(), {.width = 50}), R"(      x, y [m]
    1 ┤⠉⠑⢤  ⢀⠔⠋⠉⠑⢦                   ⡤⠊⠉ y
      │   ⠙⡔⠁     ⠙⢄               ⢠⠊
      │   ⡰⠙⡄      ⠘⢄             ⢠⠊
  0.5 ┤  ⡸  ⠈⡆      ⠈⢢           ⢰⠁
      │ ⡸    ⠈⡆      ⠈⢆         ⢠⠃
    0 ┤⡰⠁     ⠘⡄      ⠘⢄       ⢠⠊
      │        ⠘⡄      ⠘⡄     ⢠⠊       ⡎ x
      │         ⠑⡄      ⠑⡄    ⡎       ⡎
 -0.5 ┤          ⢱       ⠱⡀  ⡜       ⡜
      │           ⠱⡀      ⠑⡄⡎       ⡜
      │            ⠱⣀     ⣀⠟⣄     ⢀⠜
   -1 ┤             ⠈⠲⢄⣀⡠⠖⠁  ⠓⢄⣀⣠⠔⠁
      └┬─────┬──────┬─────┬──────┬─────┬
       0     2      4     6      8    10  time [s]
)");
}

TEST(TerminalPlot, FallsBackToAscii) {
  EXPECT_EQ(plot(sine_and_cosine(), {.width = 50, .unicode = false}), R"(      * x   o y [m]
    1 |ooo   *****                   ooo y
      |  ooo**   ***               ooo
      |   *oo      **             oo
  0.5 |  ** oo      **           oo
      | **   oo      **         oo
    0 |**     oo      **       oo
      |        oo      **     oo      ** x
      |         oo      **   oo      **
 -0.5 |          oo      ** oo      **
      |           oo      *oo      **
      |            ooo   ooo**   ***
   -1 |              ooooo   *****
      ++-----+------+-----+------+-----+
       0     2      4     6      8    10  time [s]
)");
}

TEST(TerminalPlot, SeparatesUnits) {
  Trajectory trajectory({{.name = "x", .unit = "m"}, {.name = "T", .unit = "K"}});
  for (int i = 0; i <= 4; ++i) {
    const auto row = trajectory.add_row(i);
    row[0] = i;
    row[1] = 300.0 - i * i;
  }
  EXPECT_EQ(plot(trajectory, {.width = 40}), R"(     x [m]
   4 ┤                     ⢀⠔⠊ x
     │                  ⢀⡠⠊⠁
     │                ⡠⠔⠁
     │             ⢀⠔⠊
   2 ┤          ⢀⠤⠊⠁
     │        ⡠⠒⠁
     │     ⣀⠔⠉
     │  ⢀⠤⠊
   0 ┤⡠⠒⠁
     T [K]
 300 ┤⠉⠑⠒⠒⠢⠤⠤⣀
     │        ⠉⠒⠢⢄⡀
     │            ⠈⠒⢄
     │               ⠑⠤⡀
 290 ┤                 ⠈⠢⡀
     │                   ⠈⠢⡀
     │                     ⠈⠢⡀
     │                       ⠈ T
 280 ┤
     └┬─────┬─────┬────┬─────┬
      0     1     2    3     4  time [s]
)");
}

TEST(TerminalPlot, SeparatesSizesThatWouldFlattenEachOther) {
  Trajectory trajectory({{.name = "small", .unit = ""}, {.name = "large", .unit = ""}});
  for (int i = 0; i <= 4; ++i) {
    const auto row = trajectory.add_row(i);
    row[0] = i;
    row[1] = 1000.0 * i;
  }
  const std::string text = plot(trajectory, {.width = 40});
  EXPECT_EQ(text.find("small, large"), std::string::npos);
}

TEST(TerminalPlot, IsEmptyWithoutRowsOrColumns) {
  EXPECT_EQ(plot(Trajectory()), "");
  EXPECT_EQ(plot(one_column({})), "");
  EXPECT_EQ(plot(one_column({{0.0, std::nan("")}})), "");
}

TEST(TerminalPlot, DrawsOneRowAsADot) {
  const std::string text = plot(one_column({{2.0, 5.0}}), {.width = 40, .unicode = false});
  EXPECT_EQ(std::count(text.begin(), text.end(), '*'), 2);  // one in the title
}

TEST(TerminalPlot, LeavesGapsWhereValuesDoNotExist) {
  const std::string text = plot(one_column({{0.0, 1.0}, {1.0, std::nan("")}, {2.0, 1.0}}),
                                {.width = 40, .unicode = false});
  EXPECT_EQ(std::count(text.begin(), text.end(), '*'), 3);
}

TEST(TerminalPlot, DrawsAConstant) {
  const std::string text =
      plot(one_column({{0.0, 7.0}, {1.0, 7.0}}), {.width = 40, .unicode = false});
  EXPECT_NE(text.find("*********"), std::string::npos);
  EXPECT_NE(text.find(" 7 |"), std::string::npos);
}

TEST(TerminalPlot, StaysWithinItsWidth) {
  constexpr double largest = std::numeric_limits<double>::max();
  for (const int width : {30, 40, 80, 200}) {
    const PlotOptions options{.width = width, .unicode = false};
    EXPECT_LE(widest_line(plot(sine_and_cosine(), options)), static_cast<std::size_t>(width));
    EXPECT_LE(widest_line(plot(one_column({{0.0, -largest}, {1.0, largest}}), options)),
              static_cast<std::size_t>(width));
    EXPECT_LE(widest_line(plot(one_column({{0.0, 1e-310}, {1e-3, 2e-310}}), options)),
              static_cast<std::size_t>(width));
  }
}

TEST(TerminalPlot, DrawsABackwardRunFromLeftToRight) {
  EXPECT_EQ(plot(one_column({{2.0, 3.0}, {1.0, 2.0}, {0.0, 1.0}})),
            plot(one_column({{0.0, 1.0}, {1.0, 2.0}, {2.0, 3.0}})));
}

TEST(TerminalPlot, ColorsOnlyWhenAsked) {
  EXPECT_EQ(plot(sine_and_cosine()).find('\x1b'), std::string::npos);
  EXPECT_NE(plot(sine_and_cosine(), {.color = true}).find("\x1b[36mx\x1b[0m"), std::string::npos);
}

TEST(TerminalPlot, ShortensLongNamesByWholeCharacters) {
  Trajectory trajectory(std::vector<ResultColumn>{{.name = "aaaaaaaaaaaaaaääää"}});
  trajectory.add_row(0.0);
  EXPECT_NE(plot(trajectory).find("aaaaaaaaaaaaaaä…"), std::string::npos);
}

}  // namespace
}  // namespace saltus
