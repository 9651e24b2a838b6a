#pragma once

#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "saltus/executable/executable_model.h"
#include "saltus/runtime/events/first_crossing.h"
#include "saltus/runtime/results/result_sink.h"
#include "saltus/runtime/simulate/mode_source.h"
#include "saltus/runtime/simulate/options.h"
#include "saltus/runtime/simulate/outcome.h"
#include "saltus/runtime/simulate/start.h"

namespace saltus {

enum class ColumnSource : std::uint8_t { continuous, discrete, equivalent, mode, multiplier };

// A column of the results: an unknown's derivative of some order, a discrete variable, what
// counts for a binary unknown in the equations, the number of the mode, or the share with which
// a relation holds while the solution slides along its surface.
struct OutputColumn {
  ResultColumn column;
  ColumnSource source = ColumnSource::continuous;
  std::uint32_t component = 0;
  std::uint32_t unknown = 0;  // position among the component's unknowns
  int order = 0;
  std::uint32_t variable = 0;  // VariableId if discrete or equivalent; SurfaceId of a multiplier
};

// What is known or guessed before the first mode is known.
struct StartPoint {
  std::vector<double> values;  // by VariableId
  std::vector<Side> sides;     // by SurfaceId: of the event functions at these values
};

struct StartGuess {
  std::vector<UnknownStart> starts;  // by VariableId
  // At a time, with values of discrete variables and inputs, by VariableId.
  std::function<StartPoint(double time, std::span<const double> known)> find_point;
};

// What a run is made of. All of it must outlive the run.
struct RunSetting {
  const ExecutableModel& model;
  ModeSource& source;
  const StartGuess& guess;
  const std::vector<OutputColumn>& columns;
  const SimulationOptions& options;
  ResultSink& sink;
};

// Start, then step by step and event by event to the stop time, a row of results
// wherever one is due. Whatever happens, what was computed until then went to the sink.
RunResult simulate(const RunSetting& setting);

// Keeps all events in memory.
class EventCollector : public ResultSink {
 public:
  bool wants_events() const override { return true; }
  void add_event(const MicroStep& event) override { events_.push_back(event); }
  std::vector<MicroStep> take() { return std::move(events_); }

 private:
  std::vector<MicroStep> events_;
};

}  // namespace saltus
