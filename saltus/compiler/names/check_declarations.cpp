#include "saltus/compiler/names/check_declarations.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <utility>

#include "saltus/compiler/names/closest_name.h"
#include "saltus/compiler/names/foreign_names.h"
#include "saltus/compiler/syntax/print_syntax.h"

namespace saltus {
namespace {

using syntax::Declaration;
using syntax::Modifier;
using syntax::NodeId;

struct AttributeRule {
  std::string_view name;
  Attribute attribute;
  Type type;  // `poisoned`: the type of the variable
  bool of_integer;
  bool of_boolean;
};

// Modelica 3.6, section 4.9: attributes of the predefined types.
constexpr std::array<AttributeRule, attribute_count> rules{{
    {"start", Attribute::start, Type::poisoned, true, true},
    {"fixed", Attribute::fixed, Type::boolean, true, true},
    {"min", Attribute::min, Type::poisoned, true, false},
    {"max", Attribute::max, Type::poisoned, true, false},
    {"nominal", Attribute::nominal, Type::poisoned, false, false},
    {"unit", Attribute::unit, Type::string, false, false},
    {"displayUnit", Attribute::display_unit, Type::string, false, false},
    {"quantity", Attribute::quantity, Type::string, true, true},
    {"stateSelect", Attribute::state_select, Type::state_select, false, false},
}};

constexpr std::array<std::string_view, 5> state_selects{"StateSelect.never", "StateSelect.avoid",
                                                        "StateSelect.default", "StateSelect.prefer",
                                                        "StateSelect.always"};

bool applies(const AttributeRule& rule, Type type) {
  if (type == Type::integer) return rule.of_integer;
  if (type == Type::boolean) return rule.of_boolean;
  return true;
}

std::vector<std::string_view> attribute_names(Type type) {
  std::vector<std::string_view> names;
  for (const AttributeRule& rule : rules) {
    if (applies(rule, type)) names.push_back(rule.name);
  }
  return names;
}

std::string_view kind_of(Variability variability) {
  switch (variability) {
    case Variability::constant:
      return "constant";
    case Variability::parameter:
      return "parameter";
    case Variability::discrete:
      return "discrete variable";
    case Variability::continuous:
      break;
  }
  return "variable";
}

class DeclarationChecker {
 public:
  DeclarationChecker(const syntax::SyntaxTree& tree, ExpressionChecker& expressions,
                     Diagnostics& diagnostics)
      : tree_(tree), expressions_(expressions), diagnostics_(diagnostics) {}

  void check(const Declaration& declaration, Symbol& symbol) {
    const std::size_t errors = diagnostics_.error_count();
    for (const Modifier& modifier : declaration.modifiers) check_modifier(modifier, symbol);
    const bool has_wrong_attributes = diagnostics_.error_count() > errors;
    if (declaration.binding) check_binding(*declaration.binding, declaration, symbol);
    if (has_wrong_attributes) return;  // what seems to be missing may be one of them
    check_value(declaration, symbol);
    check_fixed(declaration, symbol);
  }

 private:
  void check_modifier(const Modifier& modifier, Symbol& symbol) {
    const auto rule = std::find_if(rules.begin(), rules.end(), [&](const AttributeRule& candidate) {
      return candidate.name == modifier.name;
    });
    if (symbol.type == Type::poisoned) {
      if (modifier.value) expressions_.check(*modifier.value);
      return;
    }
    if (rule == rules.end() || !applies(*rule, symbol.type)) {
      report_unknown(modifier, symbol.type);
      return;
    }
    if (!modifier.value || !modifier.nested.empty()) {
      diagnostics_
          .error(codes::wrong_attribute_type, modifier.span,
                 fmt::format("the attribute `{}` has no value", modifier.name))
          .suggest(fmt::format("write `{} = …`", modifier.name));
      return;
    }
    auto& slot = symbol.attributes[static_cast<std::size_t>(rule->attribute)];
    if (slot) {
      diagnostics_
          .error(codes::duplicate_attribute, modifier.span,
                 fmt::format("the attribute `{}` is given twice", modifier.name))
          .mark("given again")
          .also(tree_.nodes[*slot].span, "first given here");
      return;
    }
    if (check_attribute(*modifier.value, *rule, symbol)) slot = modifier.value;
  }

