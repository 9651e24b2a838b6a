#include "saltus/compiler/names/resolve.h"

#include <fmt/format.h>

#include "saltus/compiler/names/check_declarations.h"
#include "saltus/compiler/names/check_equations.h"
#include "saltus/compiler/names/closest_name.h"
#include "saltus/compiler/names/order_parameters.h"

namespace saltus {
namespace {

std::optional<std::size_t> find_model(const syntax::SyntaxTree& tree, const std::string& name,
                                      Diagnostics& diagnostics) {
  if (tree.models.empty()) {
    diagnostics.error(codes::unknown_model, {}, "the text contains no model")
        .suggest("a model is written as `model M … equation … end M;`");
    return std::nullopt;
  }
  if (name.empty()) return tree.models.size() - 1;
  std::vector<std::string_view> names;
  for (std::size_t index = 0; index < tree.models.size(); ++index) {
    if (tree.models[index].name == name) return index;
    names.push_back(tree.models[index].name);
  }
  Diagnostic& diagnostic = diagnostics.error(codes::unknown_model, tree.models.front().name_span,
                                             fmt::format("the text contains no model `{}`", name));
  diagnostic.mark("a model that it does contain");
  for (std::size_t index = 1; index < std::min<std::size_t>(tree.models.size(), 8); ++index) {
    diagnostic.also(tree.models[index].name_span, "another one");
  }
  if (const auto meant = find_closest_name(name, names)) {
    diagnostic.suggest(fmt::format("did you mean `{}`?", *meant));
  }
  return std::nullopt;
}

// Settings of annotation(experiment(…)) are expressions; all other annotations are
// kept as text.
void check_experiment(const syntax::Model& model, ExpressionChecker& expressions) {
  for (const syntax::Modifier& annotation : model.annotation) {
    if (annotation.name != "experiment") continue;
    for (const syntax::Modifier& setting : annotation.nested) {
      if (setting.value) expressions.check(*setting.value);
    }
  }
}

}  // namespace

std::optional<ResolvedModel> resolve(const syntax::SyntaxTree& tree, const SourceText&,
                                     const std::string& model_name, Diagnostics& diagnostics) {
  const std::size_t errors_before = diagnostics.error_count();
  const std::size_t first = diagnostics.all().size();
  const auto index = find_model(tree, model_name, diagnostics);
  if (!index) return std::nullopt;
  const syntax::Model& model = tree.models[*index];

  ResolvedModel resolved{.model = *index,
                         .symbols = {},
                         .nodes = IdMap<syntax::NodeId, ResolvedNode>(tree.nodes.size()),
                         .parameter_order = {}};
  SymbolTable symbols(tree, model, resolved, diagnostics);
  mark_assigned_in_when(tree, model, symbols, resolved);
  ExpressionChecker expressions(tree, symbols, resolved, diagnostics);
  check_declarations(tree, model, expressions, resolved, diagnostics);
  check_equations(tree, model, expressions, diagnostics);
  check_experiment(model, expressions);
  resolved.parameter_order = order_parameters(tree, model, resolved, diagnostics);

  diagnostics.sort_by_position(first);
  if (diagnostics.error_count() > errors_before) return std::nullopt;
  return resolved;
}

}  // namespace saltus
