#include "saltus/compiler/flat/renumber_guards.h"

#include "saltus/foundation/base/overloaded.h"
#include "saltus/foundation/expr/rewrite.h"

namespace saltus {
namespace {

// Calls `visit` with each expression, and `visit_literals` with each list of literals,
// of everything that guards can occur in.
template <class System, class Visit, class VisitLiterals>
void visit_uses(System& system, Visit visit, VisitLiterals visit_literals) {
  const auto visit_equation = [&](auto& equation) {
    visit_literals(equation.active_if);
    visit(equation.left);
    visit(equation.right);
  };
  for (auto& equation : system.equations) visit_equation(equation);
  for (auto& equation : system.initial_equations) visit_equation(equation);
  for (auto& assertion : system.assertions) {
    visit_literals(assertion.active_if);
    visit(assertion.condition);
  }
  for (auto& when : system.whens) {
    for (auto& branch : when.branches) {
      for (auto& condition : branch.conditions) visit(condition);
      for (auto& action : branch.actions) {
        std::visit(overloaded{[&](WhenAssign& assign) { visit(assign.value); },
                              [&](WhenReinit& reinit) { visit(reinit.value); },
                              [&](WhenAssert& assertion) { visit(assertion.condition); },
                              [&](WhenTerminate&) {}},
                   action);
      }
    }
  }
}

class FirstUses {
 public:
  explicit FirstUses(const FlatSystem& system)
      : system_(system), seen_(system.pool.size(), false), is_used_(system.guards.size(), false) {}

  void visit(ExprId root) {
    pending_.push_back({root, false});
    while (!pending_.empty()) {
      const auto [id, is_finished_guard] = pending_.back();
      pending_.pop_back();
      const Expr& expr = system_.pool[id];
      if (is_finished_guard) {
        order_.push_back(GuardId(expr.a));
        continue;
      }
      if (seen_[id.index()]) continue;
      seen_[id.index()] = true;
      push_parts(id, expr);
    }
  }

  void visit_guard(GuardId guard) {
    if (is_used_[guard]) return;
    is_used_[guard] = true;
    visit(system_.guards[guard].condition);
    order_.push_back(guard);
  }

  const std::vector<GuardId>& order() const { return order_; }

 private:
  struct Pending {
    ExprId id;
    bool is_finished_guard;
  };

  void push_parts(ExprId id, const Expr& expr) {
    if (expr.op == Op::guard) {
      const GuardId guard(expr.a);
      if (is_used_[guard]) return;
      is_used_[guard] = true;
      pending_.push_back({id, true});
      pending_.push_back({system_.guards[guard].condition, false});
      return;
    }
    const OpShape shape = shape_of(expr.op);
    if (shape == OpShape::ternary) pending_.push_back({expr.third(), false});
    if (shape == OpShape::ternary || shape == OpShape::binary) {
      pending_.push_back({expr.second(), false});
    }
    if (shape != OpShape::leaf) pending_.push_back({expr.first(), false});
  }

  const FlatSystem& system_;
  std::vector<bool> seen_;
  IdMap<GuardId, char> is_used_;
  std::vector<GuardId> order_;
  std::vector<Pending> pending_;
};

bool is_already_in_order(const std::vector<GuardId>& order, std::size_t count) {
  for (std::uint32_t position = 0; position < order.size(); ++position) {
    if (order[position].index() != position) return false;
  }
  return order.size() == count;
}

}  // namespace

void renumber_guards(FlatSystem& system) {
  if (system.guards.empty()) return;
  FirstUses uses(system);
  visit_uses(
      system, [&](ExprId expr) { uses.visit(expr); },
      [&](const std::vector<GuardLiteral>& literals) {
        for (const GuardLiteral literal : literals) uses.visit_guard(literal.guard);
      });
  if (is_already_in_order(uses.order(), system.guards.size())) return;

  IdMap<GuardId, GuardId> number(system.guards.size(), GuardId(0));
  for (std::uint32_t position = 0; position < uses.order().size(); ++position) {
    number[uses.order()[position]] = GuardId(position);
  }
  Rewriter rewriter(system.pool, [&](ExprPool& pool, ExprId leaf) {
    const Expr expr = pool[leaf];
    return expr.op == Op::guard ? pool.guard(number[GuardId(expr.a)]) : leaf;
  });
  IdMap<GuardId, Guard> guards;
  for (const GuardId old : uses.order()) {
    guards.add({rewriter.rewrite(system.guards[old].condition), system.guards[old].span});
  }
  visit_uses(
      system, [&](ExprId& expr) { expr = rewriter.rewrite(expr); },
      [&](std::vector<GuardLiteral>& literals) {
        for (GuardLiteral& literal : literals) literal.guard = number[literal.guard];
      });
  system.guards = std::move(guards);
}

}  // namespace saltus
