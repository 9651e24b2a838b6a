#pragma once

#include <chrono>
#include <deque>
#include <limits>
#include <map>
#include <set>
#include <unordered_map>
#include <vector>

#include "saltus/runtime/simulate/agenda.h"
#include "saltus/runtime/simulate/component_run.h"
#include "saltus/runtime/simulate/discrete_state.h"
#include "saltus/runtime/simulate/held_surfaces.h"
#include "saltus/runtime/simulate/mode_key.h"
#include "saltus/runtime/simulate/output_times.h"
#include "saltus/runtime/simulate/simulate.h"
#include "saltus/runtime/simulate/switching_candidates.h"
#include "saltus/runtime/simulate/valuation_search.h"
#include "saltus/runtime/simulate/zeno_watch.h"

namespace saltus {

inline Side opposite(Side side) { return side == Side::positive ? Side::negative : Side::positive; }

// One run of a model. Components take their steps independently of each other; at an
// event only those that it touches are evaluated, changed and begun again.
class HybridRun : private ContinuousValues {
 public:
  HybridRun(const ExecutableModel& model, ModeSource& source, const StartGuess& guess,
            const std::vector<OutputColumn>& columns, const SimulationOptions& options);

  Simulation run();

 private:
  // What happens at one instant, collected before it is worked through.
  struct Instantaneous {
    Instant time;
    std::vector<std::uint32_t> components;  // that stand at a crossing
    std::vector<SurfaceId> crossed;
    std::vector<std::uint32_t> clocks;
    void clear() {
      components.clear();
      crossed.clear();
      clocks.clear();
    }
  };
  // A micro-step as far as it decides whether the same comes again.
  struct Settled {
    std::vector<std::uint32_t> components;
    std::vector<const VisitedMode*> modes;
    std::vector<std::vector<double>> points;
    std::vector<double> values;  // of discrete variables that changed in this instant
    std::vector<Side> sides;     // of the components' surfaces, component after component
    std::vector<GuardValue> to;
  };
  // Start
  bool start();
  bool find_start_modes();
  bool is_contested();
  bool start_components(std::vector<std::pair<std::uint32_t, Side>>& inconsistent);
  bool try_another(ValuationSearch& search);
  void set_flips(const ValuationSearch& search);
  bool is_flipped(std::uint32_t surface) const;

  // Steps and events
  void advance_to_stop();
  bool take_step(std::uint32_t component);
  bool arrives(std::uint32_t component, double time);
  void schedule_clock(std::uint32_t clock);
  void schedule_threshold(std::uint32_t surface);
  void collect_event(Instantaneous& event);
  bool work_through(Instantaneous& event);
  bool micro_step(const Instantaneous& event, int number);
  bool try_valuation();
  bool search_valuation(std::size_t mark);
  bool find_valuation(std::size_t mark);
  bool refresh_stale_sides();
  void remember_touched();
  void undo_valuation(std::size_t mark);
  void accept(const Instantaneous& event, int number);

  // Binary unknowns
  bool has_crossed_inequality(const Instantaneous& event) const;
  static Side side_of_candidate(ComponentRun& run, std::uint32_t position, bool has_crossed);
  bool is_violated(SurfaceId inequality);
  bool is_violated(const SubProblem& problem);
  bool settle(std::size_t mark);
  bool settle_inequalities(std::size_t mark);
  bool try_candidate(const SubProblem& problem, const std::vector<bool>& is_flipped,
                     std::size_t mark);
  struct FoundCandidate {
    std::optional<std::vector<bool>> is_flipped;
    bool is_unique = true;
    bool is_last = false;  // nothing was tried after it
  };
  FoundCandidate search_candidates(const SubProblem& problem, SwitchingCandidates candidates,
                                   std::size_t mark);
  bool switch_binaries(const SubProblem& problem, std::size_t mark);
  bool choose_binaries(const SubProblem& problem, std::size_t mark);
  bool switch_to_enter(std::size_t mark);
  bool start_with_other_binaries();
  bool find_consistent(std::size_t mark, std::optional<SurfaceId> tried = {});
  std::optional<SurfaceId> find_exhausted(std::optional<SurfaceId> tried);
  void hold_again();
  double present_value(std::uint32_t binary) const;
  bool is_excluded_elsewhere(const SubProblem& problem, std::uint32_t binary, SurfaceId inequality,
                             std::size_t mark);
  bool slide_between_values(const SubProblem& problem, std::size_t mark);

