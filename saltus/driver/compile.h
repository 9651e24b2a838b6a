#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "saltus/compiler/flat/bind_inputs.h"
#include "saltus/compiler/flat/flat_system.h"
#include "saltus/compiler/hybrid/hybrid_system.h"
#include "saltus/compiler/modes/mode.h"
#include "saltus/compiler/structure/mode_structure.h"
#include "saltus/driver/mode_library.h"
#include "saltus/executable/executable_mode.h"
#include "saltus/foundation/diagnostics/diagnostics.h"
#include "saltus/foundation/diagnostics/source_text.h"
#include "saltus/runtime/simulate/options.h"
#include "saltus/runtime/simulate/outcome.h"
#include "saltus/runtime/simulate/simulate.h"
#include "saltus/runtime/simulate/start.h"

namespace saltus {

struct CompileOptions {
  std::string model;  // which model of the text; the last one if empty
  std::vector<std::pair<std::string, std::string>> overrides;  // --set name=value
  std::vector<InputValue> inputs = {};  // of those that the model leaves open
  // Inputs that runs set: known values, until then the start value, or 0.
  std::vector<std::string> open_inputs = {};
};

// text → syntax → names → flat system. Nothing when there were errors.
std::optional<FlatSystem> compile_flat(const SourceText& source, const CompileOptions& options,
                                       Diagnostics& diagnostics);

struct AnalyzedMode {
  Mode mode;
  ModeSystem equations;
  ModeStructure structure;
};

// The mode that the start values select, and its structure.
std::optional<AnalyzedMode> analyze_first_mode(FlatSystem& system, Diagnostics& diagnostics);

// That mode of the whole model, ready to be expanded.
struct CompiledFirstMode {
  AnalyzedMode mode;
  ExecutableMode executable;
  std::vector<UnknownStart> starts;
};
std::optional<CompiledFirstMode> compile_first_mode(FlatSystem& system, Diagnostics& diagnostics);

// A model ready to run. It never changes and is shared by all its runs, in any number of threads:
// modes that a run visits first are added to a library that takes care of that.
struct CompiledModel {
  CompiledModel(FlatSystem flat, HybridSystem parts, ExecutableModel code,
                std::optional<AnalyzedMode> first);
  CompiledModel(const CompiledModel&) = delete;  // the guess refers to system and hybrid
  CompiledModel& operator=(const CompiledModel&) = delete;

  const FlatSystem system;  // has the expressions of all that follows
  const HybridSystem hybrid;
  const ExecutableModel executable;
  const StartGuess guess;
  // The mode that the start values select; nothing if it is singular, which need not
  // matter: the run may begin in another one.
  const std::optional<AnalyzedMode> first_mode;
  const std::unique_ptr<ModeLibrary> modes;
};

// Checks that the model can be run, and sorts its discrete part. Nothing when it cannot.
std::shared_ptr<const CompiledModel> compile_model(FlatSystem system, Diagnostics& diagnostics);

// Runs a compiled model; rows and events go to the sink. Faults of the numbers are in
// RunResult::end, and are also reported to `diagnostics`.
RunResult run_model(const CompiledModel& model, const SimulationOptions& options, ResultSink& sink,
                    Diagnostics& diagnostics);

// The same with all rows and events in memory.
Simulation run_model(const CompiledModel& model, const SimulationOptions& options,
                     Diagnostics& diagnostics);

// Both; nothing when the model is at fault.
std::optional<Simulation> simulate_model(FlatSystem system, const SimulationOptions& options,
                                         Diagnostics& diagnostics);

}  // namespace saltus
