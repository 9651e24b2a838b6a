#include "saltus/runtime/simulate/switching_candidates.h"

#include <gtest/gtest.h>

#include <set>

namespace saltus {
namespace {

using Valuation = std::vector<bool>;

std::vector<Valuation> all_of(SwitchingCandidates candidates) {
  std::vector<Valuation> result;
  while (candidates.next()) {
    const Valuation& valuation = candidates.is_flipped();
    EXPECT_EQ(candidates.distance(),
              static_cast<std::size_t>(std::count(valuation.begin(), valuation.end(), true)));
    result.push_back(valuation);
  }
  return result;
}

TEST(SwitchingCandidates, ComeByDistanceAndThenInOrder) {
  const std::vector<Valuation> expected = {
      {true, false, false}, {false, true, false}, {false, false, true}, {true, true, false},
      {true, false, true},  {false, true, true},  {true, true, true}};
  EXPECT_EQ(all_of(SwitchingCandidates(3)), expected);
}

TEST(SwitchingCandidates, OneMayBeTheLastOfItsDistance) {
  const std::vector<Valuation> expected = {
      {false, true, false}, {false, false, true}, {true, false, false}, {true, true, false},
      {true, false, true},  {false, true, true},  {true, true, true}};
  EXPECT_EQ(all_of(SwitchingCandidates(3, {true, false, false})), expected);
}

TEST(SwitchingCandidates, WhicheverIsLastAllComeOnceAndNearestFirst) {
  for (const Valuation& last : all_of(SwitchingCandidates(5))) {
    const std::vector<Valuation> candidates = all_of(SwitchingCandidates(5, last));
    EXPECT_EQ(std::set(candidates.begin(), candidates.end()).size(), 31u);
    EXPECT_EQ(candidates.size(), 31u);
    const auto distance = [](const Valuation& valuation) {
      return std::count(valuation.begin(), valuation.end(), true);
    };
    for (std::size_t i = 0; i + 1 < candidates.size(); ++i) {
      EXPECT_LE(distance(candidates[i]), distance(candidates[i + 1]));
      if (candidates[i] == last) {
        EXPECT_LT(distance(last), distance(candidates[i + 1]));
      }
    }
  }
}

}  // namespace
}  // namespace saltus
