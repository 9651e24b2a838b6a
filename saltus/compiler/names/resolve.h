#pragma once

#include <optional>
#include <string>

#include "saltus/compiler/names/resolved_model.h"
#include "saltus/foundation/diagnostics/diagnostics.h"
#include "saltus/foundation/diagnostics/source_text.h"

namespace saltus {

// Finds what every name of one model means and checks types and variability. An
// empty `model_name` chooses the last model of the text. Nothing when there were errors.
std::optional<ResolvedModel> resolve(const syntax::SyntaxTree& tree, const SourceText& source,
                                     const std::string& model_name, Diagnostics& diagnostics);

}  // namespace saltus
