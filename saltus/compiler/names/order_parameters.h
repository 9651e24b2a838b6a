#pragma once

#include <vector>

#include "saltus/compiler/names/resolved_model.h"
#include "saltus/foundation/diagnostics/diagnostics.h"

namespace saltus {

// Parameters and constants, each after those that its value depends on. Reports
// every cycle among them.
std::vector<SymbolId> order_parameters(const syntax::SyntaxTree& tree, const syntax::Model& model,
                                       const ResolvedModel& resolved, Diagnostics& diagnostics);

}  // namespace saltus
