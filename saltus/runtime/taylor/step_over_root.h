#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "saltus/runtime/taylor/event_location.h"
#include "saltus/runtime/taylor/held_branches.h"
#include "saltus/runtime/taylor/present_series.h"
#include "saltus/runtime/taylor/step_acceptance.h"
#include "saltus/runtime/taylor/step_outcome.h"

namespace saltus {

// Steps over the zero of a root, sqrt(a) where a leaves zero or comes to it: the solution has a
// derivative there, but no series. On a short step the solution on which the root stays zero, which
// has one, predicts it, and what the root adds is the trapezoidal rule of what it changes at the
// end (docs/theory/branches.md).
class StepOverRoot {
 public:
  // All must outlive it. `location`: gets the crossings.
  StepOverRoot(const ExecutableMode& mode, const Tolerances& tolerances, PresentSeries& series,
               StepAcceptance& acceptance, HeldBranches& branches, EventLocation& location,
               StepStatistics& statistics);

  // The mode begins anew: no root is known from which the solution comes.
  void begin() { last_root_.reset(); }
  // A step by series is possible: no step over a root is one too many for the place.
  void end_sequence() { steps_here_ = 0; }
  // The length of a step by series: none reaches farther than to the root that the solution comes
  // from.
  double limit(double length) const;

  // Requires the series about the present point, on the branches that are held. If no step leads
  // on, there is no series any more.
  StepOutcome step(const StepRequest& request);

 private:
  struct Attempt {
    double defect;   // in units of the tolerance
    bool converges;  // what the roots change becomes smaller with the step
  };
  std::optional<double> predict(const StepRequest& request);
  bool expand_on_zero_roots();
  bool leaves_with_roots(const StepRequest& request, double longest);
  std::optional<Attempt> try_step(double step);
  template <class Visit>
  void for_each_state(Visit visit) const;
  void find_changes(double step);
  double lack(double step);
  bool feed_back(double step);
  std::optional<double> overshoot(double step, double share);
  bool search_along_direction(double step);
  bool note_changes();
  bool evaluate(double step, double whole);
  std::optional<std::uint32_t> find_undefined();
  std::optional<double> find_crossing(double step, std::span<const Side> held);
  double rounding_at_rest(std::uint32_t function);
  bool has_come_to_rest(std::uint32_t function, double step);
  StepOutcome end_at_crossing(double step, double soon);
  StepOutcome end_at(const Instant& next);
  StepOutcome fail(std::optional<std::uint32_t> undefined_surface = {});

  const ExecutableMode& mode_;
  Tolerances tolerances_;
  PresentSeries& series_;
  StepAcceptance& acceptance_;
  HeldBranches& branches_;
  EventLocation& location_;
  StepStatistics& statistics_;
  std::optional<Instant> last_root_;
  int steps_here_ = 0;  // one after the other
  // Per entry of the state: by what roots change leading values at the end, and what that adds.
  std::vector<double> change_, added_;
  std::vector<double> predicted_;
  std::vector<double> implied_, origin_, direction_;  // scratch: of what is added
  std::vector<double> reached_;                       // scratch: a state
  std::optional<ExpansionFailure> cause_;             // why there was no point, the last time
};

}  // namespace saltus
