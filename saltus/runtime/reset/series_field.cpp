#include "saltus/runtime/reset/series_field.h"

namespace saltus {

namespace {

// Sine and cosine of multiples of pi/2 come out as 6e-17 instead of zero.
constexpr double kRoundedToZero = 1e-15;
constexpr double kLargestIntegerExponent = 64.0;

double cleaned(double value) { return std::fabs(value) <= kRoundedToZero ? 0.0 : value; }

}  // namespace

template <int K>
void SeriesField<K>::limit_precision(Number& a, const Number& move) {
  if (move.precision >= a.precision) return;
  a.precision = move.precision;
  a.length = std::max(0, std::min(a.length, a.precision - a.valuation));
}

template <int K>
void SeriesField<K>::drop_rounding(Number& a, const Number& size) {
  bool has_dropped = false;
  for (int i = 0; i < a.length; ++i) {
    double& coefficient = a.c[static_cast<std::size_t>(i)];
    if (!(std::fabs(coefficient) <= kCancelled * size.coefficient(a.valuation + i))) continue;
    coefficient = 0.0;
    has_dropped = true;
  }
  if (!has_dropped) return;
  Sum sum;
  sum.add(a);
  a = sum.result();
}

template <int K>
auto SeriesField<K>::divide(const Number& a, const Number& b) -> Number {
  if (b.is_zero()) {
    (b.is_exact() ? has_no_series : is_too_short) = true;
    return Number();
  }
  return a / b;
}

template <int K>
auto SeriesField<K>::power_series(const Number& a) -> PowerSeries {
  PowerSeries series;
  if (a.order() < 0) {
    (a.is_zero() ? is_too_short : has_no_series) = true;
    return series;
  }
  if (a.precision <= 0) {
    is_too_short = true;
    return series;
  }
  series.known = std::min(K, a.precision);
  series.is_constant = a.is_exact() && (a.is_zero() || (a.length == 1 && a.valuation == 0));
  for (int i = 0; i < a.length && a.valuation + i < series.known; ++i) {
    series[a.valuation + i] = a.c[static_cast<std::size_t>(i)];
  }
  return series;
}

template <int K>
auto SeriesField<K>::number(const PowerSeries& series) -> Number {
  Number a;
  int end = series.is_constant ? 1 : series.known;
  if (!series.is_constant) a.precision = series.known;
  while (end > 0 && series[end - 1] == 0.0) --end;
  int first = 0;
  while (first < end && series[first] == 0.0) ++first;
  a.valuation = first;
  a.length = end - first;
  for (int i = first; i < end; ++i) a.c[static_cast<std::size_t>(i - first)] = series[i];
  return a;
}

// r' = a' w:  k r_k = sum over i = 1 … k of i a_i w_(k-i).
template <int K>
template <class Weight>
auto SeriesField<K>::integral(double start, const PowerSeries& a, const Weight& weight_of)
    -> PowerSeries {
  PowerSeries result;
  result.known = a.known;
  result.is_constant = a.is_constant;
  result[0] = start;
  if (a.is_constant) return result;
  for (int k = 1; k < a.known; ++k) {
    double sum = 0.0;
    for (int i = 1; i <= k; ++i) sum += i * a[i] * weight_of(result, k - i);
    result[k] = sum / k;
  }
  return result;
}

template <int K>
auto SeriesField<K>::integral_of(double start, const Number& a, const Number& weight) -> Number {
  PowerSeries argument = power_series(a);
  const PowerSeries factor = power_series(weight);
  if (argument.known == 0 || factor.known == 0) return Number();
  argument.known = std::min(argument.known, factor.known);
  return number(integral(start, argument, [&](const PowerSeries&, int k) { return factor[k]; }));
}

template <int K>
auto SeriesField<K>::integer_power(const Number& a, int exponent) -> Number {
  if (exponent < 0) return divide(Number(1.0), integer_power(a, -exponent));
  Number result(1.0), square = a;
  for (int rest = exponent; rest > 0; rest /= 2) {
    if (rest % 2 == 1) result = result * square;
    if (rest > 1) square = square * square;
  }
  return result;
}

// y = a^p:  k a_0 y_k = sum over i = 1 … k of (p i - (k - i)) a_i y_(k-i).
template <int K>
auto SeriesField<K>::power(const Number& a, double exponent) -> Number {
  if (exponent == std::floor(exponent) && std::fabs(exponent) <= kLargestIntegerExponent) {
    return integer_power(a, static_cast<int>(exponent));
  }
  if (a.is_zero()) {
    if (!a.is_exact()) {
      is_too_short = true;
      return Number();
    }
    return exponent > 0.0 ? Number() : none();
  }
  const double valuation = exponent * a.valuation;
  if (a.c[0] < 0.0 || valuation != std::floor(valuation)) return none();
  PowerSeries y;
  y.is_constant = a.is_exact() && a.length == 1;
  y.known = std::min(K, a.precision - a.valuation);
  y[0] = std::pow(a.c[0], exponent);
  for (int k = 1; k < y.known && !y.is_constant; ++k) {
    double sum = 0.0;
    for (int i = 1; i <= std::min(k, a.length - 1); ++i) {
      sum += (exponent * i - (k - i)) * a.c[static_cast<std::size_t>(i)] * y[k - i];
    }
    y[k] = sum / (k * a.c[0]);
  }
  return shifted(number(y), static_cast<int>(valuation));
}

template <int K>
auto SeriesField<K>::exp(const Number& a) -> Number {
  const PowerSeries series = power_series(a);
  if (series.known == 0) return Number();
  return number(integral(std::exp(series[0]), series,
                         [](const PowerSeries& result, int k) { return result[k]; }));
}

template <int K>
auto SeriesField<K>::log(const Number& a) -> Number {
  if (a.is_zero() || a.valuation != 0 || a.c[0] <= 0.0) return none();
  return integral_of(std::log(a.c[0]), a, divide(Number(1.0), a));
}

template <int K>
void SeriesField<K>::sin_cos(const Number& a, Number& sine, Number& cosine) {
  const PowerSeries series = power_series(a);
  PowerSeries s = series, c = series;
  s[0] = cleaned(std::sin(series[0]));
  c[0] = cleaned(std::cos(series[0]));
  for (int k = 1; k < series.known; ++k) {
    double sum_s = 0.0, sum_c = 0.0;
    for (int i = 1; i <= k; ++i) {
      sum_s += i * series[i] * c[k - i];
      sum_c -= i * series[i] * s[k - i];
    }
    s[k] = sum_s / k;
    c[k] = sum_c / k;
  }
  sine = number(s);
  cosine = number(c);
}

template <int K>
void SeriesField<K>::sinh_cosh(const Number& a, Number& sine, Number& cosine) {
  const PowerSeries series = power_series(a);
  PowerSeries s = series, c = series;
  s[0] = std::sinh(series[0]);
  c[0] = std::cosh(series[0]);
  for (int k = 1; k < series.known; ++k) {
    double sum_s = 0.0, sum_c = 0.0;
    for (int i = 1; i <= k; ++i) {
      sum_s += i * series[i] * c[k - i];
      sum_c += i * series[i] * s[k - i];
    }
    s[k] = sum_s / k;
    c[k] = sum_c / k;
  }
  sine = number(s);
  cosine = number(c);
}

template <int K>
auto SeriesField<K>::tan(const Number& a) -> Number {
  const PowerSeries series = power_series(a);
  if (series.known == 0) return Number();
  // 1 + tan^2
  return number(
      integral(cleaned(std::tan(series[0])), series, [](const PowerSeries& result, int k) {
        double sum = k == 0 ? 1.0 : 0.0;
        for (int i = 0; i <= k; ++i) sum += result[i] * result[k - i];
        return sum;
      }));
}

template <int K>
auto SeriesField<K>::tanh(const Number& a) -> Number {
  const PowerSeries series = power_series(a);
  if (series.known == 0) return Number();
  // 1 - tanh^2
  return number(integral(std::tanh(series[0]), series, [](const PowerSeries& result, int k) {
    double sum = k == 0 ? 1.0 : 0.0;
    for (int i = 0; i <= k; ++i) sum -= result[i] * result[k - i];
    return sum;
  }));
}

template <int K>
auto SeriesField<K>::asin(const Number& a) -> Number {
  const Number root = sqrt(Number(1.0) - a * a);
  return integral_of(std::asin(a.coefficient(0)), a, divide(Number(1.0), root));
}

template <int K>
auto SeriesField<K>::acos(const Number& a) -> Number {
  const Number root = sqrt(Number(1.0) - a * a);
  return integral_of(std::acos(a.coefficient(0)), a, divide(Number(-1.0), root));
}

template <int K>
auto SeriesField<K>::atan(const Number& a) -> Number {
  if (a.order() < 0) return none();
  return integral_of(std::atan(a.coefficient(0)), a, divide(Number(1.0), Number(1.0) + a * a));
}

// The angle from its own value at eps = 0: atan2(y, x) = atan2(y0, x0) + atan((y x0 - x y0)/(x x0 +
// y y0)).
template <int K>
auto SeriesField<K>::atan2(const Number& a, const Number& b) -> Number {
  if (a.order() < 0 || b.order() < 0) return none();
  const double y = a.coefficient(0), x = b.coefficient(0);
  if (x == 0.0 && y == 0.0) return none();
  const Number turn = divide(x * a - y * b, x * b + y * a);
  return Number(std::atan2(y, x)) + atan(turn);
}

template <int K>
auto SeriesField<K>::floor(const Number& a) -> Number {
  if (a.order() < 0) return none();
  const double value = a.coefficient(0);
  const bool is_below = value == std::floor(value) && sign(a - Number(value)) < 0;
  return Number(std::floor(value) - (is_below ? 1.0 : 0.0));
}

template class SeriesField<4>;
template class SeriesField<8>;
template class SeriesField<16>;
template class SeriesField<48>;

}  // namespace saltus
