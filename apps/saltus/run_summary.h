#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "apps/saltus/exit_code.h"
#include "apps/saltus/first_events.h"
#include "saltus/driver/compile.h"
#include "saltus/driver/judge_run.h"
#include "saltus/runtime/results/summary_sink.h"
#include "saltus/runtime/results/terminal_plot.h"

namespace saltus {

// All that is said of a run.
struct RunSummary {
  const SourceText& source;
  const CompiledModel& model;
  const SimulationOptions& options;
  const RunResult& result;
  const SummarySink& rows;
  const FirstEvents& first_events;
  std::optional<MatrixVerdict> verdict;  // of the matrices that the model came from
  std::string output;                    // empty: nothing was written
  std::string events;
  double compile_seconds = 0.0;
  double run_seconds = 0.0;
};

// A few lines for people, with a plot of the main variables.
std::string write_summary(const RunSummary& summary, const PlotOptions& plot);

// The same for programs; diagnostics and the exit code are added by the caller.
nlohmann::ordered_json summary_to_json(const RunSummary& summary);

}  // namespace saltus
