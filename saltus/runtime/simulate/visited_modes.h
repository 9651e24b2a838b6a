#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "saltus/executable/executable_model.h"
#include "saltus/runtime/reset/reset.h"
#include "saltus/runtime/simulate/discrete_state.h"
#include "saltus/runtime/simulate/mode_memory.h"
#include "saltus/runtime/simulate/mode_source.h"
#include "saltus/runtime/simulate/options.h"
#include "saltus/runtime/simulate/outcome.h"
#include "saltus/runtime/taylor/taylor_integrator.h"

namespace saltus {

// A mode of a component that the run has visited: kept, so that coming back is free, as long as
// there is room.
struct VisitedMode {
  std::string name;  // by guards and sliding; discrete values may tell modes of one name apart
  std::shared_ptr<const PlannedMode> compiled;
  std::unique_ptr<TaylorIntegrator> integrator;
  std::unique_ptr<Resetter> resetter;  // made at the first reset that needs it
  // Some equation is differentiated: left limits may contradict it.
  bool has_constraints = false;
  // Per surface: its event function mentions state only, which the past has fixed. Others
  // also depend on what this mode's equations determine now.
  std::vector<bool> reads_state_only;
  std::size_t bytes = 0;       // all of it, about
  std::uint64_t last_use = 0;  // ModeMemory::next_use()
};

// The modes of one component: found by the values of its guards and the surfaces that hold it,
// taken from the source of modes at the first visit.
class VisitedModes {
 public:
  VisitedModes(const ExecutableComponent& component, std::uint32_t index, ModeSource& source,
               DiscreteState& discrete, const SimulationOptions& options,
               Interruption& interruption, ModeMemory& memory, std::vector<double> nominal);

  // The mode that the guards select while these surfaces hold the motion; nothing if it is
  // structurally singular.
  VisitedMode* find(const Sliding& sliding);
  // The same with its initial equations, which is no mode to stay in.
  std::shared_ptr<const CompiledMode> compile_start() const;
  const std::vector<const VisitedMode*>& all() const { return visited_; }
  // Forgets modes that were not used since `use`, but not `present` and `left`.
  void release(std::uint64_t use, const VisitedMode* present, const VisitedMode* left);
  // What the steps in all modes took, those that are forgotten included.
  void add_to(Statistics& total) const;

  // A discrete value in an equation is a number like others to the analysis of a mode. A zero
  // may remove the derivative that the equation was to determine, and then the values are part of
  // the mode: `attempt` is made anew, and from now on that is how modes are found.
  template <typename Attempt>
  std::optional<SimulationEnd> decide_values_if_singular(const Attempt& attempt);

 private:
  void find_key(const Sliding& sliding);
  void find_decided();
  std::shared_ptr<VisitedMode> visit(std::shared_ptr<const PlannedMode> compiled) const;

  const ExecutableComponent& component_;
  std::uint32_t index_;
  ModeSource& source_;
  DiscreteState& discrete_;
  const SimulationOptions& options_;
  Interruption& interruption_;
  ModeMemory& memory_;
  std::vector<double> nominal_;
  std::unordered_map<std::string, std::shared_ptr<VisitedMode>> modes_;  // looked up only
  std::vector<const VisitedMode*> visited_;
  Statistics released_;  // of steps in modes that are forgotten
  std::string key_;
  bool decides_values_ = false;  // modes depend on the values of discrete variables
  std::vector<DecidedValue> decided_;
};

// Ends that a zero or one among the discrete values may have caused, which the equations of the
// mode do not know.
bool may_be_caused_by_values(const SimulationEnd& end);

template <typename Attempt>
std::optional<SimulationEnd> VisitedModes::decide_values_if_singular(const Attempt& attempt) {
  std::optional<SimulationEnd> failure = attempt();
  if (!failure || decides_values_ || !may_be_caused_by_values(*failure)) return failure;
  decides_values_ = true;
  find_decided();
  if (!decided_.empty() && !attempt()) return std::nullopt;
  decides_values_ = false;
  return failure;
}

}  // namespace saltus
