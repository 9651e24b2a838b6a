#include "saltus/runtime/results/axis.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

namespace saltus {
namespace {

std::string labels_of(const Axis& axis) {
  std::string labels;
  for (const Tick& tick : axis.ticks) labels += (labels.empty() ? "" : " ") + tick.label;
  return labels;
}

TEST(Axis, RoundsItsEndsOutwards) {
  const Axis axis = make_axis(-0.93, 1.7, 5, AxisEnds::rounded);
  EXPECT_EQ(axis.low, -1.0);
  EXPECT_EQ(axis.high, 2.0);
  EXPECT_EQ(labels_of(axis), "-1 0 1 2");
}

TEST(Axis, KeepsItsEndsWhereRoundOnesWouldWasteSpace) {
  const Axis axis = make_axis(-1.05, 1.05, 4, AxisEnds::rounded);
  EXPECT_EQ(axis.low, -1.05);
  EXPECT_EQ(axis.high, 1.05);
  EXPECT_EQ(labels_of(axis), "-1 0 1");
}

TEST(Axis, KeepsExactEndsAndPutsTicksInside) {
  const Axis axis = make_axis(0.3, 9.7, 6, AxisEnds::exact);
  EXPECT_EQ(axis.low, 0.3);
  EXPECT_EQ(axis.high, 9.7);
  EXPECT_EQ(labels_of(axis), "2 4 6 8");
}

TEST(Axis, KeepsTicksAtEndsThatAreRoundUpToRounding) {
  EXPECT_EQ(labels_of(make_axis(0.0, 0.1 + 0.2, 4, AxisEnds::exact)), "0 0.1 0.2 0.3");
}

TEST(Axis, PutsAConstantInTheMiddle) {
  for (const double constant : {0.0, 3.0, -2e-20, 1e300}) {
    const Axis axis = make_axis(constant, constant, 5, AxisEnds::rounded);
    EXPECT_GT(axis.fraction(constant), 0.2) << constant;
    EXPECT_LT(axis.fraction(constant), 0.8) << constant;
  }
}

TEST(Axis, TakesRoundingNoiseForAConstant) {
  const Axis axis = make_axis(1.0, 1.0 + 4e-16, 5, AxisEnds::rounded);
  EXPECT_GT(axis.high - axis.low, 0.1);
}

TEST(Axis, TellsCloseTicksApart) {
  const Axis axis = make_axis(1000.0, 1000.00033, 5, AxisEnds::rounded);
  std::set<std::string> labels;
  for (const Tick& tick : axis.ticks) labels.insert(tick.label);
  EXPECT_EQ(labels.size(), axis.ticks.size());
  EXPECT_GE(axis.ticks.size(), 3u);
}

TEST(Axis, SurvivesTheWholeRangeOfDoubles) {
  constexpr double largest = std::numeric_limits<double>::max();
  const Axis whole = make_axis(-largest, largest, 5, AxisEnds::rounded);
  EXPECT_EQ(whole.fraction(-largest), 0.0);
  EXPECT_EQ(whole.fraction(largest), 1.0);
  EXPECT_NEAR(whole.fraction(0.0), 0.5, 1e-12);
  EXPECT_FALSE(whole.ticks.empty());
  const Axis tiny = make_axis(1e-300, 3e-300, 5, AxisEnds::rounded);
  EXPECT_NEAR(tiny.fraction(2e-300), 0.5, 1e-9);
}

}  // namespace
}  // namespace saltus
