#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "saltus/runtime/taylor/expansion.h"
#include "saltus/runtime/taylor/instant.h"

namespace saltus {

// The solution over a step: polynomials in s = (t - begin)/unit, one per unknown and one per
// event function. Dense output, event location and error control read nothing else.
class Segment {
 public:
  Segment(const ExecutableMode& mode, const Expansion& layout);

  // Takes the unknowns' coefficients of stages up to `order`.
  void take_unknowns(const Expansion& expansion, const Instant& begin, double unit, int order);
  // Takes the coefficients 0 … degree of the event functions. They may belong to the
  // next segment already, while the unknowns are still read.
  void take_functions(const Expansion& expansion, double unit, int degree);

  const Instant& begin() const { return begin_; }
  double unit() const { return unit_; }

  // x^(k) of every unknown, `step` after the begin: the layout of states.
  void predict(double step, std::span<double> state) const;

  // |u_m| of u = x^(k):  (m+k)!/m! unit^-k |x_(m+k)|.
  double term(std::uint32_t unknown, std::uint32_t k, int m) const;
  // The largest of |u_0|, |u_1| s, |u_2| s^2 of u = x^(k): its size over a step of length s*unit,
  // also where it passes through zero or turns there.
  double size(std::uint32_t unknown, std::uint32_t k, double s) const;
  // The degree of the unknown's polynomial, without zeros at the end.
  int degree(std::uint32_t unknown) const { return degree_[unknown]; }

  std::span<const double> function(std::uint32_t i) const {
    return std::span(functions_).subspan(i * stride_, stride_);
  }
  // The same without zeros at the end.
  std::span<const double> function_terms(std::uint32_t i) const {
    return std::span(functions_).subspan(i * stride_, function_terms_[i]);
  }
  std::size_t watched_count() const { return watched_.size(); }
  // The slope of an event function's polynomial, `step` after the begin.
  double function_slope(std::uint32_t i, double step) const;
  // The m-th derivative of an event function at the begin.
  double function_derivative(std::uint32_t i, int m) const;

 private:
  void find_powers(double s) const;

  const ExecutableMode& mode_;
  std::size_t stride_;
  std::vector<StateSlot> slots_;
  Instant begin_;
  double unit_ = 1.0;
  std::vector<double> inverse_unit_;  // its powers 0, -1, -2, …
  std::vector<double> unknowns_;
  std::vector<int> degree_;
  int largest_degree_ = 0;
  std::vector<std::uint32_t> watched_;  // rows of the event functions
  std::vector<double> functions_;
  std::vector<std::size_t> function_terms_;  // how many, at least 1
  double function_unit_ = 1.0;
  mutable std::vector<double> power_;  // scratch: s^m
  std::vector<double> falling_;        // falling_[k*stride + m] = m!/(m-k)!
};

}  // namespace saltus
