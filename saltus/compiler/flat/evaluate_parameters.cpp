#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <unordered_map>

#include "saltus/compiler/flat/expr_names.h"
#include "saltus/compiler/flat/flatten_declarations.h"
#include "saltus/compiler/names/closest_name.h"

namespace saltus {
namespace {

using syntax::NodeId;

std::string_view kind_of(const FlatParameter& parameter) {
  return parameter.is_constant ? "constant" : "parameter";
}

std::string_view type_name(ValueType type) {
  if (type == ValueType::integer) return "Integer";
  return type == ValueType::boolean ? "Boolean" : "Real";
}

std::string describe(double value) {
  if (std::isnan(value)) return "not a number";
  return std::isinf(value) ? "infinite" : print_number(value);
}

// `text` as a value of `type`: a number, or true and false.
std::optional<double> read_value(std::string_view text, ValueType type) {
  if (type == ValueType::boolean) {
    if (text == "true") return 1.0;
    if (text == "false") return 0.0;
    return std::nullopt;
  }
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0.0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (fault != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) {
    return std::nullopt;
  }
  if (type == ValueType::integer && value != std::floor(value)) return std::nullopt;
  return value;
}

class ParameterEvaluation {
 public:
  ParameterEvaluation(const syntax::SyntaxTree& tree, const ResolvedModel& resolved,
                      const SymbolTargets& targets, ExpressionBuilder& builder, FlatSystem& system,
                      Diagnostics& diagnostics)
      : tree_(tree),
        model_(tree.models[resolved.model]),
        resolved_(resolved),
        targets_(targets),
        builder_(builder),
        system_(system),
        diagnostics_(diagnostics) {}

  void read_overrides(const Overrides& overrides) {
    if (overrides.empty()) return;
    std::unordered_map<std::string_view, SymbolId> by_name;
    for (const SymbolId symbol : resolved_.symbols.ids()) {
      by_name.emplace(resolved_.symbols[symbol].name, symbol);
    }
    for (const auto& [name, text] : overrides) {
      const auto found = by_name.find(name);
      if (found == by_name.end()) {
        report_unknown(name);
      } else {
        read_override(found->second, text);
      }
    }
  }

  void evaluate_all() {
    for (const SymbolId symbol : resolved_.parameter_order) {
      system_.parameter_order.push_back(targets_.parameter(symbol));
      FlatParameter& parameter = system_.parameters[targets_.parameter(symbol)];
      const auto override = overrides_.find(symbol);
      if (override != overrides_.end()) {
        parameter.value = override->second;
        parameter.binding = parameter.type == ValueType::boolean
                                ? system_.pool.boolean(parameter.value != 0.0)
                                : system_.pool.constant(parameter.value);
      } else {
        evaluate(symbol, parameter);
      }
    }
  }

 private:
  void report_unknown(const std::string& name) {
    Diagnostic& diagnostic =
        diagnostics_.error(codes::override_unknown, model_.name_span,
                           fmt::format("`--set {}`: the model has no parameter `{}`", name, name));
    std::vector<std::string_view> names;
    for (const FlatParameter& parameter : system_.parameters) {
      if (!parameter.is_constant && !parameter.is_final) names.push_back(parameter.name);
    }
    if (const auto meant = find_closest_name(name, names)) {
      diagnostic.suggest(fmt::format("did you mean `{}`?", *meant));
    }
  }

  void read_override(SymbolId symbol, const std::string& text) {
    const syntax::Declaration& declaration = model_.declarations[symbol.index()];
    const std::string& name = declaration.name;
    if (!resolved_.symbols[symbol].is_parameter()) {
      diagnostics_
          .error(codes::override_not_allowed, declaration.name_span,
                 fmt::format("`--set {}`: `{}` is a variable, not a parameter", name, name))
          .suggest(fmt::format("declare a parameter `{0}_start` and write `{0}(start = {0}_start)`",
                               name));
      return;
    }
    const FlatParameter& parameter = system_.parameters[targets_.parameter(symbol)];
    if (parameter.is_constant || parameter.is_final) {
      diagnostics_
          .error(codes::override_not_allowed, declaration.name_span,
                 fmt::format("`--set {}`: `{}` cannot be changed", name, name))
          .mark(parameter.is_constant ? "this is a constant" : "this is final");
      return;
    }
    if (const auto value = read_value(text, parameter.type)) {
      overrides_[symbol] = *value;
      return;
    }
    diagnostics_
        .error(codes::override_wrong_type, declaration.name_span,
               fmt::format("`--set {}={}`: `{}` is not a value of type {}", name, text, text,
                           type_name(parameter.type)))
        .suggest(parameter.type == ValueType::boolean   ? "write true or false"
                 : parameter.type == ValueType::integer ? "write a whole number"
                                                        : "write a number, such as 2.5 or 1e-3");
  }

  void evaluate(SymbolId symbol, FlatParameter& parameter) {
    std::optional<NodeId> node = model_.declarations[symbol.index()].binding;
    if (!node) node = resolved_.symbols[symbol].attribute(Attribute::start);
    const std::size_t errors_before = diagnostics_.error_count();
    const ExprId binding = builder_.build(*node, Timing::parameter);
    parameter.binding = binding;
    parameter.value = builder_.evaluate(binding).value_or(0.0);
    if (std::isfinite(parameter.value) || diagnostics_.error_count() > errors_before) return;
    const auto culprit = find_operation_at_fault(binding);
    if (!culprit) return;  // a parameter that was already reported
    diagnostics_
        .error(codes::value_not_finite, tree_.nodes[*node].span,
               fmt::format("the value of the {} `{}` is not finite", kind_of(parameter),
                           parameter.name))
        .mark(describe(parameter.value))
        .note(fmt::format("`{}` is {}", print_expr(system_.pool, *culprit, expr_names(system_)),
                          describe(builder_.evaluate(*culprit).value_or(0.0))));
  }

  // The operation that is not finite although its operands are.
  std::optional<ExprId> find_operation_at_fault(ExprId root) {
    const auto is_wrong = [&](ExprId id) {
      const auto value = builder_.evaluate(id);
      return value && !std::isfinite(*value);
    };
    for (ExprId id = root;;) {
      const Expr& expr = system_.pool[id];
      const OpShape shape = shape_of(expr.op);
      if (expr.op == Op::parameter) return std::nullopt;
      if (shape != OpShape::leaf && shape != OpShape::ternary && is_wrong(expr.first())) {
        id = expr.first();
      } else if (shape == OpShape::binary && is_wrong(expr.second())) {
        id = expr.second();
      } else if (shape == OpShape::ternary) {
        id = builder_.evaluate(expr.first()).value_or(0.0) != 0.0 ? expr.second() : expr.third();
      } else {
        return id;
      }
    }
  }

  const syntax::SyntaxTree& tree_;
  const syntax::Model& model_;
  const ResolvedModel& resolved_;
  const SymbolTargets& targets_;
  ExpressionBuilder& builder_;
  FlatSystem& system_;
  Diagnostics& diagnostics_;
  std::unordered_map<SymbolId, double> overrides_;  // looked up only
};

}  // namespace

void evaluate_parameters(const syntax::SyntaxTree& tree, const ResolvedModel& resolved,
                         const SymbolTargets& targets, const Overrides& overrides,
                         ExpressionBuilder& builder, FlatSystem& system, Diagnostics& diagnostics) {
  ParameterEvaluation evaluation(tree, resolved, targets, builder, system, diagnostics);
  evaluation.read_overrides(overrides);
  evaluation.evaluate_all();
}

}  // namespace saltus