  // Sliding
  struct PushedBack {
    std::uint32_t component, position;
  };
  bool settle_sliding(std::size_t mark);
  bool hold_corner(std::size_t mark);
  bool leave_surfaces(std::size_t mark);
  std::optional<PushedBack> find_pushed_back();
  bool begin_sliding(const PushedBack& place, std::size_t mark);
  bool can_be_tried(SurfaceId surface);
  std::optional<std::vector<double>> values_on_surface(const PushedBack& place, std::size_t mark);
  bool is_same(std::uint32_t component, const std::vector<double>& values) const;
  bool stay_on_surface(const PushedBack& place);
  bool stays_by_itself(const PushedBack& place);
  bool is_zero_like_a_side(SurfaceId surface);
  bool slide_where_contested(std::size_t mark);
  bool goes_on_at(SurfaceId surface, Side side, std::size_t mark);
  void look_for_repelling(std::size_t mark);
  void look_for_repelling_at_start();
  void remark(SurfaceRemarkKind kind, SurfaceId surface);
  std::vector<SurfaceId> surfaces_of_cycle(std::size_t first) const;
  bool can_choose_among(const std::vector<SurfaceId>& surfaces);
  bool goes_on_with(const std::vector<std::pair<SurfaceId, std::optional<Side>>>& choice,
                    std::size_t mark);
  bool slide_along_cycle(const std::vector<SurfaceId>& surfaces);
  bool find_sliding(std::uint32_t component);
  void release(SurfaceId surface);
  void find_corners(SlidingCluster& cluster);
  bool is_leading_back(std::uint32_t component, std::uint32_t position);
  bool is_same_when_zero(SurfaceId surface);
  bool are_multipliers_inside(std::uint32_t component);
  bool is_share_low(SurfaceId surface) const;
  void stop_sliding(SurfaceId surface, Side side);
  Side side_to_leave_to(SurfaceId surface) const;
  void add_multiplier_columns();
  bool go_on_after_zeno(SurfaceId surface);
  bool is_accumulating(SurfaceId surface) const;
  std::optional<std::vector<Reaction>> reactions_of_bounce(std::uint32_t component) const;
  bool hold_after_zeno(const std::vector<SurfaceId>& surfaces);
  bool try_valuation_at_limit(std::size_t mark);
  void end_rest_of(VariableId variable);
  bool check_outcome();
  void count_changes();
  std::vector<GuardValue> guard_values_beside(std::uint32_t component,
                                              const Sliding& sliding) const;
  static void add_guards(const std::vector<GuardValue>& guards, std::vector<GuardValue>& to);
  void describe(const Instantaneous& event);
  void update_sides();
  void touch(std::uint32_t component);
  void alter(std::uint32_t component);
  void touch_readers();
  void touch_readers_of_value(std::uint32_t variable);
  void touch_readers_of_pre(std::uint32_t variable);
  void collect_reinits();
  bool repeats();
  bool watch_for_zeno(const Instantaneous& event);
  bool is_zeno_to_go_on(const Instantaneous& event);
  void finish();

  // ContinuousValues
  double value(std::uint32_t variable, int order) override;
  double left_limit(std::uint32_t variable) override;
  std::optional<SimulationEnd> find_left_limit(std::uint32_t component);
  ComponentRun& component_at_instant(std::uint32_t component);

  // Results
  bool write_rows(double until, bool is_inclusive);
  bool write_row(double time);
  void fill_row(std::span<double> row);
  double column_value(const OutputColumn& column);
  // What counts for a binary unknown in the equations: its value, or its share where it slides.
  double equivalent_value(std::uint32_t variable);
  void write_event_rows(const std::vector<double>& left);
  std::uint32_t mode_number();
  std::vector<GuardValue> guard_values(std::uint32_t component) const;
  bool report_progress();
  bool fail(SimulationEnd end);
  bool fail_in(std::uint32_t component, SimulationEnd end);
  void collect_statistics();

