#pragma once

#include <optional>
#include <span>
#include <vector>

#include "saltus/runtime/reset/reset.h"
#include "saltus/runtime/simulate/left_limit.h"
#include "saltus/runtime/simulate/options.h"
#include "saltus/runtime/simulate/outcome.h"
#include "saltus/runtime/simulate/visited_modes.h"

namespace saltus {

// x_j^(order), which the past had fixed, has another right limit.
struct StateJump {
  std::uint32_t unknown;
  int order;
  double size;  // right limit minus left limit
};

// What a change of mode, or a restart in the same one, did to a component.
struct ComponentChange {
  bool is_mode_change = false;
  std::optional<ResetMethod> method;  // nothing: the left limits are consistent
  int iterations = 0;
  int ticks = 0;
  std::vector<Impulse> impulses;
  // By the reset: derivatives of what jumps are impulses too.
  std::vector<StateJump> jumps;
  // Of the event functions, by position; empty until somebody asks.
  std::vector<Side> sides_of_impulses;
  bool has_infinite_state = false;  // what is fixed by the derivative of another value jumps
  std::vector<OpenState> from_left_limit;
  std::vector<std::uint32_t> path_dependent;  // EquationIds
  // Held surfaces that only an impulse of their multiplier could have kept: multipliers are
  // bounded, so the surface has moved away from the motion.
  std::vector<SurfaceId> dragged_by;

  bool is_impulsive() const { return !impulses.empty() || !jumps.empty(); }
};

struct Reinit {
  std::uint32_t action;
  VariableId variable;
  int order;
  double value;
};

// How the state of a component changes at an instant: by a reset run from the left limit into the
// next mode, or because the author says so.
class StateChange {
 public:
  StateChange(const ExecutableComponent& component, const DiscreteState& discrete,
              const SimulationOptions& options, Interruption& interruption)
      : component_(component),
        discrete_(discrete),
        options_(options),
        interruption_(interruption) {}

  // Left limits are known as accurately as the solution.
  double accuracy() const;

  // The right limits of `next`, in place of the left ones in `state`.
  std::optional<SimulationEnd> reset(const LeftLimit& left, VisitedMode& next, const Instant& time,
                                     std::vector<double>& state, ComponentChange& change) const;
  // `reinit` wins over left limits and resets; the constraints move the rest.
  std::optional<SimulationEnd> reinit(const std::vector<Reinit>& reinits, const VisitedMode& next,
                                      double time, std::vector<double>& state) const;

 private:
  struct LeftValues {
    std::vector<double> left, scale, noise;
    std::vector<double> size;  // over the last step
    std::vector<int> facts;
  };
  LeftValues left_values(const LeftLimit& left, const ExecutableMode& after, double time) const;
  void take_impulses(std::vector<Impulse> impulses, const VisitedMode& next,
                     ComponentChange& change) const;
  void take_jumps(const LeftValues& values, std::span<const double> right, const VisitedMode& next,
                  ComponentChange& change) const;
  void take_open_states(const ResetResult& result, const VisitedMode& next,
                        std::span<const double> left, ComponentChange& change) const;

  const ExecutableComponent& component_;
  const DiscreteState& discrete_;
  const SimulationOptions& options_;
  Interruption& interruption_;
};

}  // namespace saltus
