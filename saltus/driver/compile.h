#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "saltus/compiler/flat/flat_system.h"
#include "saltus/compiler/modes/mode.h"
#include "saltus/compiler/structure/mode_structure.h"
#include "saltus/executable/executable_mode.h"
#include "saltus/foundation/diagnostics/diagnostics.h"
#include "saltus/foundation/diagnostics/source_text.h"
#include "saltus/runtime/simulate/options.h"
#include "saltus/runtime/simulate/outcome.h"
#include "saltus/runtime/simulate/start.h"

namespace saltus {

struct CompileOptions {
  std::string model;  // which model of the text; the last one if empty
  std::vector<std::pair<std::string, std::string>> overrides;  // --set name=value
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

// A mode ready to run.
struct CompiledModel {
  AnalyzedMode mode;
  ExecutableMode executable;
  std::vector<UnknownStart> starts;
};

// Checks that the model can be run and compiles its first mode.
std::optional<CompiledModel> compile_model(FlatSystem& system, Diagnostics& diagnostics);

// Runs a compiled model. Faults of the numbers are in Simulation::end, with what
// was computed until then, and are also reported to `diagnostics`.
Simulation run_model(const FlatSystem& system, const CompiledModel& model,
                     const SimulationOptions& options, Diagnostics& diagnostics);

// Both; nothing when the model is at fault.
std::optional<Simulation> simulate_model(FlatSystem& system, const SimulationOptions& options,
                                         Diagnostics& diagnostics);

}  // namespace saltus
