#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "saltus/foundation/base/memento.h"
#include "saltus/runtime/simulate/accumulation.h"
#include "saltus/runtime/simulate/agenda.h"
#include "saltus/runtime/simulate/instant_solver.h"
#include "saltus/runtime/simulate/micro_step_log.h"
#include "saltus/runtime/simulate/row_writer.h"
#include "saltus/runtime/simulate/start_modes.h"

namespace saltus {

// One run of a model. Components take their steps independently of each other; the agenda says
// what comes next; at an event the instant solver goes from left to right limits, and the
// components that it has changed begin anew.
class RunLoop : private RunListener {
 public:
  explicit RunLoop(const RunSetting& setting);

  void start();
  // All events and rows until then. Steps reach beyond it, so that the solution does not depend on
  // where it is looked at.
  void advance_to(double limit);
  // Until something has happened at an event.
  void advance_to_event();
  bool has_ended() const { return end_.has_value(); }
  // Tells the sink of the end.
  RunResult finish();

  // Where the run stands, and the right limits there.
  double time() const { return now_; }
  double value(VariableId variable, int order);
  // From now on; before the start, at the start. Takes effect when the run goes on or is looked at.
  void set_input(VariableId input, double value);

  // All that a run has and that decides how it goes on, to return to as often as wanted. Sinks keep
  // what they have got. Between instants only, that is, between calls.
  class Snapshot;
  Snapshot snapshot() const;
  void restore(const Snapshot& snapshot);

 private:
  friend class Memento<RunLoop>;
  RunLoop(const RunLoop&) = default;

  using End = std::optional<SimulationEnd>;
  using Inputs = std::vector<std::pair<std::uint32_t, double>>;

  // Start
  End find_start();
  bool begins_from_left_limits(const SimulationEnd& failure, const Inputs& inputs) const;
  void take_guess();
  End begin_start_event(const StartModes& modes, InstantEvent& event);
  std::vector<std::pair<SurfaceId, Side>> find_zeros_at_start();
  End settle_start(const PassOutcome& outcome);

  // Steps and events
  void advance(double limit, bool stops_at_events);
  End process_next();
  End apply_inputs();
  End end_segment(std::uint32_t component, double end_time);
  End take_step(std::uint32_t component);
  bool leads_on();
  double forecast_of_steps();
  bool ignores_undefined(std::uint32_t component, const StepOutcome& outcome);
  void fail_later(std::uint32_t component, SimulationEnd end);
  End end_at_failure(std::uint32_t component);
  double span() const { return std::fabs(run_.options.stop_time - run_.options.start_time); }
  double resolution(double time) const;
  bool arrives(std::uint32_t component, const StepFailed& failed);
  End check_clocks() const;
  End solve_event();
  InstantEvent& collect_event();
  End work_through(InstantEvent& event);
  End note_left_limits(InstantEvent& event);
  End begin_anew();
  End finish_at_stop();
  bool ticks_within_run(const Clock& clock) const;
  void schedule_clock(std::uint32_t clock);
  double at_ends_of_run(double tick) const;
  void schedule_threshold(std::uint32_t surface);

  // RunListener
  Effect accepted(const AcceptedStep& step) override;
  bool knows(SurfaceRemarkKind kind, SurfaceId surface) const override;
  void remark(SurfaceRemarkKind kind, SurfaceId surface) override;
  void warn(const AssertionWarning& warning) override;

  End report_progress();
  End or_interrupted(End end) const;
  template <class Work>
  End within_memory(const Work& work);
  void release_modes();
  Statistics collect_statistics() const;

  bool is_beyond(double time, double limit) const { return (time - limit) * run_.direction > 0.0; }
  bool is_beyond_stop(double time) const { return is_beyond(time, run_.options.stop_time); }
  std::uint32_t clock_item(std::uint32_t clock) const {
    return static_cast<std::uint32_t>(run_.components.size()) + clock;
  }
  std::uint32_t surface_item(std::uint32_t surface) const {
    return clock_item(static_cast<std::uint32_t>(run_.system().clocks.size())) + surface;
  }

  const RunSetting setting_;
  const StartGuess& guess_;
  ResultSink& sink_;
  RunState run_;
  PresentInstant instant_;
  ModeNumbers modes_;
  MicroStepLog log_;
  InstantSolver solver_;
  Accumulation accumulation_;
  RowWriter rows_;
  Agenda agenda_;
  StartReport start_report_;
  std::vector<AssertionWarning> warnings_;
  std::vector<SurfaceRemark> remarks_;
  End end_;                          // why the run has ended
  double now_;                       // where it stands
  double reached_;                   // where the results end
  Inputs inputs_;                    // values from outside, not yet in effect
  bool has_infinite_start_ = false;  // from left limits, with a jump of what a state integrates
  bool has_begun_steps_ = false;     // the components have values and take steps
  std::uint64_t steps_ = 0;
  // Looked at now and then: where the run stood, and when to look again.
  struct Pace {
    std::uint64_t next_look = 0;
    double time = 0.0;
  };
  Pace pace_;
  Pace forecast_;
  std::vector<std::uint64_t> clock_ticks_;
  // Of components that cannot go on; by component.
  std::map<std::uint32_t, SimulationEnd> failed_;
  InstantEvent event_;  // the last one that was collected; kept so that nothing allocates
  End stalled_;         // why a step failed that has ended at a surface
  double last_arrival_ = std::numeric_limits<double>::infinity();
  int arrivals_ = 0;
};

class RunLoop::Snapshot {
 private:
  friend class RunLoop;
  explicit Snapshot(const RunLoop& loop);

  // Modes that were visited live as long as a snapshot refers to them, each at its place.
  Memento<RunLoop> loop_;
  std::vector<std::pair<TaylorIntegrator*, Memento<TaylorIntegrator>>> integrators_;
};

}  // namespace saltus
