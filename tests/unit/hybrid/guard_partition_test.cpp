#include "saltus/compiler/hybrid/guard_partition.h"

#include <gtest/gtest.h>

namespace saltus {
namespace {

using Literals = std::vector<GuardLiteral>;

std::optional<PartitionFault> fault_of(const std::vector<Literals>& lists) {
  std::vector<const Literals*> pointers;
  for (const Literals& list : lists) pointers.push_back(&list);
  return find_partition_fault(pointers);
}

constexpr GuardLiteral yes(std::uint32_t guard) { return {GuardId(guard), true}; }
constexpr GuardLiteral no(std::uint32_t guard) { return {GuardId(guard), false}; }

TEST(GuardPartition, OneListWithoutLiteralsAlwaysHolds) { EXPECT_FALSE(fault_of({{}})); }

TEST(GuardPartition, BothBranchesOfAnIfCoverEverything) {
  EXPECT_FALSE(fault_of({{yes(0)}, {no(0)}}));
}

TEST(GuardPartition, AMissingElseIsFound) {
  const auto fault = fault_of({{yes(0)}, {no(0), yes(1)}});
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->where, (Literals{no(0), no(1)}));
  EXPECT_TRUE(fault->holding.empty());
}

TEST(GuardPartition, NoListHoldsNowhere) {
  const auto fault = fault_of({});
  ASSERT_TRUE(fault);
  EXPECT_TRUE(fault->where.empty());
}

TEST(GuardPartition, TwoListsThatCanHoldTogetherAreFound) {
  const auto fault = fault_of({{yes(0)}, {no(0)}, {yes(1)}});
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->holding.size(), 2u);
}

TEST(GuardPartition, TheOrderOfGuardsNeedNotBeTheSame) {
  EXPECT_FALSE(fault_of({{yes(0), yes(1)}, {no(1)}, {yes(1), no(0)}}));
}

TEST(GuardPartition, LongChainsAreQuick) {
  constexpr std::uint32_t length = 300;
  std::vector<Literals> lists;
  Literals before;
  for (std::uint32_t i = 0; i < length; ++i) {
    lists.push_back(before);
    lists.back().push_back(yes(i));
    before.push_back(no(i));
  }
  EXPECT_TRUE(fault_of(lists));
  lists.push_back(before);
  EXPECT_FALSE(fault_of(lists));
}

}  // namespace
}  // namespace saltus
