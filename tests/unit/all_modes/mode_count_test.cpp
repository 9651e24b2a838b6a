#include "saltus/analysis/all_modes/mode_count.h"

#include <gtest/gtest.h>

namespace saltus {
namespace {

ModeCount power(std::uint64_t base, int exponent) {
  ModeCount result(1);
  for (int k = 0; k < exponent; ++k) result = result * ModeCount(base);
  return result;
}

TEST(ModeCount, KeepsAllDigits) {
  EXPECT_EQ(power(3, 50).digits(), "717897987691852588770249");
  EXPECT_EQ(power(10, 40).digits(), "1" + std::string(40, '0'));
  EXPECT_EQ(ModeCount().digits(), "0");
}

TEST(ModeCount, ShiftsAreProductsWithPowersOfTwo) {
  ModeCount shifted = power(3, 50);
  shifted <<= 131;
  EXPECT_EQ(shifted, power(3, 50) * power(2, 131));
}

TEST(ModeCount, SumsAndDifferencesCarry) {
  ModeCount sum = power(2, 128) - ModeCount(1);
  EXPECT_EQ(sum.digits(), "340282366920938463463374607431768211455");
  sum += ModeCount(1);
  EXPECT_EQ(sum, power(2, 128));
  EXPECT_TRUE((sum - power(2, 128)).is_zero());
}

TEST(ModeCount, LargeOnesAreShortenedForPeople) {
  EXPECT_EQ(ModeCount(999'999).text(), "999999");
  EXPECT_EQ(ModeCount(1'234'567).text(), "1.23e6");
  EXPECT_EQ(power(10, 300).text(), "1.00e300");
  EXPECT_NEAR(power(7, 400).log10(), 338.0392, 1e-3);
}

}  // namespace
}  // namespace saltus
