#include "saltus/runtime/simulate/run_state.h"

#include <utility>

namespace saltus {

RunState::RunState(const ExecutableModel& executable_model, ModeSource& source,
                   const StartGuess& guess, const SimulationOptions& simulation_options)
    : model(executable_model),
      options(simulation_options),
      mode_memory(simulation_options),
      direction(simulation_options.stop_time >= simulation_options.start_time ? 1.0 : -1.0),
      discrete(executable_model.discrete, guess.starts.size(), direction),
      held(executable_model.discrete, executable_model.components.size()),
      component_of(guess.starts.size(), 0),
      unknown_of(guess.starts.size(), 0) {
  for (std::uint32_t c = 0; c < model.components.size(); ++c) {
    const ExecutableComponent& component = model.components[c];
    std::vector<UnknownStart> starts;
    for (std::uint32_t u = 0; u < component.variables.size(); ++u) {
      const std::uint32_t variable = component.variables[u].index();
      component_of[variable] = c;
      unknown_of[variable] = u;
      starts.push_back(guess.starts[variable]);
    }
    components.emplace_back(component, c, source, discrete, options, interruption, mode_memory,
                            std::move(starts));
  }
}

std::vector<GuardValue> RunState::guard_values(std::uint32_t component) const {
  std::vector<GuardValue> values;
  for (const std::uint32_t guard : model.components[component].guards) {
    values.push_back({guard, discrete.guard(guard)});
  }
  return values;
}

SimulationEnd interrupted_at(double time) {
  return SimulationEnd{.reason = EndReason::interrupted, .time = time};
}

SimulationEnd in_mode_of(const RunState& run, std::uint32_t component, SimulationEnd end) {
  if (end.mode.empty()) end.mode = run.guard_values(component);
  return end;
}

}  // namespace saltus
