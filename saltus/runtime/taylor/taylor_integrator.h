#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "saltus/foundation/base/interruption.h"
#include "saltus/foundation/base/memento.h"
#include "saltus/runtime/numeric/tolerances.h"
#include "saltus/runtime/taylor/event_functions.h"
#include "saltus/runtime/taylor/event_location.h"
#include "saltus/runtime/taylor/expansion.h"
#include "saltus/runtime/taylor/kink_watch.h"
#include "saltus/runtime/taylor/segment.h"
#include "saltus/runtime/taylor/segment_point.h"
#include "saltus/runtime/taylor/step_acceptance.h"
#include "saltus/runtime/taylor/step_control.h"
#include "saltus/runtime/taylor/step_outcome.h"

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
  void rebind() {
    expansion_.rebind();
    point_.rebind();
  }

  int order() const { return order_; }
  const Expansion& expansion() const { return expansion_; }
  std::size_t state_size() const { return expansion_.state_size(); }
  const StateSlot& slot(std::uint32_t unknown) const { return expansion_.slot(unknown); }

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
  void ignore(std::uint32_t surface) { functions_.ignore(surface); }
  // After a step that failed: the series may end at an event function's zero, as that of
  // sqrt(x) does. True if the solution has come as near to one as time can be told; it counts
  // as crossed.
  bool has_arrived(std::span<const Side> held);

  // After begin(): the side on which an event function is immediately after this
  // instant, by the sign of its first coefficient that is not zero (semantics 4, ties).
  // Where it has just crossed, its value counts as zero as far as the place of the crossing is
  // known; its derivatives do as far as the solution is known, if that accuracy is asked for.
  using Accuracy = EventFunctions::Accuracy;
  Side side_after(std::uint32_t surface, bool has_crossed,
                  Accuracy accuracy = Accuracy::of_rounding);
  // The same after the author has set a state: the side to which that sends it at first. An arc so
  // low that it does not leave the rounding of a height is one nevertheless, and ends in a
  // crossing.
  Side side_after_jump(std::uint32_t surface, bool has_crossed);
  // After begin(): whether its value counts as zero.
  bool is_at_surface(std::uint32_t surface, bool has_crossed);

  // Evaluates the event functions about the present point.
  void observe();

  // The weight with which an event function contains impulses of the unknowns; zero if
  // it cancels.
  double impulse_of(std::uint32_t surface, std::span<const double> weights) const {
    return functions_.impulse_of(surface, weights);
  }

  // Runs backward in time: what comes after an instant is before it on the clock.
  void set_backward() { is_backward_ = true; }

  // A step that is interrupted fails.
  void set_interruption(Interruption* interruption) { interruption_ = interruption; }

  // The length of steps to expect, if another mode has found one.
  double time_scale() const { return time_scale_; }
  // No step is longer: the run ends before.
  void set_longest_step(double length) { longest_step_ = length; }
  void set_time_scale(double scale) {
    time_scale_ = scale;
    is_time_scale_known_ = true;
  }

  // What another mode has found out about the event functions: how large they and their
  // derivatives were over the last step, and how well the crossings at its end are located.
  void keep_surface_scales(const TaylorIntegrator& other) {
    functions_.take_over(other.functions_);
  }

  // False where the last step has ended at a kink beyond which there is no series.
  bool has_series() const { return !completion_failure_; }
  // Whether the mode has operations with branches that no guard decides (KinkWatch).
  bool has_branches() const { return !kinks_.is_empty(); }
  // After begin(): no step can begin at the zero of a root, and none that leads on if that zero is
  // not farther away than `soon`.
  bool is_at_root(double soon) const {
    return kinks_.is_at_root(is_backward_ ? -1.0 : 1.0, soon / time_scale_);
  }

  double time() const { return time_.value(); }
  const Instant& instant() const { return time_; }
  // The unknown whose series allowed the last step no more length.
  std::uint32_t limiting_unknown() const { return control_.limiting_unknown(); }
  std::span<const double> state() const { return state_; }
  // One per entry of the state, positive: its size over the last step, or its nominal value.
  std::span<const double> scale() const { return control_.metric(); }
  // What rounding of an unknown's leading value has done over a step to the value below it: more
  // than its size says where the terms of x' cancel.
  double noise_below_leading(std::uint32_t unknown) {
    return tolerances::rounding_margin * acceptance_.rounding(expansion_)[unknown] * time_scale_;
  }
  // After begin(): x^(order) there, of any order that the series reaches.
  double derivative(std::uint32_t unknown, int order);

  // The solution over the last step.
  const Segment& segment() const { return segment_; }
  // The solution at a time within the last step: the polynomial's value, moved
  // onto all equations. At time() itself it is state().
  std::optional<ExpansionFailure> evaluate(double time, std::span<double> state);
  std::optional<ExpansionFailure> evaluate(const Instant& time, std::span<double> state);
  // What the equations say at any time: moves a state onto them.
  std::optional<ExpansionFailure> evaluate_state(const Instant& time, std::span<double> state) {
    return point_.move_onto_equations(time.value(), control_.metric(), state);
  }
  // The expansion that the last evaluate() made, of order 0.
  Expansion& point() { return point_.expansion(); }

  const StepStatistics& statistics() const { return statistics_; }
  std::uint64_t newton_iterations() const { return expansion_.newton_iterations(); }
  std::uint64_t factorizations() const { return expansion_.factorizations(); }

 private:
  // Parts refer to the expansion.
  friend class Memento<TaylorIntegrator>;
  TaylorIntegrator(const TaylorIntegrator&) = default;

  // What the attempts at one step have in common.
  struct Attempts {
    double remaining;  // to the limit, with its sign
    double direction;
    double smallest;                 // no step is shorter
    double length;                   // of the next attempt
    double last_defect;              // of the attempt before, twice as long
    bool is_representative = false;  // the series speaks for a step of this length
    std::optional<ExpansionFailure> cause = {};
  };

  std::optional<ExpansionFailure> expand_at(double time, int order);
  bool complete();
  void keep_segment();
  int observed_degree() const {
    return is_complete_ ? surface_degree_ : first_look_ - (order_ - surface_degree_);
  }
  Side side_beside(std::uint32_t surface);

  std::optional<ExpansionFailure> choose_branches();
  void put_on_roots();
  void put_state_on_roots();
  void hold_branches();
  double limit_by_kinks(double length) const;
  std::optional<StepOutcome> cross_kink(Attempts& attempts, double step,
                                        std::span<const Side> held);
  std::optional<ExpansionFailure> go_beyond_kink(const Attempts& attempts, double& step);
  bool has_jumped(std::span<const Side> held, bool is_root);

  // step_over_root.cpp
  StepOutcome step_over_root(double limit, const Attempts& attempts, std::span<const Side> held);
  bool expand_on_zero_roots();
  std::optional<double> predict_over_root(const Attempts& attempts);
  bool leaves_with_roots(double longest, double soon, std::span<const Side> held);
  std::optional<double> try_over_root(double step);
  bool evaluate_over_root(double step, double whole);
  std::optional<std::uint32_t> find_undefined_there();
  StepOutcome end_over_root(const Instant& next, bool is_crossing);
  std::optional<double> find_over_root(double step, std::span<const Side> held);

  std::optional<std::uint32_t> find_undefined() const;
  std::optional<double> find_directly(double step, std::span<const Side> held);
  std::optional<ExpansionFailure> evaluate_point(double step, std::span<double> state);

  bool is_good_within(Attempts& attempts, double step);
  bool end_at_crossing(Attempts& attempts, double step);
  void refine_crossing(double& step, double longest);
  bool is_located(double step);
  bool advance(Attempts& attempts, double step, const Instant& next);
  void return_to_begin();
  void reject(Attempts& attempts, double step);
  void note_step(double step, double found);

  const ExecutableMode& mode_;
  Tolerances tolerances_;
  int order_;
  int first_look_;
  int surface_degree_;
  Expansion expansion_;
  SegmentPoint point_;
  Segment segment_;
  StepControl control_;
  EventFunctions functions_;
  EventLocation location_;
  StepAcceptance acceptance_;
  KinkWatch kinks_;
  bool is_beyond_kink_ = false;  // the last step has ended at a kink, with an event
  int kinks_here_ = 0;           // that the solution has met without moving on
  std::optional<Instant> last_root_;
  int roots_here_ = 0;  // steps over roots, one after the other
  // By which roots change leading values at the end of such a step, and what that adds to the
  // state; whether the changes become smaller with the step.
  std::vector<double> change_, added_;
  bool converges_ = false;
  std::optional<ExpansionFailure> cause_;  // of the last attempt
  Instant time_;
  double time_scale_ = 1.0;
  double longest_step_ = std::numeric_limits<double>::infinity();
  bool is_time_scale_known_ = false;
  std::vector<double> state_, trial_, within_;
  bool is_expanded_ = false;  // expansion_ is about time_
  bool is_complete_ = false;  // up to order_; before the first step a few terms tell enough
  bool is_kept_ = false;      // and copied to segment_
  bool is_observed_ = false;  // and its event functions are evaluated
  bool is_backward_ = false;
  std::optional<ExpansionFailure> completion_failure_;
  Interruption* interruption_ = nullptr;
  StepStatistics statistics_;
};

}  // namespace saltus
