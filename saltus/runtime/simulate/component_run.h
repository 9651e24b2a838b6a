#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "saltus/executable/executable_model.h"
#include "saltus/runtime/reset/reset.h"
#include "saltus/runtime/simulate/discrete_state.h"
#include "saltus/runtime/simulate/mode_source.h"
#include "saltus/runtime/simulate/options.h"
#include "saltus/runtime/simulate/outcome.h"
#include "saltus/runtime/simulate/start.h"
#include "saltus/runtime/taylor/taylor_integrator.h"

namespace saltus {

// A mode of a component that the run has visited: kept, so that coming back is free.
struct VisitedMode {
  std::string name;  // by guards and sliding; discrete values may tell modes of one name apart
  std::shared_ptr<const CompiledMode> compiled;
  std::unique_ptr<TaylorIntegrator> integrator;
  std::unique_ptr<Resetter> resetter;  // made at the first reset that needs it
  // Some equation is differentiated: left limits may contradict it.
  bool has_constraints = false;
  // Per surface: its event function mentions state only, which the past has fixed. Others
  // also depend on what this mode's equations determine now.
  std::vector<bool> reads_state_only;
};

// What a change of mode, or a restart in the same one, did to a component.
struct ComponentChange {
  bool is_mode_change = false;
  std::optional<ResetMethod> method;  // nothing: the left limits are consistent
  int iterations = 0;
  int ticks = 0;
  std::vector<Impulse> impulses;
  bool has_infinite_state = false;  // what is fixed by the derivative of another value jumps
  std::vector<OpenState> from_left_limit;
  std::vector<std::uint32_t> path_dependent;  // EquationIds
  // Held surfaces that only an impulse of their multiplier could have kept: multipliers are
  // bounded, so the surface has moved away from the motion.
  std::vector<SurfaceId> dragged_by;
};

struct Reinit {
  std::uint32_t action;
  VariableId variable;
  int order;
  double value;
};

// One component of a run: its present mode, its steps, and its changes of mode.
class ComponentRun {
 public:
  ComponentRun(const ExecutableComponent& component, std::uint32_t index, ModeSource& source,
               DiscreteState& discrete, const SimulationOptions& options,
               std::vector<UnknownStart> starts);

  const ExecutableComponent& component() const { return component_; }
  const VisitedMode& mode() const { return *mode_; }
  const CompiledMode& left_mode() const { return *left_mode_->compiled; }
  const ExecutableMode& executable() const { return mode_->compiled->executable; }
  const std::vector<const VisitedMode*>& visited() const { return visited_; }

  std::uint32_t position_of(SurfaceId surface) const {
    const std::vector<SurfaceId>& surfaces = component_.surfaces;
    return static_cast<std::uint32_t>(std::find(surfaces.begin(), surfaces.end(), surface) -
                                      surfaces.begin());
  }

  // Surfaces along which it slides from the next change on.
  void set_sliding(Sliding sliding) { sliding_ = std::move(sliding); }
  const Sliding& sliding() const { return sliding_; }
  const Sliding& left_sliding() const { return left_sliding_; }
  // Of the present point: the share of the surface's positive side, if it slides along it.
  std::optional<double> multiplier(SurfaceId surface) const;
  // Its share if others keep the motion on the surface.
  std::optional<double> fixed_share(SurfaceId surface) const;

  // Start: the consistent point of the mode that the guards select.
  std::optional<SimulationEnd> find_start(double time, StartReport& report);

  // The start values as they are, left limits of the first mode.
  std::optional<SimulationEnd> start_from_left_limits(double time);

  // The solution at a time of the present segment becomes the present point.
  std::optional<SimulationEnd> evaluate_at(const Instant& time);
  // Of the present point.
  double value(std::uint32_t unknown, int order) const;
  double left_limit(std::uint32_t unknown) const {
    return left_[left_mode_->integrator->slot(unknown).first] + 0.0;  // no negative zeros
  }
  // The same of any order.
  double left_value(std::uint32_t unknown, int order) const;
  // The present point is the left limit of an instant.
  void keep_left_limit();
  void return_to_left_limit();

  // From the left limit into the mode that the guards select: the right limit becomes
  // the present point.
  std::optional<SimulationEnd> change(const Instant& time, const std::vector<Reinit>& reinits,
                                      ComponentChange& change);

