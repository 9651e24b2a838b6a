#include "saltus/runtime/simulate/zeno_watch.h"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>

namespace saltus {
namespace {

// Events at intervals d, d r, d r^2, … ; the first answer, if there is one.
std::optional<double> watch(double first_interval, double ratio, double direction = 1.0) {
  ZenoWatch zeno(1);
  double time = 0.0, interval = first_interval;
  for (int event = 0; event < 4000; ++event) {
    if (const auto limit = zeno.note(0, time, time)) return limit;
    time += direction * interval;
    interval *= ratio;
  }
  return std::nullopt;
}

TEST(ZenoWatch, FindsWhereAGeometricSequenceEnds) {
  for (const double ratio : {0.1, 0.5, 0.9, 0.99}) {
    const auto limit = watch(1.0, ratio);
    ASSERT_TRUE(limit) << ratio;
    EXPECT_NEAR(*limit, 1.0 / (1.0 - ratio), 1e-9 / (1.0 - ratio)) << ratio;
  }
}

// To and fro: 1, 1/8, 1/10, 1/80, …: the sum is (1 + 1/8)/(1 - 1/10).
TEST(ZenoWatch, FindsWhereAlternatingIntervalsEnd) {
  ZenoWatch zeno(1);
  double time = 0.0, pair = 1.0;
  std::optional<double> limit;
  for (int event = 0; event < 100 && !limit; ++event) {
    limit = zeno.note(0, time, time);
    time += event % 2 == 0 ? pair : pair / 8.0;
    if (event % 2 == 1) pair *= 0.1;
  }
  ASSERT_TRUE(limit);
  EXPECT_NEAR(*limit, 1.25, 1e-9);
}

TEST(ZenoWatch, FollowsTheDirectionOfTheRun) {
  const auto limit = watch(1.0, 0.5, -1.0);
  ASSERT_TRUE(limit);
  EXPECT_NEAR(*limit, -2.0, 1e-8);
}

TEST(ZenoWatch, LetsEqualAndGrowingIntervalsPass) {
  EXPECT_FALSE(watch(1.0, 1.0));
  EXPECT_FALSE(watch(1e-6, 1.01));
}

// 1 + 1/2 + 1/3 + … has no end, although the intervals shrink for ever.
TEST(ZenoWatch, LetsTheHarmonicSeriesPass) {
  ZenoWatch zeno(1);
  double time = 0.0;
  for (int event = 1; event < 5000; ++event) {
    EXPECT_FALSE(zeno.note(0, time, time));
    time += 1.0 / event;
  }
}

TEST(ZenoWatch, TellsSurfacesApart) {
  ZenoWatch zeno(2);
  double time = 0.0;
  bool is_found = false;
  for (int event = 0; event < 60 && !is_found; ++event) {
    EXPECT_FALSE(zeno.note(1, event, event + 1.0));
    is_found = zeno.note(0, time, time).has_value();
    time += std::pow(0.5, event);
  }
  EXPECT_TRUE(is_found);
}

}  // namespace
}  // namespace saltus
