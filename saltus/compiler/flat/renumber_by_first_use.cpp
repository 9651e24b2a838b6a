#include "saltus/compiler/flat/renumber_by_first_use.h"

#include <algorithm>
#include <utility>

#include "saltus/compiler/flat/flat_uses.h"
#include "saltus/foundation/expr/copy_expr.h"

namespace saltus {
namespace {

// Guards and hidden variables in the order in which they are used first.
class FirstUses {
 public:
  explicit FirstUses(const FlatSystem& system)
      : system_(system),
        seen_(system.pool.size(), false),
        is_guard_used_(system.guards.size(), false),
        is_hidden_used_(system.variables.size(), false) {}

  void visit(ExprId root) {
    pending_.push_back({root, false});
    while (!pending_.empty()) {
      const auto [id, is_finished] = pending_.back();
      pending_.pop_back();
      const Expr& expr = system_.pool[id];
      if (is_finished) {
        finish(expr);
        continue;
      }
      if (seen_[id.index()]) continue;
      seen_[id.index()] = true;
      push_parts(id, expr);
    }
  }

  void visit_guard(GuardId guard) {
    if (is_guard_used_[guard]) return;
    is_guard_used_[guard] = true;
    visit(system_.guards[guard].condition);
    guards_.push_back(guard);
  }

  bool is_used(GuardId guard) const { return is_guard_used_[guard] != 0; }
  const std::vector<GuardId>& guards() const { return guards_; }
  const std::vector<VariableId>& hidden() const { return hidden_; }

 private:
  struct Pending {
    ExprId id;
    bool is_finished;  // what stands behind the leaf has been visited
  };

  void finish(const Expr& leaf) {
    if (leaf.op == Op::variable) {
      hidden_.push_back(leaf.variable());
    } else {
      guards_.push_back(GuardId(leaf.a));
    }
  }

  void push_parts(ExprId id, const Expr& expr) {
    if (expr.op == Op::guard || expr.op == Op::pre_guard) {
      const GuardId guard(expr.a);
      if (is_guard_used_[guard]) return;
      is_guard_used_[guard] = true;
      pending_.push_back({id, true});
      pending_.push_back({system_.guards[guard].condition, false});
      return;
    }
    if (expr.op == Op::variable && system_.variables[expr.variable()].is_hidden) {
      if (is_hidden_used_[expr.variable()]) return;
      is_hidden_used_[expr.variable()] = true;
      pending_.push_back({id, true});
      pending_.push_back({*system_.variables[expr.variable()].floor_of, false});
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
  IdMap<GuardId, char> is_guard_used_;
  IdMap<VariableId, char> is_hidden_used_;
  std::vector<GuardId> guards_;
  std::vector<VariableId> hidden_;
  std::vector<Pending> pending_;
};

// Are these the last `order.size()` of `count` items, in their order?
template <class IdT>
bool is_in_order(const std::vector<IdT>& order, std::size_t first, std::size_t count) {
  if (first + order.size() != count) return false;
  for (std::size_t position = 0; position < order.size(); ++position) {
    if (order[position].index() != first + position) return false;
  }
  return true;
}

// Copies what is used to a pool of its own: leaves with numbers that have lost their
// meaning must not stay behind.
void renumber(FlatSystem& system, const FirstUses& uses, std::size_t shown_count) {
  std::vector<std::uint32_t> guard_number(system.guards.size(), 0);
  std::vector<std::uint32_t> variable_number(system.variables.size(), 0);
  for (std::uint32_t i = 0; i < shown_count; ++i) variable_number[i] = i;
  for (std::uint32_t i = 0; i < uses.guards().size(); ++i) {
    guard_number[uses.guards()[i].index()] = i;
  }
  for (std::uint32_t i = 0; i < uses.hidden().size(); ++i) {
    variable_number[uses.hidden()[i].index()] = static_cast<std::uint32_t>(shown_count) + i;
  }
  ExprPool pool;
  ExprCopy copy(system.pool, pool, [&](const Expr& leaf) {
    Expr changed = leaf;
    if (leaf.op == Op::guard || leaf.op == Op::pre_guard) changed.a = guard_number[leaf.a];
    if (leaf.op == Op::variable || leaf.op == Op::pre) changed.a = variable_number[leaf.a];
    return changed;
  });
  for (FlatParameter& parameter : system.parameters) {
    if (parameter.binding) parameter.binding = copy.copy(*parameter.binding);
  }
  IdMap<VariableId, FlatVariable> variables;
  for (std::uint32_t i = 0; i < shown_count; ++i) {
    variables.add(std::move(system.variables[VariableId(i)]));
  }
  for (const VariableId old : uses.hidden()) {
    FlatVariable& variable = system.variables[old];
    variable.floor_of = copy.copy(*variable.floor_of);
    variables.add(std::move(variable));
  }
  IdMap<GuardId, Guard> guards;
  for (const GuardId old : uses.guards()) {
    guards.add({copy.copy(system.guards[old].condition), system.guards[old].span});
  }
  const auto renumber_literals = [&](std::vector<GuardLiteral>& literals) {
    for (GuardLiteral& literal : literals) {
      literal.guard = GuardId(guard_number[literal.guard.index()]);
    }
  };
  visit_uses(
      system, [&](ExprId& expr) { expr = copy.copy(expr); }, renumber_literals);
  std::erase_if(system.ifs_without_else, [&](const IfWithoutElse& each) {
    return !std::all_of(each.none_active.begin(), each.none_active.end(),
                        [&](GuardLiteral literal) { return uses.is_used(literal.guard); });
  });
  for (IfWithoutElse& each : system.ifs_without_else) renumber_literals(each.none_active);
  for (FlatVariable& variable : variables) {
    if (variable.start_binding) variable.start_binding = copy.copy(*variable.start_binding);
    if (variable.nominal_binding) variable.nominal_binding = copy.copy(*variable.nominal_binding);
  }
  system.variables = std::move(variables);
  system.guards = std::move(guards);
  system.pool = std::move(pool);
}

}  // namespace

void renumber_by_first_use(FlatSystem& system) {
  const auto shown_count = static_cast<std::size_t>(
      std::count_if(system.variables.begin(), system.variables.end(),
                    [](const FlatVariable& variable) { return !variable.is_hidden; }));
  if (system.guards.empty() && shown_count == system.variables.size()) return;
  FirstUses uses(system);
  visit_uses(
      system, [&](ExprId expr) { uses.visit(expr); },
      [&](const std::vector<GuardLiteral>& literals) {
        for (const GuardLiteral literal : literals) uses.visit_guard(literal.guard);
      });
  if (is_in_order(uses.guards(), 0, system.guards.size()) &&
      is_in_order(uses.hidden(), shown_count, system.variables.size())) {
    return;
  }
  renumber(system, uses, shown_count);
}

}  // namespace saltus