  void report_unknown(const Modifier& modifier, Type type) {
    const auto names = attribute_names(type);
    Diagnostic& diagnostic = diagnostics_.error(
        codes::unknown_attribute, modifier.name_span,
        fmt::format("`{}` is not an attribute of {}", modifier.name, name_of(type)));
    if (modifier.name == "value") {
      diagnostic.suggest("the value stands behind the attributes: `x(…) = …`");
    } else if (auto advice = find_foreign_attribute(modifier.name)) {
      diagnostic.suggest(std::move(*advice));
    } else if (const auto meant = find_closest_name(modifier.name, names)) {
      diagnostic.suggest(fmt::format("did you mean `{}`?", *meant));
    } else {
      diagnostic.note(
          fmt::format("{} has the attributes {}", name_of(type), fmt::join(names, ", ")));
    }
  }

  bool check_attribute(NodeId value, const AttributeRule& rule, const Symbol& symbol) {
    if (rule.type == Type::string && is_unquoted_text(value)) {
      diagnostics_
          .error(codes::text_not_literal, tree_.nodes[value].span,
                 fmt::format("the attribute `{}` needs a text in quotes", rule.name))
          .suggest(fmt::format("write `{} = \"{}\"`", rule.name, unquoted_text(value)));
      return false;
    }
    const ResolvedNode& found = expressions_.check(value);
    if (found.type == Type::poisoned) return false;
    const Type expected = rule.type == Type::poisoned ? symbol.type : rule.type;
    const SourceSpan span = tree_.nodes[value].span;
    if (!converts(found.type, expected)) {
      diagnostics_
          .error(codes::wrong_attribute_type, span,
                 fmt::format("the attribute `{}` of `{}` needs a value of type {}, found {}",
                             rule.name, symbol.name, name_of(expected), name_of(found.type)))
          .mark(fmt::format("of type {}", name_of(found.type)));
      return false;
    }
    if (found.variability > Variability::parameter) {
      diagnostics_
          .error(codes::varies_too_much, span,
                 fmt::format("the attribute `{}` of `{}` changes during the run", rule.name,
                             symbol.name))
          .suggest("only parameters and constants may occur in an attribute");
      return false;
    }
    return check_literal(value, rule, expected);
  }

  // kg, m/s2, 'kg'
  bool is_unquoted_text(NodeId value) const {
    const syntax::Node& node = tree_.nodes[value];
    return node.kind == syntax::NodeKind::name ||
           (node.kind == syntax::NodeKind::binary && node.text != "+");
  }

  std::string unquoted_text(NodeId value) const {
    std::string text = syntax::print_expression(tree_, value);
    std::erase(text, '\'');
    return text;
  }

  bool check_literal(NodeId value, const AttributeRule& rule, Type expected) {
    const syntax::Node& node = tree_.nodes[value];
    if (expected == Type::string && !find_literal_text(tree_, value)) {
      diagnostics_.error(codes::text_not_literal, node.span,
                         fmt::format("the attribute `{}` needs a text in quotes", rule.name));
      return false;
    }
    if (expected != Type::state_select) return true;
    if (std::find(state_selects.begin(), state_selects.end(), node.text) != state_selects.end()) {
      return true;
    }
    diagnostics_.error(codes::unknown_name, node.span, fmt::format("unknown name `{}`", node.text))
        .suggest(fmt::format("the choices are {}", fmt::join(state_selects, ", ")));
    return false;
  }

