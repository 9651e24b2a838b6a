#include <fmt/format.h>

#include <cmath>

#include "saltus/compiler/flat/flatten_declarations.h"
#include "saltus/foundation/expr/print_expr.h"

namespace saltus {
namespace {

using syntax::NodeId;

StateSelect state_select_of(std::string_view text) {
  if (text == "StateSelect.never") return StateSelect::never;
  if (text == "StateSelect.avoid") return StateSelect::avoid;
  if (text == "StateSelect.prefer") return StateSelect::prefer;
  if (text == "StateSelect.always") return StateSelect::always;
  return StateSelect::standard;
}

class AttributeEvaluation {
 public:
  AttributeEvaluation(const syntax::SyntaxTree& tree, ExpressionBuilder& builder,
                      Diagnostics& diagnostics)
      : tree_(tree), builder_(builder), diagnostics_(diagnostics) {}

  void evaluate(const Symbol& symbol, FlatVariable& variable) {
    set_texts(symbol, variable);
    variable.start = number(symbol, Attribute::start, &variable.start_binding);
    variable.min = number(symbol, Attribute::min);
    variable.max = number(symbol, Attribute::max);
    variable.nominal = number(symbol, Attribute::nominal, &variable.nominal_binding);
    variable.fixed = number(symbol, Attribute::fixed).value_or(0.0) != 0.0;
    if (variable.fixed && !variable.start) variable.start = 0.0;
    if (const auto& select = symbol.attribute(Attribute::state_select)) {
      variable.state_select = state_select_of(tree_.nodes[*select].text);
    }
    if (!check_bounds(symbol, variable.min, variable.max) || !variable.start) return;
    if (const std::string bound = broken_bound(*variable.start, variable.min, variable.max);
        !bound.empty()) {
      diagnostics_
          .warning(codes::value_out_of_bounds,
                   tree_.nodes[*symbol.attribute(Attribute::start)].span,
                   fmt::format("the start value {} of `{}` is out of its bounds",
                               print_number(*variable.start), symbol.name))
          .note(bound);
    }
  }

  void evaluate(const Symbol& symbol, FlatParameter& parameter) {
    set_texts(symbol, parameter);
    parameter.min = number(symbol, Attribute::min);
    parameter.max = number(symbol, Attribute::max);
    if (number(symbol, Attribute::fixed).value_or(1.0) == 0.0) {
      diagnostics_
          .error(codes::parameter_not_fixed, tree_.nodes[*symbol.attribute(Attribute::fixed)].span,
                 fmt::format("the parameter `{}` is to be computed at the start", symbol.name))
          .suggest(
              "parameters with `fixed = false` are not supported; make it a variable with the "
              "equation `der(p) = 0`");
    }
    if (!check_bounds(symbol, parameter.min, parameter.max)) return;
    if (const std::string bound = broken_bound(parameter.value, parameter.min, parameter.max);
        !bound.empty()) {
      diagnostics_
          .error(codes::value_out_of_bounds, parameter.span,
                 fmt::format("the value {} of `{}` is out of its bounds",
                             print_number(parameter.value), symbol.name))
          .note(bound);
    }
  }

 private:
  template <class Item>
  void set_texts(const Symbol& symbol, Item& item) {
    item.unit = literal(symbol, Attribute::unit);
    item.display_unit = literal(symbol, Attribute::display_unit);
    item.quantity = literal(symbol, Attribute::quantity);
  }

  std::string literal(const Symbol& symbol, Attribute which) {
    const auto& node = symbol.attribute(which);
    return node ? find_literal_text(tree_, *node).value_or("") : "";
  }

  // With a place for its binding the value may follow the parameters that it depends on; without
  // one these are structural.
  std::optional<double> number(const Symbol& symbol, Attribute which,
                               std::optional<ExprId>* binding = nullptr) {
    const auto& node = symbol.attribute(which);
    if (!node) return std::nullopt;
    const std::size_t errors_before = diagnostics_.error_count();
    const ExprId expr = builder_.build(*node, Timing::parameter);
    if (binding != nullptr && builder_.mentions_parameters(expr)) *binding = expr;
    const auto value = binding != nullptr ? builder_.evaluate(expr) : builder_.decide(expr);
    if (value && std::isfinite(*value)) return value;
    if (diagnostics_.error_count() == errors_before) {
      diagnostics_.error(codes::value_not_finite, tree_.nodes[*node].span,
                         fmt::format("this attribute of `{}` is not finite", symbol.name));
    }
    return std::nullopt;
  }

  bool check_bounds(const Symbol& symbol, std::optional<double> min, std::optional<double> max) {
    if (!min || !max || *min <= *max) return true;
    diagnostics_
        .error(codes::empty_bounds, tree_.nodes[*symbol.attribute(Attribute::min)].span,
               fmt::format("no value of `{}` is between min = {} and max = {}", symbol.name,
                           print_number(*min), print_number(*max)))
        .also(tree_.nodes[*symbol.attribute(Attribute::max)].span, "less than `min`");
    return false;
  }

  static std::string broken_bound(double value, std::optional<double> min,
                                  std::optional<double> max) {
    if (min && value < *min) return fmt::format("min = {}", print_number(*min));
    if (max && value > *max) return fmt::format("max = {}", print_number(*max));
    return "";
  }

  const syntax::SyntaxTree& tree_;
  ExpressionBuilder& builder_;
  Diagnostics& diagnostics_;
};

}  // namespace

void evaluate_attributes(const syntax::SyntaxTree& tree, const ResolvedModel& resolved,
                         const SymbolTargets& targets, ExpressionBuilder& builder,
                         FlatSystem& system, Diagnostics& diagnostics) {
  AttributeEvaluation evaluation(tree, builder, diagnostics);
  for (const SymbolId id : resolved.symbols.ids()) {
    const Symbol& symbol = resolved.symbols[id];
    if (symbol.is_parameter()) {
      evaluation.evaluate(symbol, system.parameters[targets.parameter(id)]);
    } else {
      evaluation.evaluate(symbol, system.variables[targets.variable(id)]);
    }
  }
}

}  // namespace saltus
