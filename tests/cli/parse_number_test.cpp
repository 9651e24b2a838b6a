#include "apps/saltus/parse_number.h"

#include <gtest/gtest.h>

namespace saltus {
namespace {

TEST(ParseNumber, ReadsTheNumbersOfModelica) {
  EXPECT_EQ(parse_number("1").value(), 1.0);
  EXPECT_EQ(parse_number("-0.5").value(), -0.5);
  EXPECT_EQ(parse_number("+2").value(), 2.0);
  EXPECT_EQ(parse_number("1e-3").value(), 1e-3);
  EXPECT_EQ(parse_number("1E3").value(), 1e3);
  EXPECT_EQ(parse_number(".5").value(), 0.5);
}

TEST(ParseNumber, ReadsExactly) {
  EXPECT_EQ(parse_number("0.1").value(), 0.1);
  EXPECT_EQ(parse_number("0.30000000000000004").value(), 0.1 + 0.2);
}

TEST(ParseNumber, SaysWhyItCannot) {
  EXPECT_EQ(parse_number("").error().reason, "it is empty");
  for (const char* text : {"x", "1x", "1,5", "1 ", " 1", "0x10", "--1", "+-1", "1e", "."}) {
    ASSERT_FALSE(parse_number(text)) << text;
    EXPECT_EQ(parse_number(text).error().reason, "it is not a number") << text;
  }
  EXPECT_EQ(parse_number("1e400").error().reason, "it is out of range");
  for (const char* text : {"nan", "NaN", "inf", "-inf", "infinity"}) {
    ASSERT_FALSE(parse_number(text)) << text;
    EXPECT_EQ(parse_number(text).error().reason, "it is not finite") << text;
  }
}

TEST(ParseNumberList, SplitsAtCommas) {
  EXPECT_EQ(parse_number_list("1").value(), (std::vector<double>{1.0}));
  EXPECT_EQ(parse_number_list("3,-1,2.5").value(), (std::vector<double>{3.0, -1.0, 2.5}));
}

TEST(ParseNumberList, SaysWhichItemIsWrong) {
  EXPECT_EQ(parse_number_list("1,x,2").error().reason, "`x`: it is not a number");
  for (const char* text : {"", ",", "1,", ",1", "1,,2"}) {
    ASSERT_FALSE(parse_number_list(text)) << text;
    EXPECT_EQ(parse_number_list(text).error().reason, "a number is missing between its commas");
  }
}

}  // namespace
}  // namespace saltus
