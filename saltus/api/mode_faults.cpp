#include "saltus/api/mode_faults.h"

#include <map>
#include <optional>

#include "saltus/analysis/all_modes/fault_message.h"
#include "saltus/compiler/hybrid/relations.h"
#include "saltus/foundation/expr/visit_bottom_up.h"

namespace saltus {
namespace {

// A message about a run is not worth more than a moment.
constexpr std::size_t kMostGuards = 64;

// What is known of conditions in a mode: true, false, or neither.
using KnownConditions = std::map<ExprId, std::optional<bool>>;

void learn(ExprPool& pool, ExprId condition, bool value, KnownConditions& truth) {
  while (pool[condition].op == Op::logical_not) {
    condition = pool[condition].first();
    value = !value;
  }
  const Expr expr = pool[condition];
  truth.emplace(condition, value);
  if (is_relation(expr.op)) {
    truth.emplace(pool.binary(negated(expr.op), expr.first(), expr.second()), !value);
  }
}

std::optional<bool> combined(Op op, std::optional<bool> a, std::optional<bool> b) {
  const bool decisive = op == Op::logical_or;
  if (a == decisive || b == decisive) return decisive;
  return a && b ? std::optional(!decisive) : std::nullopt;
}

// Of a formula whose conditions are known as far as `truth` says.
std::optional<bool> evaluate(const ExprPool& pool, ExprId formula, KnownConditions truth) {
  std::vector<ExprId> pending;
  const auto is_logic = [](Op op) {
    return op == Op::logical_and || op == Op::logical_or || op == Op::logical_not;
  };
  visit_bottom_up(
      formula, pending, [&](ExprId id) { return truth.contains(id); },
      [&](ExprId id) {
        const Expr& expr = pool[id];
        if (!is_logic(expr.op)) return;
        if (!truth.contains(expr.first())) pending.push_back(expr.first());
        if (expr.op != Op::logical_not && !truth.contains(expr.second())) {
          pending.push_back(expr.second());
        }
      },
      [&](ExprId id) {
        const Expr& expr = pool[id];
        std::optional<bool> value;
        if (expr.op == Op::boolean) value = expr.a != 0;
        if (expr.op == Op::logical_not) {
          const std::optional<bool> own = truth.at(expr.first());
          if (own) value = !*own;
        } else if (is_logic(expr.op)) {
          value = combined(expr.op, truth.at(expr.first()), truth.at(expr.second()));
        }
        truth.emplace(id, value);
      });
  return truth.at(formula);
}

}  // namespace

Diagnostics faults_of_mode(const Model& model, const std::vector<GuardValue>& mode) {
  Diagnostics found;
  if (model.flat().guards.size() > kMostGuards) return found;
  const ModelCheck& check = model.check();
  if (!check.modes) return found;
  ExprPool pool = check.system.pool;
  KnownConditions truth;
  for (const GuardValue& value : mode) {
    learn(pool, check.system.guards[GuardId(value.guard)].condition, value.value, truth);
  }
  for (const ModeFault& fault : check.modes->faults) {
    const std::optional<ExprId> condition = fault.modes.condition;
    if (!condition || evaluate(pool, *condition, truth) != true) continue;
    report_fault(check.system, check.modes->count, fault, model.source(), found);
  }
  return found;
}

}  // namespace saltus
