#include "saltus/compiler/modes/check_runnable.h"

#include <fmt/format.h>

#include <optional>
#include <string_view>
#include <vector>

namespace saltus {
namespace {

std::optional<std::string_view> event_operator(Op op) {
  switch (op) {
    case Op::pre:
      return "pre";
    case Op::initial:
      return "initial";
    case Op::terminal:
      return "terminal";
    case Op::sample:
      return "sample";
    default:
      return std::nullopt;
  }
}

// Finds operators on events in expressions; each node is looked at once.
class EventOperatorSearch {
 public:
  explicit EventOperatorSearch(const ExprPool& pool) : pool_(pool), seen_(pool.size(), false) {}

  std::optional<std::string_view> find(ExprId root) {
    pending_.assign(1, root);
    while (!pending_.empty()) {
      const ExprId id = pending_.back();
      pending_.pop_back();
      if (seen_[id.index()]) continue;
      seen_[id.index()] = true;
      const Expr& expr = pool_[id];
      if (const auto found = event_operator(expr.op)) return found;
      const OpShape shape = shape_of(expr.op);
      if (shape == OpShape::leaf) continue;
      pending_.push_back(expr.first());
      if (shape != OpShape::unary) pending_.push_back(expr.second());
      if (shape == OpShape::ternary) pending_.push_back(expr.third());
    }
    return std::nullopt;
  }

 private:
  const ExprPool& pool_;
  std::vector<bool> seen_;
  std::vector<ExprId> pending_;
};

void check_whens(const FlatSystem& system, Diagnostics& diagnostics) {
  if (system.whens.empty()) return;
  Diagnostic& diagnostic = diagnostics.error(codes::when_not_yet, system.whens.front().span,
                                             "`when` clauses are understood, but not executed yet");
  if (system.whens.size() > 1) {
    diagnostic.note(fmt::format("the model has {} of them", system.whens.size()));
  }
}

void check_variables(const FlatSystem& system, Diagnostics& diagnostics) {
  const FlatVariable* discrete = nullptr;
  const FlatVariable* input = nullptr;
  for (const FlatVariable& variable : system.variables) {
    if (variable.is_input && input == nullptr) input = &variable;
    if (variable.is_discrete && !variable.is_input && discrete == nullptr) discrete = &variable;
  }
  if (discrete != nullptr) {
    diagnostics
        .error(codes::discrete_not_yet, discrete->span,
               fmt::format("the discrete variable `{}` is understood, but not executed yet",
                           discrete->name))
        .suggest("a condition can be written directly: `if x > 0 then …`");
  }
  if (input != nullptr) {
    diagnostics
        .error(codes::input_without_value, input->span,
               fmt::format("nothing gives the input `{}` a value", input->name))
        .suggest("bind it to an expression, or make it a parameter");
  }
}

void check_expressions(const FlatSystem& system, Diagnostics& diagnostics) {
  EventOperatorSearch search(system.pool);
  const auto report = [&](ExprId expr, SourceSpan span) {
    const auto found = search.find(expr);
    if (!found) return false;
    diagnostics.error(codes::event_operator_not_yet, span,
                      fmt::format("`{}` is understood, but not executed yet", *found));
    return true;
  };
  for (const Guard& guard : system.guards) {
    if (report(guard.condition, guard.span)) return;
  }
  const auto report_equation = [&](const FlatEquation& equation) {
    return report(equation.left, equation.span) || report(equation.right, equation.span);
  };
  for (const FlatEquation& equation : system.equations) {
    if (report_equation(equation)) return;
  }
  for (const FlatEquation& equation : system.initial_equations) {
    if (report_equation(equation)) return;
  }
  for (const FlatAssertion& assertion : system.assertions) {
    if (report(assertion.condition, assertion.span)) return;
  }
}

}  // namespace

bool check_runnable(const FlatSystem& system, Diagnostics& diagnostics) {
  const std::size_t errors_before = diagnostics.error_count();
  const std::size_t first = diagnostics.all().size();
  check_whens(system, diagnostics);
  check_variables(system, diagnostics);
  check_expressions(system, diagnostics);
  diagnostics.sort_by_position(first);
  return diagnostics.error_count() == errors_before;
}

}  // namespace saltus
