#include "saltus/runtime/simulate/valuation_search.h"

#include <gtest/gtest.h>

#include <set>

namespace saltus {
namespace {

ValuationSearch search_over(std::uint32_t surfaces) {
  ValuationSearch search(ValuationSearch::Order::nearest_first);
  for (std::uint32_t s = 0; s < surfaces; ++s) search.add_option(s, Side::negative);
  return search;
}

TEST(ValuationSearch, TakesTheNearestFirst) {
  ValuationSearch search = search_over(3);
  std::size_t distance = 1;
  for (int i = 0; i < 7; ++i) {
    ASSERT_TRUE(search.next());
    EXPECT_GE(search.flips().size(), distance);
    distance = search.flips().size();
  }
  EXPECT_EQ(distance, 3u);
  EXPECT_FALSE(search.next());
}

// Quadratic work would take minutes here.
TEST(ValuationSearch, TriesEveryValuationOfElevenSurfacesOnce) {
  ValuationSearch search = search_over(11);
  std::set<std::vector<Flip>> seen;
  while (search.next()) EXPECT_TRUE(seen.insert(search.flips()).second);
  EXPECT_EQ(seen.size(), 2047u);
}

TEST(ValuationSearch, ASurfaceIsOnOneSideOnly) {
  ValuationSearch search(ValuationSearch::Order::nearest_first);
  search.add_option(0, Side::zero);  // two other sides
  search.add_option(1, Side::negative);
  int count = 0;
  while (search.next()) ++count;
  EXPECT_EQ(count, 5);
}

TEST(ValuationSearch, AmongTheNearestTheRequestComesFirst) {
  ValuationSearch search = search_over(3);
  search.add_request(2, Side::negative, Side::positive);
  ASSERT_TRUE(search.next());
  EXPECT_EQ(search.flips(), (std::vector<Flip>{{2, Side::positive}}));
  ASSERT_TRUE(search.next());
  EXPECT_EQ(search.flips(), (std::vector<Flip>{{0, Side::positive}}));
}

TEST(ValuationSearch, AnOptionThatComesLaterIsTriedByItselfToo) {
  ValuationSearch search = search_over(2);
  while (search.next()) {
  }
  search.add_option(7, Side::positive);
  ASSERT_TRUE(search.next());
  EXPECT_EQ(search.flips(), (std::vector<Flip>{{7, Side::negative}}));
  int more = 1;
  while (search.next()) ++more;
  EXPECT_EQ(more, 4);
}

TEST(ValuationSearch, LooksAsFarAsTheOneThatWasFound) {
  ValuationSearch search = search_over(3);
  ASSERT_TRUE(search.next());
  EXPECT_TRUE(search.next_as_near());
  EXPECT_EQ(search.flips().size(), 1u);
  EXPECT_TRUE(search.next_as_near());
  EXPECT_FALSE(search.next_as_near());
}

}  // namespace
}  // namespace saltus