  bool is_beyond_stop(double time) const { return (time - options_.stop_time) * direction_ > 0.0; }
  std::uint32_t clock_item(std::uint32_t clock) const {
    return static_cast<std::uint32_t>(components_.size()) + clock;
  }
  std::uint32_t surface_item(std::uint32_t surface) const {
    return static_cast<std::uint32_t>(components_.size() + model_.discrete.clocks.size()) + surface;
  }

  const ExecutableModel& model_;
  const StartGuess& guess_;
  std::vector<OutputColumn> columns_;
  const SimulationOptions& options_;
  double direction_;
  DiscreteState discrete_;
  std::deque<ComponentRun> components_;
  std::vector<std::uint32_t> component_of_, unknown_of_;  // by VariableId
  Agenda agenda_;
  OutputTimes output_times_;
  ZenoWatch zeno_;
  Simulation result_;
  bool has_begun_ = false;        // components have values
  bool has_begun_steps_ = false;  // and have taken their first steps
  std::uint64_t steps_ = 0;

  // The present instant
  Instant now_;
  std::uint64_t instant_number_ = 0;
  std::vector<std::uint64_t> evaluated_at_;  // per component: the instant of its point
  std::vector<std::uint32_t> touched_;       // components that this micro-step changes
  // Before its pass, and whether they were altered.
  std::vector<std::pair<std::uint32_t, std::uint8_t>> touched_before_;
  Instantaneous event_;
  std::vector<std::uint8_t> is_touched_, is_altered_;
  std::vector<std::uint32_t> restarted_;  // components begun anew in this instant
  std::vector<std::uint8_t> is_restarted_;
  std::vector<std::uint8_t> has_crossed_;     // per surface, in this instant
  std::vector<ComponentChange> changes_;      // per component
  std::vector<std::vector<Reinit>> reinits_;  // per component
  HeldSurfaces held_;
  std::vector<Reaction> last_bounce_;     // what the last reinits of an event have changed
  std::vector<std::uint8_t> has_column_;  // per surface: its multiplier is in the results
  std::vector<Flip> flips_;               // sides that the search for a valuation has chosen
  std::vector<std::pair<SurfaceId, Side>> forced_;  // sides that no attempt may change
  // Binary unknowns that this micro-step has switched, and their new values.
  std::vector<std::pair<std::uint32_t, double>> decided_;
  // Surfaces that the last candidate had to leave or to hold: another one may need them otherwise.
  std::vector<std::pair<SurfaceId, std::optional<BinaryShare>>> left_by_candidate_;
  std::vector<SurfaceId> held_by_candidate_;
  std::size_t decided_before_ = 0;  // entries of decided_ that candidates are added to
  bool may_leave_ = true;           // candidates may leave surfaces
  // By a sub-problem's first binary unknown and those of value 1: what was switched last time.
  std::map<std::pair<std::uint32_t, std::vector<std::uint32_t>>, std::vector<bool>> expected_;
  std::vector<std::pair<std::uint32_t, Side>> inconsistent_;
  std::optional<SimulationEnd> failure_;
  std::optional<SimulationEnd> stalled_;  // why a step failed that has ended at a surface
  double last_arrival_ = std::numeric_limits<double>::infinity();
  int arrivals_ = 0;
  std::uint32_t failed_component_ = 0;
  const PassOutcome* outcome_ = nullptr;
  // At the start: sides that surfaces wanted to be on, and those to which both sides lead back.
  std::set<std::pair<std::uint32_t, Side>> wished_;
  std::vector<SurfaceId> contested_;
  bool is_tried_ = false;  // this micro-step has tried a valuation
  int valuations_ = 1;     // tried for it
  bool is_unique_ = true;
  std::vector<std::uint32_t> changed_pre_;
  std::vector<std::uint32_t> stale_surfaces_;  // whose event functions read a new pre(…)
  std::vector<Settled> history_;
  std::vector<std::uint32_t> changed_in_instant_;  // discrete variables
  bool has_effect_ = false;                        // something to show happened in this instant
  int described_ = 0;     // micro-steps of this instant that were written down
  int mode_changes_ = 0;  // in this instant
  std::unordered_map<std::uint64_t, std::uint32_t> mode_numbers_;  // looked up only
  std::uint64_t mode_key_ = 0;
  std::vector<std::uint64_t> clock_ticks_;
  std::chrono::steady_clock::time_point last_progress_{};
};

}  // namespace saltus
