#pragma once

#include "saltus/compiler/flat/build_expression.h"
#include "saltus/foundation/diagnostics/source_text.h"

namespace saltus {

// annotation(experiment(…)) becomes settings, every other annotation is kept as text.
void flatten_annotation(const syntax::SyntaxTree& tree, const ResolvedModel& resolved,
                        const SourceText& source, ExpressionBuilder& builder, FlatSystem& system,
                        Diagnostics& diagnostics);

}  // namespace saltus
