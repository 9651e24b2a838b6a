#include "saltus/runtime/simulate/output_times.h"

#include <gtest/gtest.h>

#include <vector>

namespace saltus {
namespace {

std::vector<double> all_times(const SimulationOptions& options) {
  OutputTimes times(options);
  std::vector<double> result;
  while (const auto time = times.next(options.stop_time)) {
    result.push_back(*time);
    times.advance();
  }
  return result;
}

TEST(OutputTimes, AreMultiplesOfTheIntervalWithoutDrift) {
  const auto times = all_times({.stop_time = 1.0, .interval = 0.1});
  ASSERT_EQ(times.size(), 11u);
  for (std::size_t i = 0; i < 10; ++i) EXPECT_EQ(times[i], static_cast<double>(i) * 0.1);
  EXPECT_EQ(times.back(), 1.0);
}

TEST(OutputTimes, EndWithTheStopTimeWhenTheIntervalDoesNotDivide) {
  EXPECT_EQ(all_times({.stop_time = 1.0, .interval = 0.4}), (std::vector{0.0, 0.4, 0.8, 1.0}));
}

TEST(OutputTimes, RunBackward) {
  EXPECT_EQ(all_times({.start_time = 1.0, .stop_time = 0.0, .interval = 0.25}),
            (std::vector{1.0, 0.75, 0.5, 0.25, 0.0}));
}

TEST(OutputTimes, AreTheGivenOnes) {
  EXPECT_EQ(all_times({.stop_time = 2.0, .times = {0.5, 0.75, 2.0}}),
            (std::vector{0.5, 0.75, 2.0}));
}

TEST(OutputTimes, AreDueOnlyWhenReached) {
  const SimulationOptions options{.stop_time = 1.0, .interval = 0.5};
  OutputTimes times(options);
  EXPECT_EQ(times.next(0.2), 0.0);
  times.advance();
  EXPECT_EQ(times.next(0.2), std::nullopt);
  EXPECT_EQ(times.next(0.5), 0.5);
}

TEST(OutputTimes, OfNoIntervalAreThoseOfTheSteps) {
  const SimulationOptions options{.stop_time = 1.0};
  EXPECT_TRUE(OutputTimes(options).is_per_step());
  EXPECT_EQ(OutputTimes(options).next(1.0), std::nullopt);
}

TEST(OutputTimes, OfAnIntervalLongerThanTheRunAreStartAndStop) {
  EXPECT_EQ(all_times({.stop_time = 1.0, .interval = 5.0}), (std::vector{0.0, 1.0}));
}

}  // namespace
}  // namespace saltus
