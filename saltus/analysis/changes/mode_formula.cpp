#include "saltus/analysis/changes/mode_formula.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "saltus/analysis/constructive/mode_name.h"
#include "saltus/analysis/constructive/three_valued.h"
#include "saltus/compiler/flat/expr_names.h"
#include "saltus/compiler/names/closest_name.h"
#include "saltus/compiler/syntax/expression_parser.h"
#include "saltus/compiler/syntax/parse.h"
#include "saltus/compiler/syntax/print_syntax.h"

namespace saltus {
namespace {

using syntax::NodeKind;

bool is_connective(const syntax::Node& node) {
  return (node.kind == NodeKind::unary && node.text == "not") ||
         (node.kind == NodeKind::binary && (node.text == "and" || node.text == "or")) ||
         node.kind == NodeKind::boolean;
}

struct NamedGuard {
  std::string text;
  GuardLiteral literal;
};

// Every way in which the names of modes write a guard, the shortest first.
std::vector<NamedGuard> named_guards(const FlatSystem& system) {
  std::vector<NamedGuard> guards;
  ExprPrinter printer(system.pool, expr_names(system));
  for (const GuardId id : system.guards.ids()) {
    const auto own = static_cast<std::ptrdiff_t>(guards.size());
    ExprId condition = system.guards[id].condition;
    guards.push_back({printer.print(condition), {id, true}});
    bool value = true;
    while (system.pool[condition].op == Op::logical_not) {
      condition = system.pool[condition].first();
      value = !value;
      guards.push_back({printer.print(condition), {id, value}});
    }
    for (const bool holds : {true, false}) {
      std::string name = mode_name(system, {{id, holds}});
      const bool is_new = std::none_of(guards.begin() + own, guards.end(),
                                       [&](const NamedGuard& each) { return each.text == name; });
      if (is_new) guards.push_back({std::move(name), {id, holds}});
    }
  }
  return guards;
}

void report_unknown(const syntax::Node& node, const std::string& text,
                    const std::vector<NamedGuard>& guards, Diagnostics& diagnostics) {
  Diagnostic& error = diagnostics.error(codes::bad_option_value, node.span,
                                        fmt::format("`{}` is no guard of the model", text));
  error.mark("nothing depends on it");
  std::vector<std::string_view> names;
  for (const NamedGuard& guard : guards) names.push_back(guard.text);
  if (const auto closest = find_closest_name(text, names)) {
    error.suggest(fmt::format("did you mean `{}`?", *closest));
  } else if (!names.empty()) {
    const std::size_t shown = std::min<std::size_t>(names.size(), 8);
    names.resize(shown);
    error.suggest(fmt::format("guards are `{}`", fmt::join(names, "`, `")));
  } else {
    error.suggest("the model has no guards: it has one mode only");
  }
}

}  // namespace

std::optional<ModeFormula> ModeFormula::read(const SourceText& text, const FlatSystem& system,
                                             Diagnostics& diagnostics) {
  ModeFormula formula;
  const syntax::ParseLimits limits;
  syntax::Reporter reporter(diagnostics, limits.errors);
  syntax::TokenStream tokens(text, reporter, limits.nesting);
  syntax::ExpressionParser parser(tokens, formula.tree_);
  formula.roots_.push_back(parser.expression().node);
  // As in the names of modes: `x <= 0.5, engaged`.
  while (tokens.take_if(syntax::TokenKind::comma)) {
    formula.roots_.push_back(parser.expression().node);
  }
  if (!reporter.has_errors() && !tokens.at_end()) tokens.fail_expected("`and`, `or`, or the end");
  if (reporter.has_errors()) return std::nullopt;

  const std::vector<NamedGuard> guards = named_guards(system);
  std::vector<syntax::NodeId> pending = formula.roots_;
  while (!pending.empty()) {
    const syntax::NodeId id = pending.back();
    pending.pop_back();
    const syntax::Node& node = formula.tree_.nodes[id];
    const std::string printed = syntax::print_expression(formula.tree_, id);
    const auto guard = std::find_if(guards.begin(), guards.end(),
                                    [&](const NamedGuard& each) { return each.text == printed; });
    if (guard != guards.end()) {
      formula.guard_at_.emplace(id, guard->literal);
    } else if (is_connective(node)) {
      for (const syntax::NodeId child : formula.tree_.children_of(id)) pending.push_back(child);
    } else {
      report_unknown(node, printed, guards, diagnostics);
      return std::nullopt;
    }
  }
  return formula;
}

// Children come before their parents.
ThreeValued ModeFormula::value(const std::vector<GuardLiteral>& literals) const {
  std::vector<ThreeValued> values(tree_.nodes.size());
  for (const syntax::NodeId id : tree_.nodes.ids()) {
    const syntax::Node& node = tree_.nodes[id];
    ThreeValued& value = values[id.index()];
    if (const auto guard = guard_at_.find(id); guard != guard_at_.end()) {
      for (const GuardLiteral literal : literals) {
        if (literal.guard == guard->second.guard) value = literal.value == guard->second.value;
      }
      continue;
    }
    if (!is_connective(node)) continue;
    const auto children = tree_.children_of(id);
    const auto of = [&](std::size_t k) { return values[children[k].index()]; };
    if (node.kind == NodeKind::boolean) {
      value = node.text == "true";
    } else if (node.text == "not") {
      value = negated(of(0));
    } else if (node.text == "and") {
      value = both(of(0), of(1));
    } else {
      value = negated(both(negated(of(0)), negated(of(1))));
    }
  }
  ThreeValued whole = true;
  for (const syntax::NodeId root : roots_) whole = both(whole, values[root.index()]);
  return whole;
}

}  // namespace saltus
