#include "saltus/foundation/diagnostics/diagnostics.h"

#include <gtest/gtest.h>

#include <vector>

namespace saltus {
namespace {

constexpr Code kCode{"P0000", "example"};

std::vector<std::string> messages(const Diagnostics& diagnostics) {
  std::vector<std::string> list;
  for (const Diagnostic& one : diagnostics.all()) list.push_back(one.message);
  return list;
}

TEST(Diagnostics, WarningsAreNotErrors) {
  Diagnostics diagnostics;
  diagnostics.warning(kCode, {}, "careful");
  EXPECT_FALSE(diagnostics.has_errors());
  diagnostics.error(kCode, {}, "wrong");
  EXPECT_TRUE(diagnostics.has_errors());
  EXPECT_EQ(diagnostics.error_count(), 1U);
}

TEST(Diagnostics, AReferenceStaysValidWhileOthersAreAdded) {
  Diagnostics diagnostics;
  Diagnostic& first = diagnostics.error(kCode, {}, "first");
  for (int count = 0; count < 1000; ++count) diagnostics.error(kCode, {}, "more");
  first.mark("label");
  EXPECT_EQ(diagnostics.all().front().label, "label");
}

TEST(Diagnostics, SortingIsByPositionStableAndLeavesEarlierOnesAlone) {
  Diagnostics diagnostics;
  diagnostics.error(kCode, {90, 91}, "earlier stage");
  diagnostics.error(kCode, {7, 8}, "b");
  diagnostics.error(kCode, {3, 4}, "a");
  diagnostics.error(kCode, {7, 8}, "c");
  diagnostics.sort_by_position(1);
  EXPECT_EQ(messages(diagnostics), (std::vector<std::string>{"earlier stage", "a", "b", "c"}));
}

TEST(Diagnostics, BeyondAHundredTheyAreOnlyCounted) {
  Diagnostics diagnostics;
  for (int count = 0; count < 100; ++count) diagnostics.error(kCode, {}, "one").note("why");
  EXPECT_EQ(diagnostics.remainder(), "");
  diagnostics.error(kCode, {}, "one too many").note("why");
  EXPECT_EQ(diagnostics.all().size(), 100U);
  EXPECT_EQ(diagnostics.error_count(), 101U);
  EXPECT_EQ(diagnostics.remainder(), "and 1 more error");
  for (int count = 0; count < 103; ++count) diagnostics.warning(kCode, {}, "careful");
  EXPECT_EQ(diagnostics.all().size(), 200U);
  EXPECT_EQ(diagnostics.remainder(), "and 1 more error, 3 more warnings");
}

}  // namespace
}  // namespace saltus
