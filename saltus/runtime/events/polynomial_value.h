#pragma once

#include <span>

namespace saltus {

struct ValueAndSlope {
  double value = 0.0;
  double slope = 0.0;
};

// p(x) and p'(x) of p(x) = sum of coefficients[m] x^m, by Horner's rule.
ValueAndSlope value_and_slope(std::span<const double> coefficients, double x);

// p(x) as if computed in twice the precision and then rounded: compensated Horner rule
// (S. Graillat, Ph. Langlois, N. Louvet 2005).
double accurate_value(std::span<const double> coefficients, double x);

}  // namespace saltus
