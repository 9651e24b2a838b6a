#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "saltus/foundation/base/interruption.h"
#include "saltus/foundation/base/memento.h"
#include "saltus/runtime/numeric/tolerances.h"
#include "saltus/runtime/taylor/crossings_by_value.h"
#include "saltus/runtime/taylor/event_location.h"
#include "saltus/runtime/taylor/held_branches.h"
#include "saltus/runtime/taylor/present_series.h"
#include "saltus/runtime/taylor/sides.h"
#include "saltus/runtime/taylor/step_acceptance.h"
#include "saltus/runtime/taylor/step_outcome.h"
#include "saltus/runtime/taylor/step_over_root.h"

namespace saltus {

// Advances the solution of one mode by Taylor series of fixed order and variable
// step. The order follows from the tolerance, the step from the last terms; the equations
// at the end of a step, and within it where the series cannot speak for all of it, decide
// whether it is accepted.
class TaylorIntegrator {
 public:
  // `nominal`: one magnitude per unknown below which nothing needs to be
  // resolved relative to itself; 0 where nobody gave one.
  // The mode, its plan and `known` must outlive the integrator.
  TaylorIntegrator(const ExecutableMode& mode, const ExpansionPlan& plan,
                   const Tolerances& tolerances, std::vector<double> nominal,
                   const KnownValues& known);

  TaylorIntegrator& operator=(const TaylorIntegrator&) = delete;
  // A copy was put back in its place (Memento).
  void rebind() { series_.rebind(); }

  // Runs backward in time: what comes after an instant is before it on the clock.
  void set_backward() { series_.set_backward(); }
  // A step that is interrupted fails.
  void set_interruption(Interruption* interruption) { interruption_ = interruption; }
  // No step is longer: the run ends before.
  void set_longest_step(double length) {
    longest_step_ = length;
    sides_.set_span(length);
  }
  // Nothing that comes later belongs to this mode. Whether it has to be known: a value without a
  // size is measured by what it grows to.
  bool needs_horizon() const { return series_.control().has_zero(state()); }
  void set_horizon(double time) { acceptance_.set_horizon(std::fabs(instant().minus(time))); }
  // The length of steps to expect, if another mode has found one.
  double time_scale() const { return series_.time_scale(); }
  void set_time_scale(double scale) {
    series_.set_time_scale(scale);
    is_time_scale_known_ = true;
  }
  // What another mode has found out about the event functions: how large they and their
  // derivatives were over the last step, and how well the crossings at its end are located.
  void keep_surface_scales(const TaylorIntegrator& other) {
    series_.functions().take_over(other.series_.functions());
  }

  // Begins at a consistent or nearly consistent state. `scale`: sizes that the entries of the
  // state had over the last step in another mode, if there was one.
  std::optional<ExpansionFailure> begin(const Instant& time, std::span<const double> state,
                                        std::span<const double> scale = {});

  // One step towards `limit`, never beyond it; forward or backward. It ends at the
  // first crossing of an event function; `held`: the sides on which they are, one per
  // surface of the mode. After a crossing the next call must be begin().
  StepOutcome step(double limit, std::span<const Side> held = {});
  std::span<const SurfaceCrossing> crossings() const { return location_.crossings(); }
  // After a step that failed because an event function is not a number: nothing depends on it until
  // the next begin().
  void ignore(std::uint32_t surface) { series_.functions().ignore(surface); }
  // After a step that failed: the series may end at an event function's zero, as that of
  // sqrt(x) does. True if the solution has come as near to one as time can be told; it counts
  // as crossed.
  // `leaving`: functions of surfaces that cannot hold the motion there.
  bool has_arrived(const StepFailed& failed, double limit, std::span<const Side> held,
                   std::span<const std::uint32_t> leaving);

  // After begin(): the sides on which the event functions are immediately after this instant.
  Sides& sides() { return sides_; }
  // Evaluates the event functions about the present point.
  void observe() { series_.observe(); }

  // False where the last step has ended at a kink beyond which there is no series.
  bool has_series() const { return !series_.failure(); }
  // Whether the mode has operations with branches that no guard decides (KinkWatch).
  bool has_branches() const { return !branches_.is_empty(); }
  // After begin(): no step can begin at the zero of a root, and none that leads on if that zero is
  // not farther away than `soon`.
  bool is_at_root(double soon) const { return branches_.is_at_root(soon); }

