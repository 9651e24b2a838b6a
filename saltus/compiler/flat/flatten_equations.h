#pragma once

#include "saltus/compiler/flat/build_expression.h"

namespace saltus {

// Adds equations, initial equations, inequalities, substitutions, assertions and when clauses to
// `system`, in the order of the text; bindings of variables come first, in declaration order.
void flatten_equations(const syntax::SyntaxTree& tree, const ResolvedModel& resolved,
                       const SymbolTargets& targets, ExpressionBuilder& builder, FlatSystem& system,
                       Diagnostics& diagnostics);

}  // namespace saltus
