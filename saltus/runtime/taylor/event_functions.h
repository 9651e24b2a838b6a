#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "saltus/runtime/events/first_crossing.h"
#include "saltus/runtime/numeric/tolerances.h"
#include "saltus/runtime/taylor/rounding_sweep.h"
#include "saltus/runtime/taylor/segment.h"
#include "saltus/runtime/taylor/series_rounding.h"

namespace saltus {

// The event functions of a mode along a segment: how large they are, how much of them is rounding,
// on which side they are. Where they are zero is the business of EventLocation.
class EventFunctions {
 public:
  EventFunctions(const ExecutableMode& mode, const Expansion& expansion,
                 const Tolerances& tolerances);

  std::size_t count() const { return terms_.size(); }

  // After the functions of the expansion were observed up to `degree`, and the segment has taken
  // them. `sizes`: those of the state.
  void look(const Segment& segment, std::span<const double> sizes, int degree);
  int degree() const { return degree_; }

  // Nothing depends on the function now, so that it need not be a number. Until forget_ignored().
  void ignore(std::uint32_t function) { is_ignored_[function] = 1; }
  bool is_ignored(std::uint32_t function) const { return is_ignored_[function] != 0; }
  void forget_ignored() { std::fill(is_ignored_.begin(), is_ignored_.end(), std::uint8_t{0}); }

  // All coefficients up to degree() are finite: of one function, of all that are not ignored.
  bool have_series() const { return have_series_; }
  bool are_all_finite() const { return all_finite_; }
  bool has_series(std::uint32_t function) const { return has_series_[function] != 0; }

  // The sum of the absolute values of what the value is the sum of: now, and over the
  // last step; and the larger of both.
  double magnitude(std::uint32_t function) const { return magnitude_[function]; }
  double recent_magnitude(std::uint32_t function) const { return recent_[function]; }
  double size(std::uint32_t function) const {
    return std::max(magnitude_[function], recent_[function]);
  }
  // What its operations round, found out when it is first asked for; values below `rounding` are
  // taken for zero.
  double one_rounding(std::uint32_t function);
  double rounding(std::uint32_t function) {
    return tolerances::value_noise * one_rounding(function);
  }

  // A crossing was located here: what the function is at that point, its slope, and the accuracy
  // of time. Until the next step, values as small as that count as zero where it has crossed.
  void note_location(std::uint32_t function, double value, double slope, double time_accuracy);
  // A step has led away from there.
  void note_step(const Segment& segment);
  // The same in another mode.
  void take_over(const EventFunctions& other);

  // What the polynomial may differ from the function.
  double accuracy(std::uint32_t function) const {
    return tolerances::largest_defect * tolerances_.relative * magnitude_[function];
  }
  // What rounding may add to the polynomial on its way to s: what is that little beyond zero has
  // perhaps not left its side.
  double depth(std::uint32_t function, std::span<const double> series, double s);
  // At s it differs from it by no more than rounding.
  bool is_exact(const Segment& segment, std::uint32_t function, double s) const;

  // The value counts as zero: as far as rounding goes or, where it has just crossed, as its
  // crossing is located.
  bool is_zero(const Segment& segment, std::uint32_t function, bool has_crossed);
  // The value counts as zero, and all coefficients are rounding: it stays zero, and on whichever
  // side the relation says that it is. Looked at over the next step, in units of the segment; such
  // a function is still zero, as its crossing was located, after a step that leads away from there.
  bool rests(const Segment& segment, std::uint32_t function, double next_step);
  // Whether there is something to remember: it has come to zero at the begin, or rested until then.
  bool was_at_zero(std::uint32_t function) const { return located_zero_[function] > 0.0; }

  // What the value may differ from zero at the begin of a segment without having a sign.
  double start_noise(std::uint32_t function) {
    return std::max(rounding(function), located_zero_[function]);
  }

  // A product with a factor that is zero and stays so until the next event, as in
  // (1 - z)*(x - y) <= 0: no coefficient has to be looked at.
  bool vanishes(std::uint32_t function) const;

