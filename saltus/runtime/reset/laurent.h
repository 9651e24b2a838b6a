#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace saltus {

// What is left of a sum whose terms cancel is rounding below this share of the sum
// of their magnitudes, and counts as zero: 1e-17 eps^0 must not outweigh 1 eps^1.
inline constexpr double kCancelled = 1e-13;

// A number of the field of Laurent series in a positive infinitesimal eps, with at
// most K coefficients:
//   c[0] eps^v + c[1] eps^(v+1) + … + c[length-1] eps^(v+length-1) + O(eps^precision).
// The precision is part of the number: what truncation has made unknown is never
// taken for zero. Zero has length 0; otherwise c[0] is not zero.
template <int K>
struct Laurent {
  static constexpr int kExact = std::numeric_limits<int>::max() / 4;

  Laurent() = default;
  explicit Laurent(double value) : length(value != 0.0 ? 1 : 0) { c[0] = value; }

  bool is_zero() const { return length == 0; }
  bool is_exact() const { return precision >= kExact; }
  // The first power that may be different from zero.
  int order() const { return length == 0 ? precision : valuation; }
  // The coefficient of a power of eps, zero if it is not known.
  double coefficient(int power) const {
    const int i = power - valuation;
    return i >= 0 && i < length ? c[static_cast<std::size_t>(i)] : 0.0;
  }
  bool knows(int power) const { return power < precision; }
  bool is_finite() const {
    for (int i = 0; i < length; ++i) {
      if (!std::isfinite(c[static_cast<std::size_t>(i)])) return false;
    }
    return true;
  }

  int valuation = 0;
  int length = 0;
  int precision = kExact;
  std::array<double, static_cast<std::size_t>(K)> c;  // beyond `length`: no meaning
};

// Multiplication by eps^power.
template <int K>
Laurent<K> shifted(Laurent<K> a, int power) {
  a.valuation += power;
  if (!a.is_exact()) a.precision += power;
  return a;
}

// A sum with cancellation detected per coefficient, over all its terms.
template <int K>
class LaurentSum {
 public:
  void add(const Laurent<K>& a, double factor = 1.0) {
    precision_ = std::min(precision_, a.precision);
    if (a.length == 0 || factor == 0.0) return;
    make_room(a.valuation);
    const int count = admit(a.valuation, a.length);
    for (int i = 0; i < count; ++i) add_at(a.valuation - base_ + i, factor * a.c[index(i)]);
  }

  void add_product(const Laurent<K>& a, const Laurent<K>& b, double factor = 1.0) {
    if (is_exact_zero(a) || is_exact_zero(b) || factor == 0.0) return;
    if (!a.is_exact()) precision_ = std::min(precision_, a.precision + b.order());
    if (!b.is_exact()) precision_ = std::min(precision_, b.precision + a.order());
    if (a.length == 0 || b.length == 0) return;
    const int valuation = a.valuation + b.valuation;
    make_room(valuation);
    const int count = admit(valuation, a.length + b.length - 1);
    for (int i = 0; i < std::min(a.length, count); ++i) {
      const double scaled = factor * a.c[index(i)];
      const int last = std::min(b.length, count - i);
      for (int j = 0; j < last; ++j) add_at(valuation - base_ + i + j, scaled * b.c[index(j)]);
    }
  }

  Laurent<K> result() const {
    Laurent<K> sum;
    sum.precision = precision_;
    const int end = std::min(length_, precision_ - base_);
    int first = 0;
    while (first < end && is_cancelled(first)) ++first;
    int last = end;
    while (last > first && is_cancelled(last - 1)) --last;
    sum.valuation = base_ + first;
    sum.length = std::max(0, last - first);
    for (int i = first; i < last; ++i) {
      sum.c[index(i - first)] = is_cancelled(i) ? 0.0 : value_[index(i)];
    }
    return sum;
  }

 private:
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  static bool is_exact_zero(const Laurent<K>& a) { return a.length == 0 && a.is_exact(); }
  bool is_cancelled(int i) const {
    return std::fabs(value_[index(i)]) <= kCancelled * magnitude_[index(i)];
  }
  void add_at(int i, double term) {
    value_[index(i)] += term;
    magnitude_[index(i)] += std::fabs(term);
  }

