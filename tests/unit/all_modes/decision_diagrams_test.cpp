#include "saltus/analysis/all_modes/decision_diagrams.h"

#include <gtest/gtest.h>

#include <random>
#include <thread>

#include "saltus/analysis/all_modes/mode_set.h"

namespace saltus {
namespace {

// A function of six variables beside its truth table, one bit per valuation.
constexpr std::uint32_t kVariables = 6;

struct Tabled {
  ModeSet set;
  std::uint64_t table = 0;
};

std::uint64_t table_of_literal(std::uint32_t level) {
  std::uint64_t table = 0;
  for (std::uint32_t row = 0; row < 64; ++row) {
    if ((row >> level & 1) != 0) table |= std::uint64_t{1} << row;
  }
  return table;
}

std::uint64_t table_of(const ModeSet& set) {
  std::uint64_t table = 0;
  for (std::uint32_t row = 0; row < 64; ++row) {
    std::vector<bool> valuation;
    for (std::uint32_t level = 0; level < kVariables; ++level) {
      valuation.push_back((row >> level & 1) != 0);
    }
    if (set.contains(valuation)) table |= std::uint64_t{1} << row;
  }
  return table;
}

std::uint64_t exists(std::uint64_t table, std::uint32_t level) {
  const std::uint64_t high = table & table_of_literal(level),
                      low = table & ~table_of_literal(level);
  const std::uint32_t distance = 1u << level;
  return table | high >> distance | low << distance;
}

// Random formulas; what a computation leaves behind is collected many times.
void compare_with_truth_tables(std::uint32_t seed) {
  std::mt19937 random(seed);
  const ModeSpace space;
  std::vector<Tabled> known = {{ModeSet::none(), 0}, {ModeSet::all(), ~std::uint64_t{0}}};
  for (std::uint32_t level = 0; level < kVariables; ++level) {
    known.push_back({space.literal(level, true), table_of_literal(level)});
  }
  for (int step = 0; step < 30'000; ++step) {
    const Tabled& a = known[random() % known.size()];
    const Tabled& b = known[random() % known.size()];
    const auto level = static_cast<std::uint32_t>(random() % kVariables);
    Tabled made;
    switch (random() % 5) {
      case 0:
        made = {a.set & b.set, a.table & b.table};
        break;
      case 1:
        made = {a.set | b.set, a.table | b.table};
        break;
      case 2:
        made = {a.set - b.set, a.table & ~b.table};
        break;
      case 3:
        made = {!a.set, ~a.table};
        break;
      default:
        made = {space.exists(a.set, level), exists(a.table, level)};
    }
    ASSERT_EQ(table_of(made.set), made.table) << "seed " << seed << ", step " << step;
    for (const Tabled& other : known) {
      ASSERT_EQ(other.set == made.set, other.table == made.table) << "seed " << seed;
    }
    // The first eight stay; of the others some are forgotten again.
    if (known.size() < 60) {
      known.push_back(made);
    } else {
      known[8 + random() % 52] = made;
    }
  }
}

TEST(DecisionDiagrams, AreTheFunctionsThatTheyStandFor) {
  for (std::uint32_t seed = 1; seed <= 3; ++seed) compare_with_truth_tables(seed);
}

TEST(DecisionDiagrams, OfTwoThreadsDoNotMeet) {
  std::thread first([] { compare_with_truth_tables(11); });
  std::thread second([] { compare_with_truth_tables(12); });
  first.join();
  second.join();
}

// Sum of `count` literals modulo 2: two nodes per level, 2^(count - 1) valuations.
ModeSet parity(const ModeSpace& space, std::uint32_t count) {
  ModeSet odd = ModeSet::none();
  for (std::uint32_t level = count; level-- > 0;) {
    const ModeSet literal = space.literal(level, true);
    odd = (literal - odd) | (odd - literal);
  }
  return odd;
}

TEST(DecisionDiagrams, MayBeVeryDeep) {
  const ModeSpace space;
  const std::uint32_t levels = 200'000;
  ModeSet all = ModeSet::all();
  for (std::uint32_t level = levels; level-- > 0;) all &= space.literal(level, true);
  EXPECT_EQ(all.support().size(), levels);
  const ModeSet some = !all;
  EXPECT_EQ(!some, all);
  EXPECT_TRUE(space.exists(some, levels - 1).is_all());
}

TEST(DecisionDiagrams, WhatNobodyRefersToGivesItsPlaceBack) {
  // Far more nodes are made than there are places.
  const ModeSpace space(40'000);
  const ModeSet kept = parity(space, 300);
  for (std::uint32_t round = 0; round < 200; ++round) {
    EXPECT_EQ(parity(space, 100 + round).support().size(), 100 + round);
  }
  EXPECT_FALSE(space.is_exhausted());
  EXPECT_EQ(parity(space, 300), kept);
}

TEST(DecisionDiagrams, TheSupportIsWhatTheFunctionDependsOn) {
  const ModeSpace space;
  const ModeSet either = (space.literal(2, true) & space.literal(70, true)) |
                         (space.literal(2, false) & space.literal(5, true));
  EXPECT_EQ(either.support(), (std::vector<std::uint32_t>{2, 5, 70}));
  EXPECT_EQ((either & space.literal(2, true)).support(), (std::vector<std::uint32_t>{2, 70}));
  EXPECT_TRUE(ModeSet::all().support().empty());
}

TEST(DecisionDiagrams, WorkIsLimited) {
  const ModeSpace enough(ModeSpace::default_node_limit, 100'000);
  parity(enough, 300);
  EXPECT_FALSE(enough.is_exhausted());
  EXPECT_GT(enough.steps(), 300U);
  const ModeSpace too_little(ModeSpace::default_node_limit, 300);
  parity(too_little, 300);
  EXPECT_TRUE(too_little.is_exhausted());
}

}  // namespace
}  // namespace saltus