  // After a change: the side of a surface (by position) immediately after.
  using Accuracy = TaylorIntegrator::Accuracy;
  Side side_after(std::uint32_t position, bool has_crossed,
                  Accuracy accuracy = Accuracy::of_rounding) {
    return mode_->integrator->side_after(position, has_crossed, accuracy);
  }

  // After a change: whether the point lies on the surface.
  bool is_at_surface(std::uint32_t position, bool has_crossed) {
    return mode_->integrator->is_at_surface(position, has_crossed);
  }

  // The sign of the impulse that an event function contains, zero if there is none.
  Side side_of_impulse(std::uint32_t position, const ComponentChange& change) const;

  // Takes the next step from where the integrator stands. Returns what it came to.
  StepOutcome step(double limit);
  // After a step that failed: whether it has come to surfaces, whose crossing comes next.
  bool has_arrived();

  SimulationEnd explain(const StepFailed& failed) const;
  SimulationEnd explain(const ExpansionFailure& failure, double time,
                        const Expansion& expansion) const;

  std::span<const double> point() const { return point_; }
  // The farthest that an entry of the state has been from zero.
  double scale(std::uint32_t unknown) const;

 private:
  template <typename Attempt>
  std::optional<SimulationEnd> decide_values_if_singular(const Attempt& attempt);
  void find_decided();
  std::optional<SimulationEnd> start_in_mode(double time, StartReport& report);
  std::optional<SimulationEnd> check_fixed_starts(double time) const;
  bool begins_after_other_mode(VisitedMode& next, double time, const SimulationEnd& failure);
  std::optional<SimulationEnd> change_mode(const Instant& time, const std::vector<Reinit>& reinits,
                                           ComponentChange& change);
  VisitedMode* find_mode(bool at_start);
  void find_key();
  std::optional<SimulationEnd> begin_in(VisitedMode& next, const Instant& time,
                                        std::span<const double> state);
  bool begin_beside(VisitedMode& next, Instant time, std::span<const double> state);
  std::optional<ExpansionFailure> begin_after(VisitedMode& next, const Instant& time,
                                              std::span<const double> state, double length);
  bool has_derivative(const VisitedMode& next, std::span<const double> near,
                      std::span<const double> far, double size) const;
  bool is_derivative_finite() const;
  double limit_beside(double limit) const;
  bool take_left_limits(const VisitedMode& next, ComponentChange& change);
  bool keeps_states(const VisitedMode& next, double allowed) const;
  bool continues_left_limits(const VisitedMode& next, double allowed) const;
  std::optional<SimulationEnd> reset(VisitedMode& next, const Instant& time,
                                     ComponentChange& change);
  double noise_of_left(std::uint32_t unknown, int order) const;
  double left_derivative(std::uint32_t unknown, int order) const;
  void find_scales_in_layout_of(const VisitedMode& next);
  std::optional<SimulationEnd> apply(const std::vector<Reinit>& reinits, const VisitedMode& next,
                                     double time, std::vector<double>& state);
  SimulationEnd explain(const ResetFailure& failure, const VisitedMode& next, double time) const;

  const ExecutableComponent& component_;
  std::uint32_t index_;
  ModeSource& source_;
  DiscreteState& discrete_;
  const SimulationOptions& options_;
  std::vector<UnknownStart> starts_;
  std::vector<double> nominal_;
  std::unordered_map<std::string, std::shared_ptr<VisitedMode>> modes_;  // looked up only
  std::vector<const VisitedMode*> visited_;
  std::string key_;
  bool decides_values_ = false;  // its modes depend on the values of discrete variables
  std::vector<DecidedValue> decided_;
  std::vector<std::uint8_t> guards_;  // scratch, by GuardId
  VisitedMode* mode_ = nullptr;
  std::vector<double> point_;
  Instant point_time_;
  VisitedMode* left_mode_ = nullptr;
  Sliding sliding_, left_sliding_;
  std::vector<double> left_;
  Instant left_time_;
  std::vector<Side> held_;
  bool has_stepped_ = false;  // since it began in this mode
  double beside_ = 0.0;       // how far from where a series does not exist, if it began there
  // Then: when it has begun, and where. Nothing before that is evaluated.
  Instant beside_time_;
  std::vector<double> beside_state_;
  // Scratch of change(), kept so that a restart in the same mode does not allocate.
  std::vector<double> state_, scales_;
};

}  // namespace saltus