  // Moves the window so that `valuation` is inside; what falls off at the other end is unknown.
  void make_room(int valuation) {
    if (length_ == 0) {
      base_ = valuation;
      return;
    }
    const int shift = base_ - valuation;
    if (shift <= 0) return;
    const int kept = std::max(0, std::min(length_, K - shift));
    if (kept < length_) precision_ = std::min(precision_, valuation + K);
    for (int i = kept; i-- > 0;) {
      value_[index(i + shift)] = value_[index(i)];
      magnitude_[index(i + shift)] = magnitude_[index(i)];
    }
    const int cleared = std::min(shift, K);
    std::fill_n(value_.begin(), cleared, 0.0);
    std::fill_n(magnitude_.begin(), cleared, 0.0);
    length_ = std::min(kept + shift, K);
    base_ = valuation;
  }

  // How many of `count` coefficients from eps^valuation on fit; the window grows to hold them.
  int admit(int valuation, int count) {
    const int offset = valuation - base_;
    if (offset + count > K) {
      precision_ = std::min(precision_, base_ + K);
      count = std::max(0, K - offset);
    }
    if (count == 0) return 0;
    for (; length_ < offset + count; ++length_) {
      value_[index(length_)] = magnitude_[index(length_)] = 0.0;
    }
    return count;
  }

  int base_ = 0;
  int length_ = 0;
  int precision_ = Laurent<K>::kExact;
  std::array<double, static_cast<std::size_t>(K)> value_, magnitude_;
};

template <int K>
Laurent<K> operator+(const Laurent<K>& a, const Laurent<K>& b) {
  LaurentSum<K> sum;
  sum.add(a);
  sum.add(b);
  return sum.result();
}

template <int K>
Laurent<K> operator-(const Laurent<K>& a, const Laurent<K>& b) {
  LaurentSum<K> sum;
  sum.add(a);
  sum.add(b, -1.0);
  return sum.result();
}

template <int K>
Laurent<K> operator*(const Laurent<K>& a, const Laurent<K>& b) {
  LaurentSum<K> sum;
  sum.add_product(a, b);
  return sum.result();
}

template <int K>
Laurent<K> operator*(double factor, Laurent<K> a) {
  if (factor == 0.0) return Laurent<K>();
  for (int i = 0; i < a.length; ++i) a.c[static_cast<std::size_t>(i)] *= factor;
  return a;
}

// Requires b to be different from zero. With q = a/b:
//   q_k = (a_k - sum over i = 1 … k of b_i q_(k-i)) / b_0.
template <int K>
Laurent<K> operator/(const Laurent<K>& a, const Laurent<K>& b) {
  Laurent<K> q;
  q.valuation = a.valuation - b.valuation;
  if (a.is_zero()) {
    if (!a.is_exact()) q.precision = a.precision - b.valuation;
    return q;
  }
  const bool is_monomial = b.length == 1 && b.is_exact();
  int known = is_monomial && a.is_exact() ? a.length : K;
  if (!a.is_exact()) known = std::min(known, a.precision - a.valuation);
  if (!b.is_exact()) known = std::min(known, b.precision - b.valuation);
  if (!(is_monomial && a.is_exact())) q.precision = q.valuation + known;
  const auto at = [](int i) { return static_cast<std::size_t>(i); };
  for (int k = 0; k < known; ++k) {
    double value = k < a.length ? a.c[at(k)] : 0.0;
    double magnitude = std::fabs(value);
    for (int i = 1; i <= std::min(k, b.length - 1); ++i) {
      const double term = b.c[at(i)] * q.c[at(k - i)];
      value -= term;
      magnitude += std::fabs(term);
    }
    q.c[at(k)] = std::fabs(value) <= kCancelled * magnitude ? 0.0 : value / b.c[0];
  }
  q.length = known;
  while (q.length > 0 && q.c[at(q.length - 1)] == 0.0) --q.length;
  return q;
}

}  // namespace saltus
