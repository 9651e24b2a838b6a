#include "saltus/runtime/results/summary_sink.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace saltus {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

void add(SummarySink& sink, double time, std::vector<double> values) {
  sink.add_row({time, values});
}

TEST(SummarySink, KeepsFewRowsAsTheyAre) {
  SummarySink sink(8);
  sink.begin({{.name = "x"}, {.name = "y"}});
  for (int i = 0; i < 8; ++i) add(sink, i, {1.0 * i, -2.0 * i});
  const Trajectory curves = sink.curves();
  ASSERT_EQ(curves.row_count(), 8u);
  for (std::size_t i = 0; i < 8; ++i) {
    EXPECT_EQ(curves.time(i), static_cast<double>(i));
    EXPECT_EQ(curves.value(i, 1), -2.0 * static_cast<double>(i));
  }
}

TEST(SummarySink, DoesNotGrow) {
  SummarySink sink(64);
  sink.begin({{.name = "x"}});
  for (int i = 0; i < 100'000; ++i) {
    add(sink, i, {std::sin(0.01 * i)});
    ASSERT_LE(sink.curves().row_count(), 65u);
  }
  EXPECT_EQ(sink.row_count(), 100'000u);
  EXPECT_GE(sink.curves().row_count(), 32u);
}

// A single peak among a million rows is still in the plot, at its place.
TEST(SummarySink, KeepsExtremes) {
  SummarySink sink(64);
  sink.begin({{.name = "up"}, {.name = "down"}});
  constexpr int rows = 1'000'000, peak = 345'678;
  for (int i = 0; i < rows; ++i) {
    add(sink, i, {i == peak ? 7.0 : 0.0, i == peak + 1 ? -3.0 : 1.0});
  }
  const Trajectory curves = sink.curves();
  double up = 0.0, down = 0.0, when = 0.0;
  for (std::size_t i = 0; i < curves.row_count(); ++i) {
    if (curves.value(i, 0) > up) when = curves.time(i);
    up = std::max(up, curves.value(i, 0));
    down = std::min(down, curves.value(i, 1));
  }
  EXPECT_EQ(up, 7.0);
  EXPECT_EQ(down, -3.0);
  EXPECT_NEAR(when, peak, 2.0 * rows / 16);
}

TEST(SummarySink, KeepsTheOrderOfExtremes) {
  SummarySink sink(4);
  sink.begin({{.name = "falls"}, {.name = "rises"}});
  for (int i = 0; i < 16; ++i) add(sink, i, {-1.0 * i, 1.0 * i});
  const Trajectory curves = sink.curves();
  for (std::size_t i = 1; i < curves.row_count(); ++i) {
    EXPECT_LE(curves.value(i, 0), curves.value(i - 1, 0));
    EXPECT_GE(curves.value(i, 1), curves.value(i - 1, 1));
    EXPECT_GE(curves.time(i), curves.time(i - 1));
  }
}

TEST(SummarySink, CanDoWithoutCurves) {
  SummarySink sink(0);
  sink.begin({{.name = "x"}});
  for (int i = 0; i < 10; ++i) add(sink, i, {2.0 * i});
  EXPECT_EQ(sink.curves().row_count(), 0u);
  EXPECT_EQ(sink.row_count(), 10u);
  EXPECT_EQ(sink.last_row()[0], 18.0);
}

TEST(SummarySink, EndsWithTheLastRow) {
  SummarySink sink(4);
  sink.begin({{.name = "x"}, {.name = "mostly absent"}});
  for (int i = 0; i < 101; ++i) add(sink, i, {std::cos(i), i == 50 ? 2.0 : kNaN});
  EXPECT_EQ(sink.last_time(), 100.0);
  EXPECT_EQ(sink.last_row()[0], std::cos(100.0));
  const Trajectory curves = sink.curves();
  EXPECT_EQ(curves.time(curves.row_count() - 1), 100.0);
  EXPECT_EQ(curves.value(curves.row_count() - 1, 0), std::cos(100.0));
  bool is_there = false;
  for (std::size_t i = 0; i < curves.row_count(); ++i) {
    is_there = is_there || curves.value(i, 1) == 2.0;
  }
  EXPECT_TRUE(is_there);
}

}  // namespace
}  // namespace saltus
