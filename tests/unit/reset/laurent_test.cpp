#include "saltus/runtime/reset/laurent.h"

#include <gtest/gtest.h>

#include <random>

#include "saltus/runtime/reset/series_field.h"

namespace saltus::testing {
namespace {

using Number = Laurent<8>;

Number random_number(std::mt19937& random, int lowest, int length) {
  std::uniform_real_distribution<double> coefficient(-2, 2);
  LaurentSum<8> sum;
  for (int i = 0; i < length; ++i) sum.add(shifted(Number(coefficient(random)), lowest + i));
  return sum.result();
}

void expect_near(const Number& a, const Number& b, double tolerance = 1e-11) {
  const int end = std::min({a.precision, b.precision, 20});
  for (int power = -20; power < end; ++power) {
    const double expected = b.coefficient(power);
    EXPECT_NEAR(a.coefficient(power), expected, tolerance * std::fmax(1.0, std::fabs(expected)))
        << "power " << power;
  }
}

TEST(Laurent, SumsKeepThePowersApart) {
  const Number sum = shifted(Number(3), -2) + Number(5) + shifted(Number(-1), 4);
  EXPECT_EQ(sum.valuation, -2);
  EXPECT_EQ(sum.coefficient(-2), 3);
  EXPECT_EQ(sum.coefficient(-1), 0);
  EXPECT_EQ(sum.coefficient(0), 5);
  EXPECT_EQ(sum.coefficient(4), -1);
  EXPECT_TRUE(sum.is_exact());
}

TEST(Laurent, WhatCancelsIsZeroExactly) {
  const Number rest = (Number(0.1) + Number(0.2)) - Number(0.3) + shifted(Number(2), 1);
  EXPECT_EQ(rest.valuation, 1);
  EXPECT_EQ(rest.coefficient(0), 0);
}

TEST(Laurent, WhatIsTooFarApartIsUnknownAndNotZero) {
  const Number sum = shifted(Number(1), -5) + shifted(Number(1), 5);
  EXPECT_FALSE(sum.knows(5));
  const Number rest = sum - shifted(Number(1), -5);
  EXPECT_TRUE(rest.is_zero());
  EXPECT_FALSE(rest.is_exact());
  EXPECT_EQ(rest.order(), 3);
}

TEST(Laurent, IsAField) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    const int v = static_cast<int>(random() % 7) - 3, w = static_cast<int>(random() % 7) - 3;
    const Number a = random_number(random, v, 3), b = random_number(random, w, 4);
    const Number c = random_number(random, v + w, 2);
    expect_near((a + b) * c, a * c + b * c);
    expect_near(a * b, b * a);
    // Division amplifies by powers of the ratio of coefficients.
    if (std::fabs(b.c[0]) > 0.7) expect_near((a / b) * b, a, 1e-6);
  }
}

TEST(Laurent, FunctionsObeyTheirIdentities) {
  std::mt19937 random(11);
  SeriesField<8> field;
  for (int round = 0; round < 100; ++round) {
    const Number a = random_number(random, 0, 3);
    Number sine, cosine;
    field.sin_cos(a, sine, cosine);
    expect_near(sine * sine + cosine * cosine, Number(1));
    field.sinh_cosh(a, sine, cosine);
    expect_near(cosine * cosine - sine * sine, Number(1), 1e-9);
    expect_near(field.divide(sine, cosine), field.tanh(a), 1e-9);
    expect_near(field.log(field.exp(a)), a, 1e-9);
    const Number positive = a * a + Number(1);
    expect_near(field.sqrt(positive) * field.sqrt(positive), positive, 1e-9);
    expect_near(field.power(positive, 1.5), field.sqrt(positive) * positive, 1e-8);
    expect_near(field.tan(field.atan(a)), a, 1e-6);
    const Number small = 0.3 * field.tanh(a);
    expect_near(field.asin(small) + field.acos(small), Number(std::acos(0.0)), 1e-9);
    expect_near(field.atan2(a, positive), field.atan(field.divide(a, positive)), 1e-9);
  }
  EXPECT_FALSE(field.has_no_series);
  EXPECT_FALSE(field.is_too_short);
}

TEST(Laurent, InfiniteArgumentsHaveNoSeries) {
  const Number infinite = shifted(Number(2), -1);
  SeriesField<8> field;
  field.exp(infinite);
  EXPECT_TRUE(field.has_no_series);
  field = {};
  field.sqrt(infinite);
  EXPECT_TRUE(field.has_no_series);
  field = {};
  EXPECT_EQ(field.sqrt(infinite * infinite).coefficient(-1), 2);
  EXPECT_FALSE(field.has_no_series);
}

}  // namespace
}  // namespace saltus::testing