  double time() const { return series_.time(); }
  const Instant& instant() const { return series_.instant(); }
  std::span<const double> state() const { return series_.state(); }
  std::size_t state_size() const { return expansion().state_size(); }
  const StateSlot& slot(std::uint32_t unknown) const { return expansion().slot(unknown); }
  // One per entry of the state, positive: its size over the last step, or its nominal value.
  std::span<const double> scale() const { return series_.control().metric(); }
  // After begin(): x^(order) there, of any order that the series reaches.
  double derivative(std::uint32_t unknown, int order) { return series_.derivative(unknown, order); }
  // What rounding of an unknown's leading value has done over a step to the value below it: more
  // than its size says where the terms of x' cancel.
  double noise_below_leading(std::uint32_t unknown) {
    return tolerances::rounding_margin * acceptance_.rounding(expansion())[unknown] * time_scale();
  }

  // The solution over the last step.
  const Segment& segment() const { return series_.segment(); }
  // The solution at a time within the last step: the polynomial's value, moved
  // onto all equations. At time() itself it is state().
  std::optional<ExpansionFailure> evaluate(double time, std::span<double> state);
  std::optional<ExpansionFailure> evaluate(const Instant& time, std::span<double> state);
  // What the equations say at any time: moves a state onto them.
  std::optional<ExpansionFailure> evaluate_state(const Instant& time, std::span<double> state) {
    return series_.point().move_onto_equations(time.value(), scale(), state);
  }
  // The expansion that the last evaluate() made, of order 0.
  Expansion& point() { return series_.point().expansion(); }

  int order() const { return series_.order(); }
  const Expansion& expansion() const { return series_.expansion(); }
  // The unknown whose series allowed the last step no more length.
  std::uint32_t limiting_unknown() const { return series_.control().limiting_unknown(); }
  StepStatistics statistics() const;
  std::uint64_t newton_iterations() const { return expansion().newton_iterations(); }
  std::uint64_t factorizations() const { return expansion().factorizations(); }

 private:
  // Parts refer to each other.
  friend class Memento<TaylorIntegrator>;
  TaylorIntegrator(const TaylorIntegrator&) = default;

  // What the attempts at one step have in common.
  struct Step {
    StepRequest request;
    double longest;                                                // no attempt is longer
    double last_defect = std::numeric_limits<double>::infinity();  // of one twice as long
    bool is_representative = false;  // the series speaks for a step of this length
    std::optional<ExpansionFailure> cause = {};
  };
  // Where an attempt ends: as far as asked for, as far as the series is accurate, where branches or
  // sides are left, or where the next step tells whether a side is left.
  enum class End : std::uint8_t { limit, accuracy, kink, crossing, near_touch };
  struct Attempt {
    double step;  // with its sign
    End end;
    bool is_singular = false;  // at its end are the equations
  };

  std::optional<ExpansionFailure> expand_first_terms();
  std::optional<StepOutcome> arrive_at_roots(const StepRequest& request);
  StepRequest request_to(double limit, std::span<const Side> held) const;
  double choose_length();
  double limit_length(const StepRequest& request, double length) const;
  Attempt choose_end(const Step& step);
  std::optional<EventLocation::Found> find_crossing(const Step& step, double length);
  std::optional<StepOutcome> try_attempt(Step& step, Attempt attempt);
  std::optional<StepOutcome> end_step(Step& step, Attempt& attempt);
  bool is_good_within(Step& step, double length);
  std::optional<double> accept_point(const Step& step, double length);
  bool evaluate_end(Step& step, Attempt& attempt);
  std::optional<StepOutcome> end_at_kink(Step& step, Attempt& attempt);
  std::optional<StepOutcome> end_at_crossing(Step& step, Attempt& attempt);
  std::optional<StepOutcome> end_between(Step& step, Attempt& attempt);
  void expect_step_after_event(double step);

  PresentSeries series_;
  StepAcceptance acceptance_;
  HeldBranches branches_;
  EventLocation location_;
  CrossingsByValue by_value_;
  StepOverRoot over_root_;
  Sides sides_;
  Tolerances tolerances_;
  std::vector<double> reached_;  // scratch: the state at the end of an attempt
  double longest_step_ = std::numeric_limits<double>::infinity();
  bool is_time_scale_known_ = false;
  Interruption* interruption_ = nullptr;
  StepStatistics statistics_;
};

}  // namespace saltus
