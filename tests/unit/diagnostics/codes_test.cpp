#include "saltus/foundation/diagnostics/codes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string_view>

namespace saltus {
namespace {

TEST(Codes, EveryCodeIsListedOnceAndHasALetterAndFourDigits) {
  std::set<std::string_view> seen;
  for (const Code code : all_codes()) {
    EXPECT_TRUE(seen.insert(code.name).second) << code.name;
    ASSERT_EQ(code.name.size(), 5U);
    EXPECT_NE(std::string_view("PNFMSIXLU").find(code.name[0]), std::string_view::npos)
        << code.name;
    EXPECT_TRUE(std::all_of(code.name.begin() + 1, code.name.end(), [](char c) {
      return c >= '0' && c <= '9';
    })) << code.name;
  }
  EXPECT_FALSE(seen.empty());
}

TEST(Codes, ACodeKnowsItsNumberAndItsName) {
  EXPECT_EQ(codes::stray_character.name, "P0101");
  EXPECT_EQ(codes::stray_character.title, "stray_character");
}

}  // namespace
}  // namespace saltus
