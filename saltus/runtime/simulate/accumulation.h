#pragma once

#include <optional>
#include <vector>

#include "saltus/runtime/simulate/instant_solver.h"
#include "saltus/runtime/simulate/zeno_watch.h"

namespace saltus {

// Watches for events that accumulate, and lets the motion go on from their limit: at rest if
// they are bounces, sliding if they change the mode (docs/theory/sliding.md).
class Accumulation {
 public:
  Accumulation(RunState& run, PresentInstant& instant, InstantSolver& solver,
               RunListener& listener);

  // After an event that had an effect: the end of the run, if events accumulate here and the
  // motion cannot go on. `has_gone_on` says that it did.
  std::optional<SimulationEnd> note(const InstantEvent& event, bool& has_gone_on);

  // Near an accumulation point the changes of an instant cannot be told apart and do not
  // settle: the accumulation is what the author should hear of. Nothing if the run can go on.
  std::optional<SimulationEnd> explain(const InstantEvent& event, SimulationEnd end);
  // The same for the steps of a component: so near to the limit that the series of a root, say,
  // does not reach from one event to the next.
  std::optional<SimulationEnd> explain(std::uint32_t component, SimulationEnd end);

 private:
  bool is_accumulating(SurfaceId surface) const;
  std::optional<SimulationEnd> end_or_go_on(SurfaceId surface);
  bool go_on_after(SurfaceId surface, double limit);
  bool hold(const std::vector<SurfaceId>& surfaces, const std::vector<SurfaceId>& others,
            double limit);
  bool is_possible(std::uint32_t component, double limit);
  bool is_near(std::uint32_t component, double limit) const;
  std::optional<std::vector<Reaction>> reactions_of_bounce(std::uint32_t component) const;
  SimulationEnd end_at(double time, SurfaceId surface) const;
  double elapsed() const { return instant_.time().value() - run_.options.start_time; }

  RunState& run_;
  PresentInstant& instant_;
  InstantSolver& solver_;
  RunListener& listener_;
  ZenoWatch watch_;
};

}  // namespace saltus
