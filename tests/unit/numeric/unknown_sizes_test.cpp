#include "saltus/runtime/numeric/unknown_sizes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/unit/numeric/function_system.h"

namespace saltus {
namespace {

using Arguments = std::span<const Dual>;

std::vector<double> sizes(FunctionSystem& system, const std::vector<double>& x,
                          std::vector<double> size) {
  find_unknown_sizes(system, x, size);
  return size;
}

TEST(UnknownSizes, AreThoseOfWhatIsAdded) {
  FunctionSystem system(3, {{{0, 1}, [](Arguments a) { return 4.0 * a[0] - 2.0 * a[1]; }},
                            {{1, 2}, [](Arguments a) { return a[0] + 0.5 * a[1]; }}});
  EXPECT_EQ(sizes(system, {3.0, 0.0, 0.0}, {3.0, 0.0, 0.0}), (std::vector<double>{3.0, 6.0, 12.0}));
}

TEST(UnknownSizes, AreThoseOfConstants) {
  FunctionSystem system(2, {{{0, 1}, [](Arguments a) { return a[0] + 5.0 * a[1] - 10.0; }}});
  EXPECT_EQ(sizes(system, {0.0, 0.0}, {0.0, 0.0}), (std::vector<double>{10.0, 2.0}));
}

TEST(UnknownSizes, OfSeveralRowsTheSmallestCounts) {
  FunctionSystem system(3, {{{0, 2}, [](Arguments a) { return a[0] - a[1]; }},
                            {{1, 2}, [](Arguments a) { return a[0] - a[1]; }}});
  EXPECT_EQ(sizes(system, {7.0, 3.0, 0.0}, {7.0, 3.0, 0.0})[2], 3.0);
}

TEST(UnknownSizes, AreNotKnownFromCoefficientsThatVary) {
  FunctionSystem system(4, {{{0, 1, 2, 3}, [](Arguments a) { return a[0] * a[2] + a[1] * a[3]; }}});
  const std::vector<double> start = {1.0, 6e-17, 0.5, 0.0};
  EXPECT_EQ(sizes(system, start, {1.0, 6e-17, 0.5, 0.0})[3], 1.0);
}

TEST(UnknownSizes, ThatAreKnownStay) {
  FunctionSystem system(2, {{{0, 1}, [](Arguments a) { return a[0] - a[1]; }}});
  EXPECT_EQ(sizes(system, {7.0, 3.0}, {0.25, 3.0}), (std::vector<double>{0.25, 3.0}));
}

TEST(UnknownSizes, FollowTheUnits) {
  for (const int of_row : {-30, 0, 30}) {
    for (const int of_x : {-30, 0, 30}) {
      for (const int of_y : {-30, 0, 30}) {
        const double row = std::ldexp(1.0, of_row), x = std::ldexp(1.0, of_x);
        const double y = std::ldexp(1.0, of_y);
        FunctionSystem system(2, {{{0, 1}, [&](Arguments a) {
                                     return (3.0 * x * row) * a[0] - (2.0 * y * row) * a[1];
                                   }}});
        EXPECT_EQ(sizes(system, {4.0 / x, 0.0}, {4.0 / x, 0.0})[1], 6.0 / y);
      }
    }
  }
}

}  // namespace
}  // namespace saltus
