#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "saltus/compiler/flat/flat_system.h"
#include "saltus/compiler/names/resolved_model.h"
#include "saltus/foundation/diagnostics/diagnostics.h"
#include "saltus/foundation/diagnostics/source_text.h"

namespace saltus {

// --set name=value, as written.
using Overrides = std::vector<std::pair<std::string, std::string>>;

// The flat multi-mode system of a model (semantics 1): parameters have their values,
// what they decide is decided, and every other condition is a guard. Nothing when
// there were errors.
std::optional<FlatSystem> flatten(const syntax::SyntaxTree& tree, const ResolvedModel& resolved,
                                  const SourceText& source, const Overrides& overrides,
                                  Diagnostics& diagnostics);

}  // namespace saltus