  void check_binding(NodeId binding, const Declaration& declaration, const Symbol& symbol) {
    const ResolvedNode& value = expressions_.check(binding);
    if (value.type == Type::poisoned || symbol.type == Type::poisoned) return;
    const SourceSpan span = tree_.nodes[binding].span;
    if (!converts(value.type, symbol.type)) {
      Diagnostic& diagnostic =
          diagnostics_.error(codes::wrong_binding_type, span,
                             fmt::format("`{}` is declared as {}, its value is of type {}",
                                         symbol.name, name_of(symbol.type), name_of(value.type)));
      diagnostic.mark(fmt::format("of type {}", name_of(value.type)))
          .also(declaration.type_span, "declared type");
      if (value.type == Type::string && is_numeric(symbol.type)) {
        diagnostic.suggest("a number stands without quotes");
      }
      if (symbol.type == Type::integer && value.type == Type::real) {
        diagnostic.suggest("`integer(…)` rounds down to an Integer");
      }
      return;
    }
    if (value.variability <= symbol.variability) return;
    const NodeId culprit = find_culprit(binding, symbol.variability);
    Diagnostic& diagnostic =
        diagnostics_.error(codes::varies_too_much, tree_.nodes[culprit].span,
                           fmt::format("the {} `{}` depends on something that varies more",
                                       kind_of(symbol.variability), symbol.name));
    diagnostic.mark(fmt::format("this is a {}", kind_of(expressions_.at(culprit).variability)));
    if (symbol.variability == Variability::constant) {
      diagnostic.suggest("declare it as `parameter` instead of `constant`");
    } else if (symbol.variability == Variability::parameter) {
      diagnostic.suggest("declare it as a variable, without `parameter`");
    } else {
      diagnostic.suggest("a discrete value comes from relations or from a `when` clause");
    }
  }

  // The first name in the expression that varies more than `allowed`, or the expression.
  NodeId find_culprit(NodeId root, Variability allowed) {
    std::vector<NodeId> pending{root};
    while (!pending.empty()) {
      const NodeId id = pending.back();
      pending.pop_back();
      if (expressions_.at(id).variability <= allowed) continue;
      const auto children = tree_.children_of(id);
      if (children.empty()) return id;
      pending.insert(pending.end(), children.rbegin(), children.rend());
    }
    return root;
  }

  void check_value(const Declaration& declaration, const Symbol& symbol) {
    if (!symbol.is_parameter() || declaration.binding || symbol.type == Type::poisoned) return;
    const bool gives_start =
        std::any_of(declaration.modifiers.begin(), declaration.modifiers.end(),
                    [](const Modifier& modifier) { return modifier.name == "start"; });
    if (gives_start) {
      if (!symbol.attribute(Attribute::start)) return;  // reported
      diagnostics_
          .warning(codes::start_as_value, declaration.name_span,
                   fmt::format("the {} `{}` has no value, its start value is used",
                               kind_of(symbol.variability), symbol.name))
          .suggest(fmt::format("give it a value: `{} = …`", symbol.name));
      return;
    }
    diagnostics_
        .error(codes::parameter_without_value, declaration.name_span,
               fmt::format("the {} `{}` has no value", kind_of(symbol.variability), symbol.name))
        .suggest(fmt::format("give it one: `{} {} {} = …`", kind_of(symbol.variability),
                             declaration.type, symbol.name));
  }

  void check_fixed(const Declaration& declaration, const Symbol& symbol) {
    const auto& fixed = symbol.attribute(Attribute::fixed);
    if (symbol.is_parameter() || !fixed || symbol.attribute(Attribute::start)) return;
    if (tree_.nodes[*fixed].text == "false") return;
    diagnostics_
        .warning(codes::fixed_without_start, tree_.nodes[*fixed].span,
                 fmt::format("`{}` is fixed at a start value that is not given", declaration.name))
        .mark(symbol.type == Type::boolean ? "`start = false` is meant" : "`start = 0` is meant")
        .suggest("write the start value too");
  }

  const syntax::SyntaxTree& tree_;
  ExpressionChecker& expressions_;
  Diagnostics& diagnostics_;
};

}  // namespace

void check_declarations(const syntax::SyntaxTree& tree, const syntax::Model& model,
                        ExpressionChecker& expressions, ResolvedModel& resolved,
                        Diagnostics& diagnostics) {
  DeclarationChecker checker(tree, expressions, diagnostics);
  for (const SymbolId symbol : resolved.symbols.ids()) {
    checker.check(model.declarations[symbol.index()], resolved.symbols[symbol]);
  }
}

}  // namespace saltus
