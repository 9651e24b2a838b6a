#include "saltus/runtime/events/polynomial_value.h"

#include <cstddef>

#include "saltus/runtime/events/double_double.h"

namespace saltus {

ValueAndSlope value_and_slope(std::span<const double> coefficients, double x) {
  ValueAndSlope at_x;
  for (std::size_t m = coefficients.size(); m-- > 0;) {
    at_x.slope = at_x.slope * x + at_x.value;
    at_x.value = at_x.value * x + coefficients[m];
  }
  return at_x;
}

double accurate_value(std::span<const double> coefficients, double x) {
  double value = 0.0;
  double correction = 0.0;  // the same polynomial of the rounding errors
  for (std::size_t m = coefficients.size(); m-- > 0;) {
    const DoubleDouble product = two_product(value, x);
    const DoubleDouble sum = two_sum(product.high, coefficients[m]);
    value = sum.high;
    correction = correction * x + (product.low + sum.low);
  }
  return value + correction;
}

}  // namespace saltus
