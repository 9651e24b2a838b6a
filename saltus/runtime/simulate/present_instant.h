#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "saltus/runtime/simulate/run_state.h"

namespace saltus {

// The instant at which the run stands: its time, the components that were evaluated there, and
// the surfaces that were crossed. The discrete part reads continuous values here.
class PresentInstant : public ContinuousValues {
 public:
  explicit PresentInstant(RunState& run);

  const Instant& time() const { return time_; }
  // Another instant: nothing is evaluated there yet.
  void move_to(const Instant& time);

  // Before the start of a component is found, its values are guesses, by VariableId.
  void set_guess(std::vector<double> values) { guess_ = std::move(values); }
  void set_has_values(std::uint32_t component, bool has_values) {
    has_values_[component] = has_values ? 1 : 0;
  }

  // The left limit of a component, which may be asked for in the middle of a pass: what the pass
  // has changed already does not hold yet.
  std::optional<SimulationEnd> find_left_limit(std::uint32_t component);
  // The component stands at its left limit.
  void note_left_limit(std::uint32_t component) { evaluated_at_[component] = number_; }
  bool is_evaluated(std::uint32_t component) const { return evaluated_at_[component] == number_; }
  // A failure shows when the component is changed, or in a row.
  ComponentRun& component(std::uint32_t component) {
    find_left_limit(component);
    return run_.components[component];
  }

  void note_crossing(SurfaceId surface);
  bool has_crossed(SurfaceId surface) const { return has_crossed_[surface.index()] != 0; }
  void forget_crossings();

  // Events tend to this instant from before: it stands for their limit.
  void set_accumulated(bool is_accumulated) { is_accumulated_ = is_accumulated; }
  bool is_accumulated() const { return is_accumulated_; }

  double value(std::uint32_t variable, int order) override;
  double left_limit(std::uint32_t variable) override;
  double rounding(std::uint32_t variable) override;
  bool is_free(SurfaceId surface) override { return !run_.held.holds(surface); }

 private:
  RunState& run_;
  Instant time_;
  std::uint64_t number_ = 0;
  std::vector<std::uint64_t> evaluated_at_;  // per component: the number of the instant
  std::vector<double> guess_;
  std::vector<std::uint8_t> has_values_;   // per component
  std::vector<std::uint8_t> has_crossed_;  // per surface
  std::vector<SurfaceId> crossed_;
  bool is_accumulated_ = false;
};

}  // namespace saltus
