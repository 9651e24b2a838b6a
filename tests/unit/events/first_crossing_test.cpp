#include "saltus/runtime/events/first_crossing.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <new>
#include <random>
#include <vector>

#include "tests/unit/events/known_polynomial.h"

namespace {
std::size_t allocations = 0;
}

// Not inlined: GCC 12 would take new and free for a mismatched pair.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace saltus {

void PrintTo(const Crossing& crossing, std::ostream* out) {
  *out << "crossing at " << crossing.at << " to " << static_cast<int>(crossing.after);
}

namespace {

using known::Polynomial;

constexpr double noise = 1e-15;

std::optional<Crossing> first(const Polynomial& g, Side held, double length = 1.0) {
  return CrossingSearch().first(g, held, length, noise);
}

void expect_crossing(const Polynomial& g, Side held, double at, double length = 1.0) {
  const std::optional<Crossing> crossing = first(g, held, length);
  ASSERT_TRUE(crossing);
  EXPECT_NEAR(crossing->at, at, 4e-16 * at);
  EXPECT_EQ(crossing->after, held == Side::positive ? Side::negative : Side::positive);
  // The mirror image crosses at the same bits.
  const Side mirrored = held == Side::positive ? Side::negative : Side::positive;
  const std::optional<Crossing> image = first(known::negated(g), mirrored, length);
  ASSERT_TRUE(image);
  EXPECT_EQ(image->at, crossing->at);
}

void expect_none(const Polynomial& g, Side held, double length = 1.0) {
  const Side mirrored = held == Side::positive ? Side::negative : Side::positive;
  EXPECT_EQ(first(g, held, length), std::nullopt);
  EXPECT_EQ(first(known::negated(g), mirrored, length), std::nullopt);
}

// The polynomial and the same one at degree 24, which takes the general path.
std::vector<Polynomial> at_low_and_high_degree(const Polynomial& g) {
  return {g, known::raised_to(g, 25 - g.size())};
}

TEST(FirstCrossing, ALineCrossesWhereItIsZero) {
  expect_crossing({1.0, -4.0}, Side::positive, 0.25);
  expect_crossing({-1.0, 3.0}, Side::negative, 1.0 / 3.0);
  expect_none({1.0, -0.5}, Side::positive);
  expect_none({1.0, 4.0}, Side::positive);
}

TEST(FirstCrossing, AFallingBallHitsTheGroundToTheLastBit) {
  // Height 5, gravity 10: after one second exactly.
  expect_crossing({5.0, 0.0, -5.0}, Side::positive, 1.0, 2.0);
  // Thrown upwards almost along the ground: the early root cancels in the textbook formula.
  expect_crossing({0x1p-60, -1.0, 0.25}, Side::positive, 0x1p-60);
}

TEST(FirstCrossing, ABallThatJustBouncedIsNotOnTheWrongSideByRounding) {
  for (const double height : {1e-17, 0.0, -1e-17}) {
    for (const Polynomial& g : at_low_and_high_degree({height, 3.0, -4.0})) {
      expect_crossing(g, Side::positive, 0.75);
      expect_none(g, Side::positive, 0.5);
    }
  }
}

TEST(FirstCrossing, ATinyStartOnTheHeldSideThatFallsIsACrossing) {
  for (const Polynomial& g : at_low_and_high_degree({1e-17, -1.0, 0.5})) {
    expect_crossing(g, Side::positive, 1e-17);
  }
}

TEST(FirstCrossing, AStartWithinNoiseThatLeavesTheHeldSideIsACrossingAtZero) {
  for (const double start : {0.0, -1e-17}) {
    for (const Polynomial& shape : {Polynomial{start, 0.0, -1.0}, Polynomial{start, -1.0, 0.5},
                                    Polynomial{start, 0.0, 0.0, -1.0},
                                    // It comes back later, which does not excuse it.
                                    Polynomial{start, -1.0, 1.5}}) {
      for (const Polynomial& g : at_low_and_high_degree(shape)) {
        expect_crossing(g, Side::positive, 0.0);
      }
    }
  }
}

TEST(FirstCrossing, AnExcursionWithinNoiseBeforeComingToTheHeldSideDoesNotCount) {
  // Down to -2.5e-21 at 5e-11, positive from 1e-10 on; then, if ever, a real crossing.
  for (const Polynomial& g : at_low_and_high_degree({0.0, -1e-10, 1.0})) {
    expect_none(g, Side::positive);
  }
  for (const Polynomial& g : at_low_and_high_degree({-1e-17, -1e-10, 1.0, -2.0})) {
    const auto crossing = first(g, Side::positive);
    ASSERT_TRUE(crossing);
    EXPECT_NEAR(crossing->at, 0.5, 1e-9);
  }
}

TEST(FirstCrossing, AFunctionThatStaysWithinNoiseWaitsForTheNextStep) {
  expect_none({-1e-17}, Side::positive);
  expect_none({-1e-17, -1e-16}, Side::positive);
  expect_none({0.0, 0.0}, Side::positive);
  expect_none({}, Side::positive);
}

TEST(FirstCrossing, AFunctionOnTheWrongSideCrossesAtZero) {
  expect_crossing({-1.0}, Side::positive, 0.0);
  expect_crossing({-1.0, 0.5}, Side::positive, 0.0);
  for (const Polynomial& g : at_low_and_high_degree({-1.0, 0.5, 0.25})) {
    expect_crossing(g, Side::positive, 0.0);
  }
  // Also where it would come back: positive, negative from 1/8 to 6/8, positive.
  for (const Polynomial& g : at_low_and_high_degree(known::with_roots({1, 6}, 8))) {
    expect_crossing(g, Side::negative, 0.0);
  }
}

TEST(FirstCrossing, TouchingTheSurfaceIsNoCrossing) {
  for (const Polynomial& g : at_low_and_high_degree(known::with_roots({3, 3}, 8))) {
    expect_none(g, Side::positive);
  }
  expect_crossing(known::with_roots({3, 3, 5}, 8), Side::negative, 0.625);
}

TEST(FirstCrossing, OfTheTwoCrossingsOfANarrowWindowTheFirstIsReturned) {
  for (const double width : {0x1p-20, 0x1p-30, 0x1p-40}) {
    const Polynomial window{0.25 + width / 2.0, -1.0 - width, 1.0};
    for (const Polynomial& g : at_low_and_high_degree(window)) {
      const auto crossing = first(g, Side::positive);
      ASSERT_TRUE(crossing) << width;
      EXPECT_NEAR(crossing->at, 0.5, 2e-16);
      EXPECT_FALSE(crossing->is_cluster);
    }
  }
}

TEST(FirstCrossing, ACrossingAtTheEndOfTheStepCounts) {
  expect_crossing(known::with_roots({8}, 8), Side::negative, 1.0);
  expect_crossing(known::with_roots({8, 11, 13}, 8), Side::negative, 1.0);
  // The end as computed lies an ulp before the root: it still counts, at the end.
  const double before = std::nextafter(1.0, 0.0);
  expect_crossing(known::with_roots({8, 11, 13}, 8), Side::negative, before, before);
  expect_crossing(known::with_roots({8}, 8), Side::negative, before, before);
  expect_none(known::with_roots({8, 11, 13}, 8), Side::negative, 1.0 - 1e-14);
}

TEST(FirstCrossing, WhatWasIdenticallyZeroCrossesAsSoonAsItIsNot) {
  CrossingSearch search;
  EXPECT_FALSE(search.first(Polynomial{0.0, 1e-16, -1e-16}, Side::zero, 1.0, noise));
  const auto crossing = search.first(Polynomial{1e-16, 0.0, -1e-3, 5.0}, Side::zero, 1.0, noise);
  ASSERT_TRUE(crossing);
  EXPECT_EQ(crossing->at, 0.0);
  EXPECT_EQ(crossing->after, Side::negative);
}

// A random series that decays, as those of solutions do.
Polynomial random_series(std::mt19937& random) {
  std::normal_distribution<double> normal;
  Polynomial g(2 + random() % 39);
  const double decay = 0.3 + 0.1 * static_cast<double>(random() % 10);
  double scale = 1.0;
  for (double& coefficient : g) {
    coefficient = normal(random) * scale;
    scale *= decay;
  }
  return g;
}

Side side_of(double value) { return value > 0.0 ? Side::positive : Side::negative; }

// The truth by signs in quadruple precision, at a hundred places up to the crossing.
bool is_held_up_to(const Polynomial& g, Side held, const std::optional<Crossing>& crossing) {
  const double end = crossing ? crossing->at * (1.0 - 1e-15) : 1.0;
  for (int k = 1; k <= 100; ++k) {
    if (known::sign(g, end * k / 100.0) != static_cast<int>(held)) return false;
  }
  return !crossing || known::sign(g, crossing->at) != static_cast<int>(held);
}

TEST(FirstCrossing, NoSignChangeOfARandomSeriesLiesBeforeTheCrossing) {
  std::mt19937 random(4);
  CrossingSearch search;
  int crossings = 0;
  for (int round = 0; round < 1500; ++round) {
    const Polynomial g = random_series(random);
    const Side held = side_of(g[0]);
    const auto crossing = search.first(g, held, 1.0, noise);
    ASSERT_TRUE(is_held_up_to(g, held, crossing)) << "round " << round;
    crossings += crossing.has_value();
  }
  EXPECT_GT(crossings, 400);
  EXPECT_LT(crossings, 1100);
}

TEST(FirstCrossing, ARandomSeriesThatStartsOnItsSurfaceIsHeldUpToTheCrossing) {
  std::mt19937 random(5);
  CrossingSearch search;
  int crossings = 0;
  for (int round = 0; round < 1500; ++round) {
    Polynomial g = random_series(random);
    g[0] = 1e-17 * (static_cast<double>(random() % 3) - 1.0);
    const Side held = side_of(g[1]);
    const auto crossing = search.first(g, held, 1.0, noise);
    ASSERT_TRUE(is_held_up_to(g, held, crossing)) << "round " << round;
    ASSERT_TRUE(!crossing || crossing->at > 1e-6) << "round " << round << ": the root it stands on";
    // The other side is left at once.
    const Side other = held == Side::positive ? Side::negative : Side::positive;
    const auto at_once = search.first(g, other, 1.0, noise);
    ASSERT_TRUE(at_once && at_once->at < 1e-13) << "round " << round;
    crossings += crossing.has_value();
  }
  EXPECT_GT(crossings, 300);
  EXPECT_LT(crossings, 1100);
}

TEST(FirstCrossing, NothingIsAllocatedOnceWarm) {
  const Polynomial touch = known::raised_to(known::with_roots({2, 2}, 5), 22);
  const Polynomial wrong_start = known::raised_to({-1e-17, -1e-10, 1.0, -2.0}, 20);
  CrossingSearch search;
  const auto run = [&] {
    const bool touches = search.first(touch, Side::positive, 1.0, noise).has_value();
    const bool crosses = search.first(wrong_start, Side::positive, 1.0, noise).has_value();
    return !touches && crosses;
  };
  EXPECT_TRUE(run());
  const std::size_t before = allocations;
  const bool right = run();
  const std::size_t after = allocations;
  EXPECT_TRUE(right);
  EXPECT_EQ(after, before);
}

// (s - 1/2)^2 - d dips below zero by d, between two changes of side.
TEST(FirstCrossing, WhatIsNoDeeperThanItIsKnownIsATouch) {
  constexpr double dip = 1e-10;
  const Polynomial g{0.25 - dip, -1.0, 1.0};
  CrossingSearch search;
  EXPECT_TRUE(search.first(g, Side::positive, 1.0, noise, 0.5 * dip));
  EXPECT_EQ(search.first(g, Side::positive, 1.0, noise, 2.0 * dip), std::nullopt);
  EXPECT_EQ(search.first(known::negated(g), Side::negative, 1.0, noise, 2.0 * dip), std::nullopt);
}

TEST(FirstCrossing, AfterATouchTheCrossingIsFound) {
  constexpr double dip = 1e-10;
  // ((s - 1/4)^2 - dip) (3/4 - s)
  const Polynomial g = {0.75 * (0.0625 - dip), -0.375 - (0.0625 - dip), 1.25, -1.0};
  CrossingSearch search;
  const auto crossing = search.first(g, Side::positive, 1.0, noise, 2.0 * dip);
  ASSERT_TRUE(crossing);
  EXPECT_NEAR(crossing->at, 0.75, 1e-12);
}

// It does not come back: however little it is beyond zero at the end, it has crossed.
TEST(FirstCrossing, WhatDoesNotComeBackHasCrossed) {
  CrossingSearch search;
  const auto crossing =
      search.first(Polynomial{1.0, -1.0}, Side::positive, 1.0 + 1e-6, noise, 1e-3);
  ASSERT_TRUE(crossing);
  EXPECT_NEAR(crossing->at, 1.0, 1e-15);
}

}  // namespace
}  // namespace saltus
