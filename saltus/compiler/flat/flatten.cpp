#include "saltus/compiler/flat/flatten.h"

#include "saltus/compiler/flat/apply_substitutions.h"
#include "saltus/compiler/flat/build_expression.h"
#include "saltus/compiler/flat/define_hidden.h"
#include "saltus/compiler/flat/find_binary_unknowns.h"
#include "saltus/compiler/flat/flatten_annotation.h"
#include "saltus/compiler/flat/flatten_declarations.h"
#include "saltus/compiler/flat/flatten_equations.h"
#include "saltus/compiler/flat/invert_powers.h"
#include "saltus/compiler/flat/renumber_by_first_use.h"

namespace saltus {

std::optional<FlatSystem> flatten(const syntax::SyntaxTree& tree, const ResolvedModel& resolved,
                                  const SourceText& source, const Overrides& overrides,
                                  Diagnostics& diagnostics) {
  const std::size_t errors_before = diagnostics.error_count();
  const std::size_t first = diagnostics.all().size();
  const syntax::Model& model = tree.models[resolved.model];

  std::optional<FlatSystem> result(std::in_place);
  FlatSystem& system = *result;
  system.name = model.name;
  system.description = model.description;
  const SymbolTargets targets(resolved);
  declare_all(model, resolved, system);
  ExpressionBuilder builder(tree, resolved, targets, system, diagnostics);
  evaluate_parameters(tree, resolved, targets, overrides, builder, system, diagnostics);
  evaluate_attributes(tree, resolved, targets, builder, system, diagnostics);
  flatten_equations(tree, resolved, targets, builder, system, diagnostics);
  apply_substitutions(system, diagnostics);
  if (diagnostics.error_count() == errors_before) invert_powers(system);
  flatten_annotation(tree, resolved, source, builder, system, diagnostics);
  renumber_by_first_use(system);
  define_hidden_variables(system);
  find_binary_unknowns(system, diagnostics);

  diagnostics.sort_by_position(first);
  if (diagnostics.error_count() > errors_before) result.reset();
  return result;
}

}  // namespace saltus
