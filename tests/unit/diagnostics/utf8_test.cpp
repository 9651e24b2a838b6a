#include "saltus/foundation/diagnostics/utf8.h"

#include <gtest/gtest.h>

namespace saltus {
namespace {

TEST(CodePointLength, CountsTheBytesOfValidSequences) {
  EXPECT_EQ(code_point_length("a"), 1U);
  EXPECT_EQ(code_point_length("ä"), 2U);
  EXPECT_EQ(code_point_length("€uro"), 3U);
  EXPECT_EQ(code_point_length("\xF0\x9F\x98\x80"), 4U);
}

TEST(CodePointLength, RefusesWhatTheUnicodeStandardCallsIllFormed) {
  EXPECT_EQ(code_point_length("\x80"), 0U);              // a continuation alone
  EXPECT_EQ(code_point_length("\xC3"), 0U);              // cut short
  EXPECT_EQ(code_point_length("\xC3("), 0U);             // not continued
  EXPECT_EQ(code_point_length("\xC0\xAF"), 0U);          // overlong
  EXPECT_EQ(code_point_length("\xE0\x80\xAF"), 0U);      // overlong
  EXPECT_EQ(code_point_length("\xED\xA0\x80"), 0U);      // surrogate
  EXPECT_EQ(code_point_length("\xF4\x90\x80\x80"), 0U);  // above U+10FFFF
  EXPECT_EQ(code_point_length("\xFF"), 0U);
}

}  // namespace
}  // namespace saltus
