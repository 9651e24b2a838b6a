#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
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

  // After an event that had an effect: the end of the run if nothing but events happens here.
  std::optional<SimulationEnd> note(const InstantEvent& event);
  // Whether events have come so near to their limit that they are not followed any more.
  bool has_reached_limit() const { return !at_limit_.empty(); }
  // Of one of them: the end of the run, if the motion cannot go on from there.
  std::optional<SimulationEnd> leave_limit();

  // Near an accumulation point the changes of an instant cannot be told apart and do not
  // settle: the accumulation is what the author should hear of. Nothing if the run can go on.
  std::optional<SimulationEnd> explain(const InstantEvent& event, SimulationEnd end);
  // The same for the steps of a component: so near to the limit that the series of a root, say,
  // does not reach from one event to the next.
  std::optional<SimulationEnd> explain(std::uint32_t component, SimulationEnd end);

 private:
  // What `reinit` has done to a component at its last event that had any.
  struct Bounce {
    double time = -std::numeric_limits<double>::infinity();
    std::vector<Reaction> reactions = {};
    std::vector<SurfaceId> crossed = {};         // at that event
    std::vector<std::uint32_t> components = {};  // in which it had reactions
  };

  void note_bounce(const InstantEvent& event);
  bool is_accumulating(SurfaceId surface) const;
  // Or is at rest already.
  bool comes_to_rest(std::uint32_t component) const;
  std::optional<SimulationEnd> end_or_go_on(SurfaceId surface, double limit);
  bool go_on_after(SurfaceId surface, double limit);
  bool hold(const std::vector<SurfaceId>& surfaces, const std::vector<SurfaceId>& others,
            double limit);
  bool is_possible(std::uint32_t component, double limit);
  bool is_near(std::uint32_t component, double limit) const;
  std::vector<SurfaceId> accumulating_with(SurfaceId surface) const;
  std::optional<std::vector<Reaction>> reactions_of_bounce(
      std::uint32_t component, const std::vector<SurfaceId>& surfaces) const;
  SimulationEnd end_at(double time, SurfaceId surface) const;
  double elapsed() const { return instant_.time().value() - run_.options.start_time; }

  RunState& run_;
  PresentInstant& instant_;
  InstantSolver& solver_;
  RunListener& listener_;
  ZenoWatch watch_;
  std::vector<Bounce> bounces_;          // per component
  std::vector<std::uint32_t> bouncing_;  // scratch
  // Surfaces whose events are not followed any more, and where these tend to.
  std::vector<std::pair<SurfaceId, double>> at_limit_;
};

}  // namespace saltus
