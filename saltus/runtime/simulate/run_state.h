#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "saltus/foundation/base/interruption.h"
#include "saltus/runtime/simulate/component_run.h"
#include "saltus/runtime/simulate/discrete_state.h"
#include "saltus/runtime/simulate/held_surfaces.h"
#include "saltus/runtime/simulate/outcome.h"
#include "saltus/runtime/simulate/simulate.h"

namespace saltus {

// What lives for a run: the discrete part, the components, and the surfaces that hold them.
struct RunState {
  RunState(const ExecutableModel& executable_model, ModeSource& source, const StartGuess& guess,
           const SimulationOptions& simulation_options);

  const DiscreteSystem& system() const { return model.discrete; }
  const WatchedSurface& watched(SurfaceId surface) const {
    return model.discrete.surfaces[surface.index()];
  }
  ComponentRun& component_of_surface(SurfaceId surface) {
    return components[held.component_of(surface)];
  }
  std::vector<GuardValue> guard_values(std::uint32_t component) const;

  const ExecutableModel& model;
  const SimulationOptions& options;
  Interruption interruption;
  ModeMemory mode_memory;
  double direction;  // of time
  DiscreteState discrete;
  HeldSurfaces held;
  std::deque<ComponentRun> components;
  std::vector<std::uint32_t> component_of, unknown_of;  // by VariableId
  Statistics statistics;
};

// The run is to end because somebody asked for it.
SimulationEnd interrupted_at(double time);

// A failure, with the mode of the component in which it happened.
SimulationEnd in_mode_of(const RunState& run, std::uint32_t component, SimulationEnd end);

}  // namespace saltus
