#pragma once

#include "saltus/compiler/names/check_expression.h"

namespace saltus {

// Reals that some `when` assigns become discrete. Comes before all other checks,
// which ask for variability.
void mark_assigned_in_when(const syntax::SyntaxTree& tree, const syntax::Model& model,
                           SymbolTable& symbols, ResolvedModel& resolved);

// Equations and initial equations: expressions, types of sides, where each kind may stand.
void check_equations(const syntax::SyntaxTree& tree, const syntax::Model& model,
                     ExpressionChecker& expressions, Diagnostics& diagnostics);

}  // namespace saltus
