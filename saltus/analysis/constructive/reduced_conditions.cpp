#include "saltus/analysis/constructive/reduced_conditions.h"

#include <set>

#include "saltus/compiler/flat/equation_kind.h"
#include "saltus/compiler/hybrid/definitions.h"
#include "saltus/compiler/hybrid/expression_walk.h"
#include "saltus/compiler/hybrid/relations.h"
#include "saltus/foundation/expr/rewrite.h"

namespace saltus {

ReducedConditions::ReducedConditions(FlatSystem& system) : system_(system) {
  Diagnostics ignored;
  EquationKinds kinds(system);
  const EquationTargets targets = find_definitions(system, kinds, ignored);
  for (const EquationId id : system.equations.ids()) {
    const FlatEquation& equation = system.equations[id];
    if (!targets[id] || !equation.active_if.empty()) continue;
    if (system.pool[equation.left].op == Op::variable) {
      definition_.emplace(*targets[id], equation.right);
    }
  }
}

void ReducedConditions::leave(const std::vector<GuardLiteral>& before) {
  before_.clear();
  reduced_.clear();
  for (const GuardLiteral literal : before) {
    const Expr condition = system_.pool[system_.guards[literal.guard].condition];
    if (condition.op == Op::variable) before_.emplace(condition.variable(), literal.value);
  }
}

ExprId ReducedConditions::reduced(GuardId guard) {
  if (const auto known = reduced_.find(guard); known != reduced_.end()) return known->second;
  ExprId condition = system_.guards[guard].condition;
  // Definitions of discrete variables and guards have no cycle; each round replaces one level.
  const std::size_t levels = definition_.size() + system_.guards.size();
  for (std::size_t round = 0; round <= levels; ++round) {
    Rewriter rewriter(system_.pool, [&](ExprPool& pool, ExprId leaf) {
      const Expr expr = pool[leaf];
      if (expr.op == Op::pre && before_.contains(expr.variable())) {
        return pool.boolean(before_.at(expr.variable()));
      }
      if (expr.op == Op::guard) return system_.guards[GuardId(expr.a)].condition;
      if (expr.op == Op::variable && definition_.contains(expr.variable())) {
        return definition_.at(expr.variable());
      }
      return leaf;
    });
    const ExprId next = rewriter.rewrite(condition);
    if (next == condition) break;
    condition = next;
  }
  reduced_.emplace(guard, condition);
  return condition;
}

std::optional<ExprId> ReducedConditions::relation_of(GuardId guard) {
  std::set<ExprId> relations;
  bool is_clear = true;
  ExpressionWalk walk(system_.pool);
  walk.down(reduced(guard), [&](ExprId id, const Expr& expr) {
    if (is_relation(expr.op)) relations.insert(id);
    if (expr.op == Op::variable || expr.op == Op::guard || expr.op == Op::sample) {
      is_clear = false;
    }
    return !is_relation(expr.op);
  });
  if (!is_clear || relations.size() != 1) return std::nullopt;
  return *relations.begin();
}

bool ReducedConditions::can_become(GuardLiteral literal) {
  const Expr condition = system_.pool[reduced(literal.guard)];
  return condition.op != Op::boolean || (condition.a != 0) == literal.value;
}

}  // namespace saltus
