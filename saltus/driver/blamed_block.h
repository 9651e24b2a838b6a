#pragma once

#include <string>
#include <vector>

#include "saltus/driver/compile.h"
#include "saltus/foundation/diagnostics/diagnostics.h"
#include "saltus/runtime/simulate/outcome.h"

namespace saltus {

constexpr std::size_t most_shown_equations = 6;

// `a`, `b` and 3 more
std::string join_names(const std::vector<std::string>& names);
std::string names_of(const CompiledModel& model, const std::vector<VariableId>& variables);

// What a block solves for: x, der(x), …
std::vector<std::string> unknown_names(const CompiledModel& model, const SimulationEnd& end);

// The error at the first equation of the block at fault, the others as labels.
Diagnostic& report_block(const CompiledModel& model, const SimulationEnd& end, Code code,
                         std::string message, bool with_residuals, Diagnostics& diagnostics);

}  // namespace saltus
