#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "saltus/runtime/taylor/expansion.h"

namespace saltus {

// A point in time to more than double precision: long runs of small steps do
// not drift.
class Instant {
 public:
  Instant() = default;
  explicit Instant(double time) : high_(time) {}
  double value() const { return high_; }
  Instant plus(double step) const;
  double minus(double time) const { return (high_ - time) + low_; }

 private:
  double high_ = 0.0;
  double low_ = 0.0;
};

struct StepFailed {
  double time;  // the failure lies between here and one smallest step further
  std::optional<ExpansionFailure> cause;  // nothing: the step itself became too small
};
struct Advanced {
  double time;
};
using StepOutcome = std::variant<Advanced, StepFailed>;

struct StepStatistics {
  std::uint64_t steps = 0, rejected_steps = 0, expansions = 0;
  double smallest_step = 0.0, largest_step = 0.0;
  double largest_error = 0.0;       // last terms of the series, in units of the tolerance
  double largest_projection = 0.0;  // in units of the tolerance
};

// Advances the solution of one mode by Taylor series of fixed order and variable
// step. The order follows from the tolerance, the step from the last terms.
class TaylorIntegrator {
 public:
  // `nominal`: one magnitude per unknown below which nothing needs to be
  // resolved relative to itself; 0 where nobody gave one.
  TaylorIntegrator(const ExecutableMode& mode, double tolerance, std::vector<double> nominal);

  int order() const { return order_; }
  const Expansion& expansion() const { return expansion_; }
  std::size_t state_size() const { return expansion_.state_size(); }
  const StateSlot& slot(std::uint32_t unknown) const { return expansion_.slot(unknown); }

  // Begins at a consistent or nearly consistent state.
  std::optional<ExpansionFailure> begin(double time, std::span<const double> state);

  // One step towards `limit`, never beyond it; forward or backward.
  StepOutcome step(double limit);

  double time() const { return time_.value(); }
  // The unknown whose series allowed the last step no more length.
  std::uint32_t limiting_unknown() const { return limiting_unknown_; }
  std::span<const double> state() const { return state_; }

  // The solution at a time within the last step: the polynomial's value, moved
  // onto all equations. At time() itself it is state().
  std::optional<ExpansionFailure> evaluate(double time, std::span<double> state);
  // The expansion that the last evaluate() made: order 0, guards and assertions observed.
  Expansion& point() { return point_; }

  const StepStatistics& statistics() const { return statistics_; }
  std::uint64_t newton_iterations() const { return expansion_.newton_iterations(); }
  std::uint64_t factorizations() const { return expansion_.factorizations(); }

 private:
  std::optional<ExpansionFailure> expand_at(double time);
  double choose_step();
  double term(std::uint32_t unknown, std::uint32_t k, int m) const;
  double step_from_zero(std::uint32_t unknown, std::uint32_t k, int m) const;
  void keep_polynomial();
  void predict(double step, std::span<double> state) const;
  double defect(double step) const;
  void update_scales();

  const ExecutableMode& mode_;
  double tolerance_;
  int order_;
  std::vector<double> nominal_;
  Expansion expansion_;
  Expansion point_;
  Instant time_;
  double time_scale_ = 1.0;
  std::vector<double> state_, trial_, scale_;
  std::vector<bool> has_moved_;  // per state entry: it was different from zero
  std::uint32_t limiting_unknown_ = 0;
  // The polynomial of the last step, about polynomial_time_.
  std::vector<double> polynomial_;
  Instant polynomial_time_;
  double polynomial_scale_ = 1.0;
  double rounding_defect_ = 0.0;  // the largest defect that turned out to be rounding
  std::vector<double> falling_;   // falling_[k*stride + m] = m!/(m-k)!
  StepStatistics statistics_;
};

}  // namespace saltus
