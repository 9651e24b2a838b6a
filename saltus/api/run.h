#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "saltus/api/model.h"

namespace saltus {

// Why a run has not begun, or has ended early: what is wrong, and the text in which it is.
struct RunFailure {
  SourceText source;
  Diagnostics diagnostics;
  std::string text() const;  // as the command line shows it
};

// A run as it was at some time (Run::snapshot). Cheap to copy.
class RunSnapshot {
 private:
  friend class Run;
  struct Content;
  std::shared_ptr<const Content> content_;
};

// A run of a model, step by step: it can be looked at, steered and taken back. Several runs of one
// model share its compiled modes and are otherwise independent; each may be in a thread of its own.
//
//   Run run(model, {.stop_time = 10.0});
//   if (const auto failure = run.start()) return report(failure->text());
//   while (!run.is_finished()) {
//     run.advance_to(run.time() + 0.1);
//     run.set_input(force, controller(run.value(position)));
//   }
//   const RunResult result = run.finish();
class Run {
 public:
  Run(std::shared_ptr<const Model> model, SimulationOptions options);
  ~Run();
  Run(Run&&) noexcept;
  Run& operator=(Run&&) noexcept;

  // Before start(). Rows and events go there as they are computed. The sink must outlive the run.
  void add_sink(ResultSink& sink);

  // Finds the consistent start. What keeps the run from beginning, if something does.
  std::optional<RunFailure> start();

  // By name as in the model: `arm.q`. Nothing if there is no such variable.
  std::optional<VariableId> variable(std::string_view name) const;
  double time() const;
  // The value at time(), of the right limit if that is an event; not a number if there is none.
  // Of a derivative if `order` is not 0.
  double value(VariableId variable, int order = 0);
  // The input has this value from time() on; before start(), from the start. All inputs that are
  // set at one time change in one event. False if the variable is no input that is a known value
  // (ModelOptions::open_inputs), or if the number is none of its type.
  [[nodiscard]] bool set_input(VariableId input, double value);

  // Goes on until `time`, events at that time included, or to the end of the run if that comes
  // before. Rows, events and values do not depend on where a run was stopped to be looked at.
  void advance_to(double time);
  // Goes on until something has happened at an event, or to the end.
  void advance_to_event();
  // It has reached the stop time, or cannot go on.
  bool is_finished() const;

  // After start(): the run as it is, to return to as often as wanted, also from an end that it has
  // come to. It goes on from there in the same way, bit for bit. Sinks keep what they have got.
  RunSnapshot snapshot() const;
  // A snapshot of this run, before finish().
  void restore(const RunSnapshot& snapshot);

  // Ends the run where it is, tells the sinks, and returns how it ended.
  const RunResult& finish();
  // After finish(): what there is to say of the run. Nothing if all went well.
  const Diagnostics& diagnostics() const;

 private:
  struct Content;
  std::unique_ptr<Content> content_;
};

}  // namespace saltus
