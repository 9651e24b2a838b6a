#include "saltus/analysis/all_modes/mode_set.h"

#include <gtest/gtest.h>

#include "saltus/analysis/all_modes/mode_sum.h"

namespace saltus {
namespace {

TEST(ModeSet, EqualSetsAreEqual) {
  const ModeSpace space;
  const ModeSet a = space.literal(0, true), b = space.literal(1, true);
  EXPECT_EQ(!(a & b), (!a) | (!b));
  EXPECT_EQ(a - b, a & (!b));
  EXPECT_TRUE((a - a).is_empty());
  EXPECT_TRUE((a | (!a)).is_all());
}

TEST(ModeSet, QuantificationLeavesWhatSomeValueCompletes) {
  const ModeSpace space;
  const ModeSet a = space.literal(0, true), b = space.literal(1, true), c = space.literal(2, true);
  EXPECT_EQ(space.exists((a & b) | (c - b), 1), a | c);
}

TEST(ModeSet, ASecondSpaceMayBeSmallerThanTheFirst) {
  {
    const ModeSpace space;
    EXPECT_EQ(space.literal(99, true).support().size(), 1u);
  }
  const ModeSpace space;
  EXPECT_EQ((space.literal(0, true) & space.literal(1, false)).support(),
            (std::vector<std::uint32_t>{0, 1}));
}

TEST(ModeSet, TooManyNodesAreNoticed) {
  const std::uint32_t pairs = 16;  // the worst order: 2^pairs nodes
  const ModeSpace space(30'000);
  ModeSet set = ModeSet::all();
  for (std::uint32_t k = 0; k < pairs; ++k) {
    const ModeSet a = space.literal(k, true), b = space.literal(pairs + k, true);
    set &= (a & b) | (!(a | b));
  }
  EXPECT_TRUE(space.is_exhausted());
}

TEST(ModeSum, CountsValuationsBySum) {
  const ModeSpace space;
  ModeSum sum;
  for (std::uint32_t level = 4; level-- > 0;) sum.add(space.literal(level, true), 1);
  sum.add(ModeSet::all(), -1);
  const SumCounts counted(sum.layers(ModeSet::all(), {0, 1, 2, 3}));
  const std::vector<ModeCount> counts = counted.counts();
  EXPECT_EQ(counted.least(), -1);
  ASSERT_EQ(counts.size(), 5u);
  const std::vector<std::uint64_t> binomial = {1, 4, 6, 4, 1};
  for (std::size_t k = 0; k < 5; ++k) EXPECT_EQ(counts[k], ModeCount(binomial[k]));
}

TEST(ModeSum, CountsWithinASet) {
  const ModeSpace space;
  ModeSum sum;
  sum.add(space.literal(2, true) & space.literal(1, true), 5);
  const SumCounts counted(sum.layers(space.literal(1, true), {0, 1, 2, 3}));
  const std::vector<ModeCount> counts = counted.counts();
  EXPECT_EQ(counted.least(), 0);
  ASSERT_EQ(counts.size(), 6u);
  EXPECT_EQ(counts[0], ModeCount(4));
  EXPECT_EQ(counts[5], ModeCount(4));
}

}  // namespace
}  // namespace saltus
