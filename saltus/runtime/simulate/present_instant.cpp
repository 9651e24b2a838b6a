#include "saltus/runtime/simulate/present_instant.h"

namespace saltus {

PresentInstant::PresentInstant(RunState& run)
    : run_(run),
      evaluated_at_(run.components.size(), 0),
      has_values_(run.components.size(), 0),
      has_crossed_(run.system().surfaces.size(), 0) {}

void PresentInstant::move_to(const Instant& time) {
  time_ = time;
  ++number_;
  is_accumulated_ = false;
}

std::optional<SimulationEnd> PresentInstant::find_left_limit(std::uint32_t component) {
  if (is_evaluated(component)) return std::nullopt;
  ComponentRun& run = run_.components[component];
  const DiscreteState::ValuesBeforePass before(run_.discrete, run.component().read_values);
  if (auto failure = run.evaluate_at(time_)) return failure;
  run.keep_left_limit();
  note_left_limit(component);
  return std::nullopt;
}

void PresentInstant::note_crossing(SurfaceId surface) {
  if (has_crossed(surface)) return;
  has_crossed_[surface.index()] = 1;
  crossed_.push_back(surface);
}

void PresentInstant::forget_crossings() {
  for (const SurfaceId surface : crossed_) has_crossed_[surface.index()] = 0;
  crossed_.clear();
}

double PresentInstant::value(std::uint32_t variable, int order) {
  const std::uint32_t c = run_.component_of[variable];
  if (!has_values_[c]) return order == 0 ? guess_[variable] : 0.0;
  return component(c).value(run_.unknown_of[variable], order);
}

double PresentInstant::rounding(std::uint32_t variable) {
  const std::uint32_t c = run_.component_of[variable];
  return has_values_[c] ? tolerances::state_noise * component(c).scale(run_.unknown_of[variable])
                        : 0.0;
}

double PresentInstant::left_limit(std::uint32_t variable) {
  const std::uint32_t c = run_.component_of[variable];
  if (!has_values_[c]) return value(variable, 0);
  return component(c).left_limit(run_.unknown_of[variable]);
}

}  // namespace saltus
