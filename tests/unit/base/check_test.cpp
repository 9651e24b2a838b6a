#include "saltus/foundation/base/check.h"

#include <gtest/gtest.h>

namespace saltus {
namespace {

TEST(Check, ABrokenConditionIsThrownToTheCaller) {
  try {
    SALTUS_CHECK(1 + 1 == 3);
    FAIL() << "nothing was thrown";
  } catch (const InternalError& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("1 + 1 == 3"), std::string::npos) << text;
    EXPECT_NE(text.find("check_test.cpp:"), std::string::npos) << text;
  }
}

TEST(Check, AConditionThatHoldsIsEvaluatedOnce) {
  int count = 0;
  SALTUS_CHECK(++count == 1);
  EXPECT_EQ(count, 1);
}

}  // namespace
}  // namespace saltus
