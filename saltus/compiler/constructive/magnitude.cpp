#include "saltus/compiler/constructive/magnitude.h"

#include <algorithm>
#include <map>
#include <set>

#include "saltus/compiler/constructive/reduced_conditions.h"
#include "saltus/compiler/structure/visit_once.h"

namespace saltus {
namespace {

// Equations that hold at the instant because it is where their residual crosses zero.
std::set<ExprId> residuals_at_crossing(FlatSystem& system, const SelectedMode& from,
                                       const SelectedMode& to) {
  std::set<ExprId> residuals;
  std::optional<ReducedConditions> crossed;
  for (const GuardLiteral before : from.literals) {
    for (const GuardLiteral after : to.literals) {
      if (before.guard != after.guard || before.value == after.value) continue;
      if (!crossed) crossed.emplace(system, from.literals);
      const auto relation = crossed->relation_of(before.guard);
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
std::vector<std::optional<int>> forcing(FlatSystem& system, const SelectedMode& from,
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

}  // namespace

// With u_j = o_j + d_j the orders solve a max-plus system: what equation i is forced by, or what
// other values in it do, the value on its transversal must balance:
//   u_T(i) = max(phi_i + c_i, max_j u_j + sigma_ij + c_i - d_j),  sigma_ij + c_i - d_j <= 0.
Magnitudes magnitudes_at_change(GuardedSystem& system, const SelectedMode& from,
                                const SelectedMode& to) {
  const ModeStructure& structure = *to.structure;
  const auto forced = forcing(system.flat(), from, to);
  std::vector<std::optional<int>> level(to.system.unknowns.size());
  const auto raise = [&](Column column, int value) {
    auto& now = level[column.index()];
    if (now && *now >= value) return false;
    now = value;
    return true;
  };
  const Offsets& offsets = structure.offsets;
  for (const Row row : structure.signature.rows()) {
    const auto phi = forced[row.index()];
    if (phi) raise(structure.transversal[row], *phi + offsets.equation[row]);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const Row row : structure.signature.rows()) {
      const auto columns = structure.signature.columns_of(row);
      const auto orders = structure.signature.weights_of(row);
      for (std::size_t k = 0; k < columns.size(); ++k) {
        const auto u = level[columns[k].index()];
        if (!u || columns[k] == structure.transversal[row]) continue;
        const int slack = orders[k] + offsets.equation[row] - offsets.variable[columns[k]];
        changed |= raise(structure.transversal[row], *u + slack);
      }
    }
  }
  Magnitudes result;
  std::map<VariableId, int> order_of;
  for (const Column column : structure.signature.columns()) {
    auto order = level[column.index()];
    if (order) {
      *order -= offsets.variable[column];
      order_of.emplace(to.system.unknowns[column.index()], *order);
    }
    result.orders.push_back(order);
  }
  EntrySearch search(system.flat(), std::move(order_of));
  for (const ModeEquation& equation : to.system.equations) {
    const Entry entry = search.of(equation.residual);
    if (entry == Entry::path_dependent) result.path_dependent.push_back(equation.equation);
    if (entry == Entry::nonlinear) result.nonlinear.push_back(equation.equation);
  }
  return result;
}

}  // namespace saltus
