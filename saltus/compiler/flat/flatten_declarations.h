#pragma once

#include "saltus/compiler/flat/build_expression.h"
#include "saltus/compiler/flat/flatten.h"

namespace saltus {

// Adds all parameters and variables to `system`, without values.
void declare_all(const syntax::Model& model, const ResolvedModel& resolved, FlatSystem& system);

// Gives the parameters their values, overrides included.
void evaluate_parameters(const syntax::SyntaxTree& tree, const ResolvedModel& resolved,
                         const SymbolTargets& targets, const Overrides& overrides,
                         ExpressionBuilder& builder, FlatSystem& system, Diagnostics& diagnostics);

// Evaluates start, min, max, … of variables and the bounds of parameters.
void evaluate_attributes(const syntax::SyntaxTree& tree, const ResolvedModel& resolved,
                         const SymbolTargets& targets, ExpressionBuilder& builder,
                         FlatSystem& system, Diagnostics& diagnostics);

}  // namespace saltus
