#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "saltus/executable/executable_model.h"
#include "saltus/runtime/simulate/branch_point.h"
#include "saltus/runtime/simulate/discrete_state.h"
#include "saltus/runtime/simulate/left_limit.h"
#include "saltus/runtime/simulate/options.h"
#include "saltus/runtime/simulate/outcome.h"
#include "saltus/runtime/simulate/start.h"
#include "saltus/runtime/simulate/state_change.h"
#include "saltus/runtime/simulate/visited_modes.h"
#include "saltus/runtime/taylor/impulse_sweep.h"
#include "saltus/runtime/taylor/taylor_integrator.h"

namespace saltus {

// One component of a run: its present mode, its steps, and its changes of mode.
class ComponentRun {
 public:
  ComponentRun(const ExecutableComponent& component, std::uint32_t index, ModeSource& source,
               DiscreteState& discrete, const SimulationOptions& options,
               Interruption& interruption, ModeMemory& memory, std::vector<UnknownStart> starts);

  const ExecutableComponent& component() const { return component_; }
  const VisitedMode& mode() const { return *mode_; }
  const CompiledMode& left_mode() const { return *left_.mode()->compiled; }
  const ExecutableMode& executable() const { return mode_->compiled->executable; }
  const std::vector<const VisitedMode*>& visited() const { return modes_.all(); }
  // Between instants: forgets modes that were not used since then, but the present one.
  void release_modes(std::uint64_t use) { modes_.release(use, mode_, left_.mode()); }
  void add_to(Statistics& total) const { modes_.add_to(total); }

  std::uint32_t position_of(SurfaceId surface) const {
    const std::vector<SurfaceId>& surfaces = component_.surfaces;
    return static_cast<std::uint32_t>(std::find(surfaces.begin(), surfaces.end(), surface) -
                                      surfaces.begin());
  }

  // Surfaces along which it slides from the next change on.
  void set_sliding(Sliding sliding) { sliding_ = std::move(sliding); }
  const Sliding& sliding() const { return sliding_; }
  const Sliding& left_sliding() const { return left_.sliding(); }
  // Of the present point: the share of the surface's positive side, if it slides along it.
  std::optional<double> multiplier(SurfaceId surface) const;
  // Its share if others keep the motion on the surface.
  std::optional<double> fixed_share(SurfaceId surface) const;

  // Start: the consistent point of the mode that the guards select.
  std::optional<SimulationEnd> find_start(double time, StartReport& report);

  // The start values as they are, left limits of the first mode.
  std::optional<SimulationEnd> start_from_left_limits(double time, ComponentChange& change);

  // The solution at a time of the present segment becomes the present point.
  std::optional<SimulationEnd> evaluate_at(const Instant& time);
  // Of the present point.
  double value(std::uint32_t unknown, int order) const;
  double left_limit(std::uint32_t unknown) const { return left_.value(unknown); }
  // The same of any order.
  double left_value(std::uint32_t unknown, int order) const { return left_.value(unknown, order); }
  // The present point is the left limit of an instant.
  void keep_left_limit();
  void return_to_left_limit();

  // From the left limit into the mode that the guards select: the right limit becomes
  // the present point.
  std::optional<SimulationEnd> change(const Instant& time, const std::vector<Reinit>& reinits,
                                      ComponentChange& change);

  // After a change: the side of a surface (by position) immediately after.
  using Accuracy = Sides::Accuracy;
  Side side_after(std::uint32_t position, bool has_crossed,
                  Accuracy accuracy = Accuracy::of_rounding) {
    return mode_->integrator->sides().after(position, has_crossed, accuracy);
  }

  // After a change: whether the point lies on the surface.
  bool is_at_surface(std::uint32_t position, bool has_crossed) {
    return mode_->integrator->sides().is_at_surface(position, has_crossed);
  }

  // After a change: the value of an event function; not a number where the mode has no value at the
  // instant itself and begins beside it.
  double function_value(std::uint32_t position);

  // The sign of the impulse that an event function contains, zero if there is none.
  Side side_of_impulse(std::uint32_t position, ComponentChange& change) const;

  // Takes the next step from where the integrator stands. Returns what it came to.
  StepOutcome step(double limit);
  // After a step that failed: whether it has come to surfaces, whose crossing comes next.
  bool has_arrived(const StepFailed& failed);

  SimulationEnd explain(const StepFailed& failed) const;

  std::span<const double> point() const { return point_; }
  // The farthest that an entry of the state has been from zero.
  double scale(std::uint32_t unknown) const;

 private:
  bool evaluate_before(const Instant& time, double direction);
  bool is_end_of_series(const Instant& time) const;
  std::optional<SimulationEnd> start_in_mode(double time, StartReport& report);
  std::optional<SimulationEnd> check_fixed_starts(double time) const;
  bool begins_after_other_mode(VisitedMode& next, double time, const SimulationEnd& failure);
  std::optional<SimulationEnd> change_mode(const Instant& time, const std::vector<Reinit>& reinits,
                                           ComponentChange& change);
  bool is_continuous(const VisitedMode& next) const;
  std::optional<SimulationEnd> reset(VisitedMode& next, const Instant& time, bool can_begin,
                                     ComponentChange& change);
  std::optional<SimulationEnd> begin_in(VisitedMode& next, const Instant& time,
                                        std::span<const double> state);
  void find_watched_sides();
  std::vector<InfiniteRow> infinite_rows(const ComponentChange& change, int order) const;
  void find_sides_of_impulses(ComponentChange& change) const;

  const ExecutableComponent& component_;
  DiscreteState& discrete_;
  const SimulationOptions& options_;
  Interruption& interruption_;
  std::vector<UnknownStart> starts_;
  VisitedModes modes_;
  VisitedMode* mode_ = nullptr;
  std::vector<double> point_;
  Instant point_time_;
  Sliding sliding_;
  LeftLimit left_;
  BranchPoint branch_point_;
  std::vector<Side> held_;
  bool has_stepped_ = false;  // since it began in this mode
  double began_at_ = 0.0;
  // Scratch of change(), kept so that a restart in the same mode does not allocate.
  std::vector<double> state_, scales_;
};

}  // namespace saltus
