#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "saltus/runtime/taylor/kink_watch.h"
#include "saltus/runtime/taylor/present_series.h"
#include "saltus/runtime/taylor/step_acceptance.h"
#include "saltus/runtime/taylor/step_outcome.h"

namespace saltus {

// The branches that operations without events take along the solution: chosen where a mode begins,
// held over a step, left at kinks; and roots that come to zero (docs/theory/branches.md).
class HeldBranches {
 public:
  // All must outlive it.
  HeldBranches(const ExecutableMode& mode, const Tolerances& tolerances, PresentSeries& series,
               StepAcceptance& acceptance);

  // Whether the mode has no such operations.
  bool is_empty() const { return kinks_.is_empty(); }
  const KinkWatch& kinks() const { return kinks_; }

  // A mode is about to begin at a point, which the series does not know yet.
  void begin(const Instant& time);
  // After the first terms were expanded. `state`: as expanded, and expanded again on other
  // branches.
  std::optional<ExpansionFailure> choose(std::span<double> state);
  // From here on the branches that the series takes count for the whole step.
  void hold();

  // The step length up to which the series of switching functions are accurate.
  double limit(double length) const;
  // The distance in time to the first kink within `length`; not to one that is beyond within
  // `soon`.
  std::optional<double> find(double length, double direction, double soon = 0.0) {
    const double unit = series_.segment().unit();
    const auto found = kinks_.find(length / unit, direction, soon / unit);
    return found ? std::optional(*found * unit) : std::nullopt;
  }

  // At the kink found last. The polynomial of a switching function is cut off, its value at a point
  // is not: the step goes to where the value has left its side, by no more than time resolves.
  // `state`: at the point that was evaluated last.
  std::optional<ExpansionFailure> go_beyond_kink(const StepRequest& request, double& step,
                                                 std::span<double> state);
  // Whether a branch was left on the way to a point that was expanded, and no polynomial has seen
  // it: the kink is between.
  bool find_left(const Expansion& reached, double step) {
    return kinks_.find_left(reached, std::fabs(step) / series_.segment().unit(),
                            [&]() -> const RoundingSweep& { return acceptance_.sweep(reached); });
  }
  // The polynomial has come to its zero, the value has not: the step ends before the kink, and the
  // next one, from nearby, finds it.
  bool is_kink_ahead() const { return is_kink_ahead_; }
  // The step ends there. `moves_on`: going beyond the kink is not all of its motion. False where
  // the solution does not get away from kinks.
  bool note_kink(bool moves_on);
  // Takes the branches beyond for the next expansion, from `state`. True if a root has come to
  // zero.
  bool cross_kink(bool moves_on, std::span<double> state);
  // There is an event at the kink: the mode that begins there continues these branches.
  void keep_beyond_kink() { is_beyond_kink_ = true; }

  // No step can begin at the zero of a root, and none that leads on if that zero is not farther
  // away than `soon`.
  bool is_at_root(double soon) const {
    return kinks_.is_at_root(series_.direction(), soon / series_.time_scale());
  }
  // Roots that come to zero within `soon` have come to it: `state`, the present one, becomes one
  // where their operands are zero. False if there are none.
  bool put_arriving_on_zero(double soon, std::span<double> state) const {
    return kinks_.put_arriving_on_zero(series_.expansion(), series_.direction(),
                                       soon / series_.time_scale(), series_.control().metric(),
                                       state);
  }
  // For the solution on which the roots stay zero whose zero is so near.
  void hold_roots_at_zero(double soon);
  // Of a series that was expanded on the branches that are held: the place of kinks is found anew.
  void look();
  // What find() has found is left where it begins.
  void hold_beyond() { kinks_.hold_beyond(series_.expansion()); }
  void release() { series_.expansion().release_branches(); }

  // The present state, that of an event and the point evaluated last: it is moved to where roots
  // are zero that are so at the crossings, which are known in time to `soon`.
  void put_on_roots(std::span<const SurfaceCrossing> crossings, double soon);
  // The same where equations are singular: a state at the kink found last, the present state where
  // a kink comes within `soon`. True if that was moved.
  void put_on_kink(std::span<double> state);
  bool put_on_near_kinks(double soon);
  // The same at an event that the series has led to: the point is evaluated first.
  void evaluate_on_roots(std::span<const SurfaceCrossing> crossings, double soon);

 private:
  enum class Place : std::uint8_t { found, open, failed };
  Place follow_slope(const StepRequest& request, double& step, std::span<double> state);
  std::optional<ExpansionFailure> bisect_kink(const StepRequest& request, double& step,
                                              std::span<double> state);

  const ExecutableMode& mode_;
  Tolerances tolerances_;
  PresentSeries& series_;
  StepAcceptance& acceptance_;
  KinkWatch kinks_;
  bool is_beyond_kink_ = false;  // the last step has ended at a kink, with an event
  bool is_kink_ahead_ = false;
  std::optional<ExpansionFailure> cause_;  // why there was no point, the last time
  int kinks_here_ = 0;                     // that the solution has met without moving on
  std::vector<double> moved_;              // scratch: a state
};

}  // namespace saltus
