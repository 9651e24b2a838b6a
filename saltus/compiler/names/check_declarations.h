#pragma once

#include "saltus/compiler/names/check_expression.h"

namespace saltus {

// Attributes and bindings of all declarations: names, types and variability.
void check_declarations(const syntax::SyntaxTree& tree, const syntax::Model& model,
                        ExpressionChecker& expressions, ResolvedModel& resolved,
                        Diagnostics& diagnostics);

}  // namespace saltus
