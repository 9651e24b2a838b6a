#include "saltus/compiler/names/closest_name.h"

#include <gtest/gtest.h>

#include <vector>

namespace saltus {
namespace {

TEST(EditDistance, CountsInsertionsDeletionsReplacementsAndSwaps) {
  EXPECT_EQ(edit_distance("speed", "sped", 9), 1u);
  EXPECT_EQ(edit_distance("speed", "speeed", 9), 1u);
  EXPECT_EQ(edit_distance("speed", "speet", 9), 1u);
  EXPECT_EQ(edit_distance("speed", "pseed", 9), 1u);
  EXPECT_EQ(edit_distance("kitten", "sitting", 9), 3u);
  EXPECT_EQ(edit_distance("", "abc", 9), 3u);
}

TEST(EditDistance, StopsAtTheLimit) { EXPECT_EQ(edit_distance("abcdefgh", "zzzzzzzz", 3), 3u); }

TEST(ClosestName, TheNearestCandidateWins) {
  const std::vector<std::string_view> names{"angle", "speed", "spread"};
  EXPECT_EQ(find_closest_name("sped", names), "speed");
}

TEST(ClosestName, CaseAloneIsAlwaysNearEnough) {
  const std::vector<std::string_view> names{"u", "X"};
  EXPECT_EQ(find_closest_name("x", names), "X");
}

TEST(ClosestName, OneLetterIsNoGuessForAnother) {
  const std::vector<std::string_view> names{"a", "b"};
  EXPECT_EQ(find_closest_name("x", names), std::nullopt);
}

TEST(ClosestName, NothingIsProposedWhenNothingIsNear) {
  const std::vector<std::string_view> names{"temperature", "pressure"};
  EXPECT_EQ(find_closest_name("voltage", names), std::nullopt);
}

}  // namespace
}  // namespace saltus
