#include "saltus/analysis/constructive/magnitude.h"

#include <algorithm>
#include <map>
#include <set>

#include "saltus/analysis/all_modes/binaries_as_guards.h"
#include "saltus/compiler/hybrid/expression_walk.h"
#include "saltus/compiler/structure/visit_once.h"
#include "saltus/foundation/expr/put_values.h"

namespace saltus {
namespace {

// A binary unknown changes where an inequality that mentions it is reached, with the values
// before; nothing if there are several such inequalities.
std::optional<ExprId> inequality_left(FlatSystem& system, const SelectedMode& from,
                                      VariableId binary) {
  std::vector<std::pair<VariableId, double>> values;
  for (const GuardLiteral literal : from.literals) {
    const auto decided = binary_of(system, literal.guard);
    if (decided) values.emplace_back(*decided, literal.value ? 1.0 : 0.0);
  }
  PutValues put(system.pool, values);
  std::optional<ExprId> found;
  ExpressionWalk walk(system.pool);
  for (const FlatInequality& inequality : system.inequalities) {
    bool mentions = false;
    walk.start();
    walk.leaves(inequality.function, [&](const Expr& leaf) {
      mentions |= leaf.op == Op::variable && leaf.variable() == binary;
    });
    if (!mentions) continue;
    if (found) return std::nullopt;
    found = put.into(inequality.function);
  }
  return found;
}

// Equations that hold at the instant because it is where their residual crosses zero.
std::set<ExprId> residuals_at_crossing(GuardedSystem& guarded, const SelectedMode& from,
                                       const SelectedMode& to) {
  std::set<ExprId> residuals;
  FlatSystem& system = guarded.flat();
  guarded.conditions().leave(from.literals);
  for (const GuardLiteral before : from.literals) {
    for (const GuardLiteral after : to.literals) {
      if (before.guard != after.guard || before.value == after.value) continue;
      if (const auto binary = binary_of(system, before.guard)) {
        const auto function = inequality_left(system, from, *binary);
        if (!function) continue;
        const Expr expr = system.pool[*function];
        residuals.insert(expr.op == Op::negate ? expr.first() : *function);
        continue;
      }
      const auto relation = guarded.conditions().relation_of(before.guard);
      if (!relation) continue;
      const Expr sides = system.pool[*relation];
      residuals.insert(system.pool.binary(Op::subtract, sides.first(), sides.second()));
      residuals.insert(system.pool.binary(Op::subtract, sides.second(), sides.first()));
    }
  }
  return residuals;
}

// What the left limits leave of each equation: nothing if it held before; a step (order 0) if
// it is new; a kink if the crossing itself makes it hold.
std::vector<std::optional<int>> forcing(GuardedSystem& system, const SelectedMode& from,
                                        const SelectedMode& to) {
  std::set<ExprId> held;
  for (const ModeEquation& equation : from.system.equations) held.insert(equation.residual);
  const std::set<ExprId> crossing = residuals_at_crossing(system, from, to);
  std::vector<std::optional<int>> forced;
  for (const ModeEquation& equation : to.system.equations) {
    if (held.contains(equation.residual)) {
      forced.push_back(std::nullopt);
    } else {
      forced.push_back(crossing.contains(equation.residual) ? -1 : 0);
    }
  }
  return forced;
}

// Infinite values in an expression, and values that jump.
struct Presence {
  bool infinite = false, jumps = false;
};

enum class Entry { plain, path_dependent, nonlinear };

Entry entry_at(const Expr& expr, Presence a, Presence b) {
  switch (expr.op) {
    case Op::add:
    case Op::subtract:
    case Op::negate:
      return Entry::plain;
    case Op::multiply:
      if (a.infinite && b.infinite) return Entry::nonlinear;
      return (a.infinite && b.jumps) || (b.infinite && a.jumps) ? Entry::path_dependent
                                                                : Entry::plain;
    case Op::divide:
      if (b.infinite) return Entry::nonlinear;
      return a.infinite && b.jumps ? Entry::path_dependent : Entry::plain;
    default:
      return a.infinite || b.infinite ? Entry::nonlinear : Entry::plain;
  }
}

// How infinite values enter one equation.
class EntrySearch {
 public:
  EntrySearch(const FlatSystem& system, std::map<VariableId, int> orders)
      : walk_(system.pool), orders_(std::move(orders)) {}

  Entry of(ExprId residual) {
    Entry worst = Entry::plain;
    walk_.start();
    walk_.below(residual, [&](ExprId id, const Expr& expr) {
      Presence presence;
      const OpShape shape = shape_of(expr.op);
      if (expr.op == Op::variable) {
        const auto order = orders_.find(expr.variable());
        if (order != orders_.end()) {
          presence.infinite = order->second + expr.order() >= 1;
          presence.jumps = order->second + expr.order() >= 0;
        }
      } else if (shape != OpShape::leaf) {
        const Presence a = presence_[expr.first()];
        const Presence b = shape == OpShape::unary ? Presence{} : presence_[expr.second()];
        const Presence c = shape == OpShape::ternary ? presence_[expr.third()] : Presence{};
        worst = std::max(worst, entry_at(expr, a, b));
        presence = {a.infinite || b.infinite || c.infinite, a.jumps || b.jumps || c.jumps};
      }
      presence_[id] = presence;
    });
    return worst;
  }

