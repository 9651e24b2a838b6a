#include "saltus/compiler/names/closest_name.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
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

// The whole table, by its definition: insertions, deletions, replacements, swaps of neighbours.
std::size_t plain_distance(const std::string& a, const std::string& b) {
  std::vector<std::vector<std::size_t>> table(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        table[i][j] = i + j;
        continue;
      }
      const std::size_t replaced = table[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      table[i][j] = std::min({table[i - 1][j] + 1, table[i][j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        table[i][j] = std::min(table[i][j], table[i - 2][j - 2] + 1);
      }
    }
  }
  return table[a.size()][b.size()];
}

TEST(EditDistance, IsThatOfTheWholeTableBelowTheLimit) {
  std::mt19937 random(7);
  const auto word = [&] {
    std::string letters(random() % 9, 'a');
    for (char& letter : letters) letter = static_cast<char>('a' + random() % 3);
    return letters;
  };
  for (int round = 0; round < 20'000; ++round) {
    const std::string a = word(), b = word();
    const std::size_t limit = 1 + random() % 9;
    EXPECT_EQ(edit_distance(a, b, limit), std::min(plain_distance(a, b), limit))
        << '`' << a << "` `" << b << "` below " << limit;
  }
}

// The whole table would have 10^12 entries.
TEST(ClosestName, IsFoundAmongNamesOfAMillionLetters) {
  const std::string declared(1'000'000, 'a');
  std::string written = declared;
  written[500'000] = 'b';
  const std::vector<std::string_view> names{declared};
  EXPECT_EQ(find_closest_name(written, names), declared);
  std::string other = declared;
  std::fill(other.begin() + 100, other.begin() + 120, 'b');
  EXPECT_EQ(find_closest_name(other, names), std::nullopt);
}

}  // namespace
}  // namespace saltus
