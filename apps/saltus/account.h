#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "apps/saltus/exit_code.h"
#include "saltus/driver/compile.h"
#include "saltus/driver/judge_run.h"
#include "saltus/runtime/results/terminal_plot.h"

namespace saltus {

// All that is told of a run.
struct RunAccount {
  const SourceText& source;
  const CompiledModel& model;
  const SimulationOptions& options;
  const Simulation& simulation;
  std::optional<MatrixVerdict> verdict;  // of the matrices that the model came from
  std::string output;                    // empty: nothing was written
  std::string events;
  double compile_seconds = 0.0;
  double run_seconds = 0.0;
};

// A few lines for people, with a plot of the main variables.
std::string write_account(const RunAccount& account, const PlotOptions& plot);

// The same for programs; diagnostics and the exit code are added by the caller.
nlohmann::ordered_json account_to_json(const RunAccount& account);

}  // namespace saltus