 private:
  VisitOnce walk_;
  std::map<VariableId, int> orders_;
  std::map<ExprId, Presence> presence_;
};

// The largest terms of each equation balance.
//
// With u_j = o_j + d_j the orders solve a max-plus system: what equation i is forced by, or what
// other values in it do, the value on its transversal must balance:
//   u_T(i) = max(phi_i + c_i, max_j u_j + sigma_ij + c_i - d_j),  sigma_ij + c_i - d_j <= 0.
class Balance {
 public:
  explicit Balance(const SelectedMode& mode)
      : structure_(*mode.structure), level_(mode.system.unknowns.size()) {}

  bool raise(Column column, int value) {
    auto& now = level_[column.index()];
    if (now && *now >= value) return false;
    now = value;
    return true;
  }

  void force(Row row, int phi) {
    raise(structure_.transversal[row], phi + structure_.offsets.equation[row]);
  }

  void settle() {
    for (bool changed = true; changed;) {
      changed = false;
      for (const Row row : structure_.signature.rows()) changed |= settle(row);
    }
  }

  // By column; nothing: smooth.
  std::vector<std::optional<int>> orders() const {
    std::vector<std::optional<int>> orders = level_;
    for (const Column column : structure_.signature.columns()) {
      auto& order = orders[column.index()];
      if (order) *order -= structure_.offsets.variable[column];
    }
    return orders;
  }

 private:
  bool settle(Row row) {
    bool changed = false;
    const auto columns = structure_.signature.columns_of(row);
    const auto orders = structure_.signature.weights_of(row);
    const Offsets& offsets = structure_.offsets;
    for (std::size_t k = 0; k < columns.size(); ++k) {
      const auto u = level_[columns[k].index()];
      if (!u || columns[k] == structure_.transversal[row]) continue;
      const int slack = orders[k] + offsets.equation[row] - offsets.variable[columns[k]];
      changed |= raise(structure_.transversal[row], *u + slack);
    }
    return changed;
  }

  const ModeStructure& structure_;
  std::vector<std::optional<int>> level_;
};

Magnitudes with_entries(GuardedSystem& system, const SelectedMode& mode,
                        std::vector<std::optional<int>> orders) {
  std::map<VariableId, int> order_of;
  for (std::size_t c = 0; c < orders.size(); ++c) {
    if (orders[c]) order_of.emplace(mode.system.unknowns[c], *orders[c]);
  }
  Magnitudes result{.orders = std::move(orders), .path_dependent = {}, .nonlinear = {}};
  EntrySearch search(system.flat(), std::move(order_of));
  for (const ModeEquation& equation : mode.system.equations) {
    const Entry entry = search.of(equation.residual);
    if (entry == Entry::path_dependent) result.path_dependent.push_back(equation.equation);
    if (entry == Entry::nonlinear) result.nonlinear.push_back(equation.equation);
  }
  return result;
}

}  // namespace

Magnitudes magnitudes_at_change(GuardedSystem& system, const SelectedMode& from,
                                const SelectedMode& to) {
  const auto forced = forcing(system, from, to);
  Balance balance(to);
  for (const Row row : to.structure->signature.rows()) {
    if (forced[row.index()]) balance.force(row, *forced[row.index()]);
  }
  balance.settle();
  return with_entries(system, to, balance.orders());
}

Magnitudes magnitudes_at_event(GuardedSystem& system, const SelectedMode& mode,
                               const std::vector<EquationId>& stepped,
                               const std::vector<std::pair<Column, int>>& set) {
  Balance steps(mode), sets(mode);
  for (const Row row : mode.structure->signature.rows()) {
    const EquationId id = mode.system.equations[row.index()].equation;
    if (std::find(stepped.begin(), stepped.end(), id) != stepped.end()) steps.force(row, 0);
  }
  for (const auto& [column, order] : set) {
    sets.raise(column, mode.structure->offsets.variable[column] - order);
  }
  steps.settle();
  sets.settle();
  // What is set is set, without a force that would bring it there: nothing is infinite.
  std::vector<std::optional<int>> orders = steps.orders();
  const std::vector<std::optional<int>> after_setting = sets.orders();
  for (std::size_t c = 0; c < orders.size(); ++c) {
    if (!after_setting[c]) continue;
    const int order = std::min(*after_setting[c], 0);
    orders[c] = orders[c] ? std::max(*orders[c], order) : order;
  }
  return with_entries(system, mode, std::move(orders));
}

std::vector<VariableOrder> orders_that_show(const SelectedMode& to, const Magnitudes& magnitudes) {
  std::vector<VariableOrder> shown;
  for (std::uint32_t c = 0; c < magnitudes.orders.size(); ++c) {
    if (!magnitudes.orders[c]) continue;
    const VariableOrder order{to.system.unknowns[c], *magnitudes.orders[c],
                              to.structure->offsets.variable[Column(c)]};
    if (order.order >= 0 || order.is_state()) shown.push_back(order);
  }
  return shown;
}

ChangeVerdict verdict_of(const std::vector<VariableOrder>& orders) {
  ChangeVerdict worst = ChangeVerdict::continuous;
  for (const VariableOrder& order : orders) {
    const ChangeVerdict verdict = order.is_impulsive() ? ChangeVerdict::impulsive
                                  : order.is_state()   ? ChangeVerdict::jump
                                                       : ChangeVerdict::continuous;
    worst = std::max(worst, verdict);
  }
  return worst;
}

}  // namespace saltus