  // Where the value is zero: the side on which the function leaves what counts as zero
  // (semantics 4, ties), by its first coefficient that is not zero. A coefficient whose effect is
  // undone by later ones before it exceeds rounding decides nothing. Of the first of both, which
  // needs few coefficients: nothing, if it takes all of them to tell. Of the second, with the
  // length of the next step in units of the segment: zero, if it does not leave within that.
  enum class Accuracy : std::uint8_t { of_rounding, of_solution };
  std::optional<Side> side_of_leaving(const Segment& segment, std::uint32_t function,
                                      Accuracy accuracy, bool is_backward);
  Side side_of_leaving(const Segment& segment, std::uint32_t function, Accuracy accuracy,
                       bool is_backward, double next_step);

  // Where the value is zero: the sign of the first coefficient that is not, whatever comes later.
  Side side_of_first_term(const Segment& segment, std::uint32_t function, bool is_backward,
                          double next_step);

  // The largest s' <= s at which the last two terms of every function are a small part of its
  // magnitude, or of what it grows to by its own earlier terms.
  double limit(const Segment& segment, double s) const;
  // The same for one function of this degree and size.
  double limit_by_tail(std::span<const double> series, int degree, double scale, double s) const;

  // Whether a function that was identically zero leaves zero within s.
  bool leaves_zero(const Segment& segment, std::uint32_t function, double s);

 private:
  // What a function is the sum of, sums within sums taken apart: how much of it cancels says how
  // much of it is rounding.
  struct Terms {
    double constant = 0.0;
    std::vector<LinearTerm> linear = {};
    std::vector<ProductTerm> products = {};
    // For each linear term: the entry of the state that it is, or none. A state that passes
    // through zero has its size over the step. For each product with a constant: the entry of
    // its other factor.
    std::vector<std::uint32_t> entry = {}, entry_of_left = {};
  };
  // Of a contact that ends the first and second derivative vanish, and the third decides.
  static constexpr int kRatedOrders = 2;

  void find_terms(const Expansion& layout);
  double magnitude_of(std::uint32_t function, int m) const;
  double magnitude_of_value(std::uint32_t function) const;
  std::optional<bool> is_zero_coefficient(const Segment& segment, std::uint32_t function, int m,
                                          Accuracy accuracy, std::optional<double> next_step);
  bool is_clear(const Segment& segment, std::uint32_t function, int m) const;
  bool is_all_rounding(const Segment& segment, std::uint32_t function, int m);
  bool goes_on(const Segment& segment, std::uint32_t function, int m) const;
  bool was_far_above_rounding(const Segment& segment, std::uint32_t function, int m) const;
  void note_rounding_of(const Segment& segment, std::uint32_t function, int m, double part);
  bool leaves_later(int first, double noise) const;
  bool is_early_or_late(const Segment& segment, std::uint32_t function, int m) const;
  bool is_slow(const Segment& segment, std::uint32_t function, int m) const;
  bool is_rounding(const Segment& segment, std::uint32_t function, int m, double s) const;
  void find_powers(double s, int last) const;

  const ExecutableMode& mode_;
  const Expansion& expansion_;
  Tolerances tolerances_;
  int degree_ = 0;
  bool have_series_ = true, all_finite_ = true;
  std::vector<Terms> terms_;
  std::vector<std::uint8_t> has_series_, is_ignored_;
  std::vector<double> magnitude_, recent_;
  std::vector<double> sizes_;  // of the state
  RoundingSweep sweep_;
  SeriesRounding series_rounding_;
  bool has_begun_sweep_ = false;  // since look()
  // Per function: of the first and second derivative, when it was last asked for; before that all.
  std::vector<double> rate_rounding_;
  std::vector<double> recent_rate_;  // per function: first and second derivative over the last step
  std::vector<double> leaving_;      // scratch: a polynomial
  mutable std::vector<double> power_;  // scratch: s^m
  CrossingSearch search_;
  // Where a crossing was located: in time, and what the function was there.
  struct Location {
    double delay = 0.0;
    double value = 0.0;
    double zero = 0.0;  // values of the function that are zero there
  };
  void find_located_zeros(const Segment& segment);

  std::vector<Location> location_;
  std::vector<std::uint8_t> rests_;   // over the step that is tried
  std::vector<std::uint8_t> rested_;  // over the last one
  bool is_of_other_mode_ = false;     // that is where they were located
  std::vector<double> located_zero_;  // values that are zero where it has crossed
};

}  // namespace saltus
