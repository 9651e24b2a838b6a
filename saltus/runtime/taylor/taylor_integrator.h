#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "saltus/runtime/events/first_crossing.h"
#include "saltus/runtime/taylor/expansion.h"
#include "saltus/runtime/taylor/kink_watch.h"

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
  double minus(const Instant& other) const { return (high_ - other.high_) + (low_ - other.low_); }

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
// An event function has left its side; crossings() has which.
struct Crossed {
  Instant time;
};
using StepOutcome = std::variant<Advanced, Crossed, StepFailed>;

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
  // `known` must outlive the integrator.
  TaylorIntegrator(const ExecutableMode& mode, double tolerance, std::vector<double> nominal,
                   const KnownValues& known);

  int order() const { return order_; }
  const Expansion& expansion() const { return expansion_; }
  std::size_t state_size() const { return expansion_.state_size(); }
  const StateSlot& slot(std::uint32_t unknown) const { return expansion_.slot(unknown); }

  // Begins at a consistent or nearly consistent state. `scale`: magnitudes that the
  // entries of the state are known to reach, if there are any.
  std::optional<ExpansionFailure> begin(const Instant& time, std::span<const double> state,
                                        std::span<const double> scale = {});

  // One step towards `limit`, never beyond it; forward or backward. It ends at the
  // first crossing of an event function; `held`: the sides on which they are, one per
  // surface of the mode. After a crossing the next call must be begin().
  StepOutcome step(double limit, std::span<const Side> held = {});
  std::span<const SurfaceCrossing> crossings() const { return crossings_; }
  // After a step that failed: the series may end at an event function's zero, as that of
  // sqrt(x) does. True if the solution has come as near to one as time can be told; it counts
  // as crossed.
  bool has_arrived(std::span<const Side> held);

  // After begin(): the side on which an event function is immediately after this
  // instant, by the sign of its first coefficient that is not zero (semantics 4, ties).
  // Where it has just crossed, its value counts as zero within the solution's accuracy; its
  // derivatives do, too, if the accuracy asked for is that of the solution.
  enum class Accuracy : std::uint8_t { of_rounding, of_solution };
  Side side_after(std::uint32_t surface, bool has_crossed,
                  Accuracy accuracy = Accuracy::of_rounding);
  // After begin(): whether its value counts as zero.
  bool is_at_surface(std::uint32_t surface, bool has_crossed);

  // The weight with which an event function contains impulses of the unknowns; zero if
  // it cancels.
  double impulse_of(std::uint32_t surface, std::span<const double> weights) const;

  // Runs backward in time: what comes after an instant is before it on the clock.
  void set_backward() { is_backward_ = true; }

  // The length of steps to expect, if another mode has found one.
  double time_scale() const { return time_scale_; }
  void set_time_scale(double scale) { time_scale_ = scale; }

  // The largest magnitudes of the event functions and their derivatives so far, those of
  // another mode included.
  void keep_surface_scales(const TaylorIntegrator& other) {
    const auto keep = [](std::vector<double>& own, const std::vector<double>& others) {
      for (std::size_t i = 0; i < own.size(); ++i) own[i] = std::max(own[i], others[i]);
    };
    keep(surface_scale_, other.surface_scale_);
    keep(surface_rate_, other.surface_rate_);
  }

  // False where the last step has ended at a kink beyond which there is no series.
  bool has_series() const { return !completion_failure_; }
  // After begin(): a root is zero here and not immediately after, so that no step can begin.
  bool is_at_root() const { return kinks_.has_root_that_begins(is_backward_ ? -1.0 : 1.0); }

  double time() const { return time_.value(); }
  const Instant& instant() const { return time_; }
  // The unknown whose series allowed the last step no more length.
  std::uint32_t limiting_unknown() const { return limiting_unknown_; }
  std::span<const double> state() const { return state_; }
  std::span<const double> scale() const { return scale_; }
  // After begin(): x^(order) there, of any order that the series reaches.
  double derivative(std::uint32_t unknown, int order);

  // The solution at a time within the last step: the polynomial's value, moved
  // onto all equations. At time() itself it is state().
  std::optional<ExpansionFailure> evaluate(double time, std::span<double> state);
  std::optional<ExpansionFailure> evaluate(const Instant& time, std::span<double> state);
  // What the equations say at any time: moves a state onto them.
  std::optional<ExpansionFailure> evaluate_state(const Instant& time, std::span<double> state) {
    point_.release_branches();
    return point_.expand(time.value(), 1.0, state, scale_, mode_.initial_extra_order);
  }
  // The expansion that the last evaluate() made, of order 0.
  Expansion& point() { return point_; }

  const StepStatistics& statistics() const { return statistics_; }
  std::uint64_t newton_iterations() const { return expansion_.newton_iterations(); }
  std::uint64_t factorizations() const { return expansion_.factorizations(); }

 private:
  // What an event function is the sum of, sums within sums taken apart: how much of it
  // cancels says how much of it is rounding.
  struct SurfaceTerms {
    double constant = 0.0;
    std::vector<LinearTerm> linear = {};
    std::vector<ProductTerm> products = {};
    // For each linear term: the entry of the state that it is, or none. A state that passes
    // through zero has the size that it has had before. For each product with a constant: the
    // entry of its other factor.
    std::vector<std::uint32_t> entry = {}, entry_of_left = {};
  };
  static constexpr std::uint32_t kNoEntry = 0xFFFFFFFFu;

  std::optional<ExpansionFailure> expand_at(double time, int order);
  bool complete();
  void find_surface_terms();
  double choose_step();
  void observe_surfaces();
  int observed_degree() const {
    return is_complete_ ? surface_degree_ : first_look_ - (order_ - surface_degree_);
  }
  double magnitude(std::uint32_t surface, int m) const;
  double largest_magnitude(std::uint32_t surface) const;
  bool vanishes(std::uint32_t surface) const;
  double derivative_at(std::span<const double> series, int m) const;
  bool is_slow(std::uint32_t surface, int m) const;
  static std::size_t rate_of(std::uint32_t surface, int m) {
    return surface * static_cast<std::size_t>(kRatedOrders) + static_cast<std::size_t>(m) - 1;
  }
  bool is_rounding(std::uint32_t surface, int m);
  bool leaves_zero(std::uint32_t surface, double length, double noise) const;
  double limit_by_surfaces(double length);
  std::optional<ExpansionFailure> choose_branches();
  void put_on_roots();
  void hold_branches();
  void hold_branches_of_polynomial();
  StepOutcome cross_kink(double step, double found, std::span<const Side> held);
  bool has_jumped(std::span<const Side> held, bool is_root);
  double limit_by_tail(std::span<const double> series, double scale, double s) const;
  std::optional<double> find_crossing(double reach, double direction, std::span<const Side> held);
  void note_step(double step, double found);
  double term(std::uint32_t unknown, std::uint32_t k, int m) const;
  double step_from_zero(std::uint32_t unknown, std::uint32_t k, int m) const;
  void keep_polynomial();
  void predict(double step, std::span<double> state) const;
  double defect(const Expansion& reached, double step) const;
  bool is_accepted(double found) const;
  void update_scales();

  const ExecutableMode& mode_;
  double tolerance_;
  int order_;
  int first_look_;
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
  std::vector<int> degree_;  // of its series, without zeros at the end
  Instant polynomial_time_;
  double polynomial_scale_ = 1.0;
  double rounding_defect_ = 0.0;  // the largest defect that turned out to be rounding
  // Event functions over the last step, as polynomial_ is for unknowns.
  int surface_degree_ = 0;
  std::vector<double> surface_polynomial_;
  std::vector<SurfaceTerms> surface_terms_;
  std::vector<double> surface_scale_;  // the largest magnitude so far
  // Per surface: the largest first and second derivative so far. Of a contact that ends both
  // vanish, and the third decides.
  static constexpr int kRatedOrders = 2;
  std::vector<double> surface_rate_;
  std::vector<double> oriented_;  // scratch: a polynomial in the direction of the run
  std::vector<SurfaceCrossing> crossings_;
  std::vector<double> crossing_at_;  // parallel to crossings_ while they are searched
  CrossingSearch crossing_search_;
  KinkWatch kinks_;
  std::vector<double> polynomial_branches_;  // those of the last step
  int kinks_here_ = 0;                       // that the solution has met without moving on
  bool is_expanded_ = false;                 // expansion_ is about time_
  bool is_complete_ = false;  // up to order_; before the first step a few terms tell enough
  std::optional<ExpansionFailure> completion_failure_;
  bool is_backward_ = false;
  bool is_kept_ = false;         // and copied to polynomial_
  bool is_observed_ = false;     // and its event functions are evaluated
  std::vector<double> falling_;  // falling_[k*stride + m] = m!/(m-k)!
  StepStatistics statistics_;
};

}  // namespace saltus
