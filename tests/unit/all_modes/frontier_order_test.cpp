#include "saltus/analysis/all_modes/frontier_order.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace saltus {
namespace {

using Groups = std::vector<std::vector<std::uint32_t>>;

// The largest number of items between which a group reaches.
std::size_t widest(const std::vector<std::uint32_t>& order, const Groups& groups) {
  std::vector<std::size_t> place(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) place[order[k]] = k;
  std::size_t width = 0;
  for (const auto& group : groups) {
    const auto [low, high] = std::minmax_element(
        group.begin(), group.end(), [&](auto a, auto b) { return place[a] < place[b]; });
    width = std::max(width, place[*high] - place[*low]);
  }
  return width;
}

TEST(FrontierOrder, FollowsAChainHoweverItIsNumbered) {
  const std::uint32_t count = 101;
  Groups groups;
  for (std::uint32_t k = 0; k + 1 < count; ++k) {
    groups.push_back({k * 37 % count, (k + 1) * 37 % count});
  }
  EXPECT_EQ(widest(frontier_order(count, groups).items, groups), 1u);
}

TEST(FrontierOrder, HasEveryItemOnce) {
  const Groups groups = {{0, 3}, {5}, {3, 4, 0}};
  std::vector<std::uint32_t> order = frontier_order(7, groups).items;
  std::sort(order.begin(), order.end());
  EXPECT_EQ(order, (std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5, 6}));
}

// How many items are met but not finished, at most.
std::size_t frontier_of(const std::vector<std::uint32_t>& order, const Groups& groups) {
  std::vector<std::size_t> place(order.size()), last(order.size(), 0);
  for (std::size_t k = 0; k < order.size(); ++k) place[order[k]] = k;
  for (const auto& group : groups) {
    std::size_t end = 0;
    for (const auto item : group) end = std::max(end, place[item]);
    for (const auto item : group) last[place[item]] = std::max(last[place[item]], end);
  }
  std::size_t most = 0;
  for (std::size_t at = 0; at < order.size(); ++at) {
    std::size_t open = 0;
    for (std::size_t k = 0; k <= at; ++k) open += last[k] > at ? 1 : 0;
    most = std::max(most, open);
  }
  return most;
}

TEST(FrontierOrder, KeepsFewBranchesOfATreeOpen) {
  Groups groups;
  const std::uint32_t count = 1023;
  for (std::uint32_t k = 1; k < count; ++k) groups.push_back({(k - 1) / 2, k});
  EXPECT_LE(frontier_of(frontier_order(count, groups).items, groups), 12u);
}

}  // namespace
}  // namespace saltus
