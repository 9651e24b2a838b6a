#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "saltus/runtime/numeric/tolerances.h"
#include "saltus/runtime/taylor/segment.h"

namespace saltus {

// How long a step may be, and by what its errors are measured: the size that each value has over
// the present step, its nominal value, and the absolute tolerance.
class StepControl {
 public:
  StepControl(const ExecutableMode& mode, const Expansion& layout, const Tolerances& tolerances,
              std::vector<double> nominal, int order);

  // At the start of a segment. `sizes`: those in another mode until here; if there are none, the
  // sizes over the last step in this mode count. `unit`: the expected length of a step.
  void begin(std::span<const double> state, std::span<const double> sizes, double unit);

  // From the first coefficients of a series: the time, in units of that of the expansion and a
  // power of two, in which the fastest state changes by its size; nothing if none does. A slope
  // that is all `rounding` (one number per unknown, of its leading value) says nothing.
  std::optional<double> time_scale(const Expansion& expansion,
                                   std::span<const double> rounding) const;

  // Steps of series that terminate have no end. In units of the series: coefficients that have
  // underflowed, (t/unit)^m < 1e-308, are still nothing there, up to the largest order.
  static constexpr double kLongest = 0x1p20;
  // The longest step for which the last two terms of every state are a small part of its size.
  double choose(const Segment& segment);
  // Whether rounding may be what limits the step that choose() has found: it is much shorter than
  // the longest one since begin(), or rounding was what limited the last one.
  bool may_be_limited_by_rounding(const Segment& segment, double length);
  // The same step if errors that rounding of the leading values (one number per unknown) leaves
  // open anyway do not count.
  double choose_beside(const Segment& segment, double length, std::span<const double> rounding);
  // The unknown that allowed no more.
  std::uint32_t limiting_unknown() const { return limiting_unknown_; }

  // The sizes over a step that comes to `reached`.
  void measure(const Segment& segment, double step, std::span<const double> from,
               std::span<const double> reached);
  // One per entry of the state.
  std::span<const double> sizes() const { return size_; }
  // The same, positive: the metric of projections.
  std::span<const double> metric() const { return metric_; }

  // How far an expansion lies from the polynomial that led to it, in units of the tolerance.
  struct Defect {
    double of_state = 0.0;  // an error e of a leading value is one of e*weight in the state below
    double of_point = 0.0;  // the move of the projection, jumps of algebraic values
    double largest() const { return std::max(of_state, of_point); }
  };
  // Nothing smaller than `rounding`, one number per unknown, counts; empty: all of it does.
  Defect defect(const Expansion& reached, double weight,
                std::span<const double> rounding = {}) const;

  // A value that is zero with all its derivatives, as far as the series goes, has no size by which
  // its errors could be measured: t^60. It is measured by what it grows to over the last attempts
  // at a step, at most four times as long, as the equations within them say.
  void begin_step();
  void begin_attempt();
  // A value that is state, but not its derivatives, is zero.
  bool has_zero(std::span<const double> state) const;
  void note_growth(std::span<const double> state, double weight);
  bool has_value_without_size() const;

 private:
  bool has_size(std::uint32_t unknown, std::uint32_t k) const;
  double shortest(const Segment& segment, double s);
  double rounding_size(const Segment& segment, std::uint32_t unknown, std::uint32_t k,
                       double s) const;
  double from_zero(const Segment& segment, std::uint32_t unknown, std::uint32_t k, int m) const;
  double least_size(std::uint32_t unknown, std::uint32_t k) const;
  void find_metric(std::span<const double> state, double unit);
  bool is_controlled(std::uint32_t unknown) const {
    return slots_[unknown].count > 1 || !mode_.blocks[mode_.unknowns[unknown].block].is_quasilinear;
  }

  const ExecutableMode& mode_;
  Tolerances tolerances_;
  std::vector<double> nominal_;
  int order_;
  std::vector<StateSlot> slots_;
  std::vector<double> size_;    // per state entry, over the last step
  std::vector<double> metric_;  // the same, with something in the place of zeros
  // Per unknown: to what the value below the leading one grows over this attempt, and over those
  // before.
  std::vector<double> growth_, growth_before_, growth_long_before_;
  std::uint32_t limiting_unknown_ = 0;
  std::span<const double> rounding_;  // of leading values, while choose_beside() runs
  double longest_ = 0.0;              // of the steps that choose() has found since begin()
  bool is_beside_rounding_ = false;   // rounding was what limited the last step
};

}  // namespace saltus
