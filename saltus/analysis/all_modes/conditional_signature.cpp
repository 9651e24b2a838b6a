#include "saltus/analysis/all_modes/conditional_signature.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <tuple>

#include "saltus/compiler/flat/equation_kind.h"
#include "saltus/compiler/hybrid/expression_walk.h"

namespace saltus {
namespace {

IdMap<VariableId, std::optional<Column>> columns_of(const FlatSystem& system,
                                                    const ModelRows& rows) {
  IdMap<VariableId, std::optional<Column>> column_of(system.variables.size());
  for (const Column column : rows.unknowns.ids()) column_of[rows.unknowns[column]] = column;
  return column_of;
}

// The modes in which a condition is decided by guards alone.
struct Decided {
  ModeSet is_true, is_false;
};

class SignatureCollector {
 public:
  SignatureCollector(const FlatSystem& system, ModelRows rows, const GuardLogic& logic)
      : system_(system), logic_(logic), column_of_(columns_of(system, rows)) {
    signature_.rows = std::move(rows);
  }

  ConditionalSignature run() {
    signature_.active = IdMap<Row, ModeSet>(signature_.rows.equations.size());
    signature_.edges_of_row.resize(signature_.rows.equations.size());
    signature_.edges_of_column.resize(signature_.rows.unknowns.size());
    for (const Row row : signature_.rows.equations.ids()) collect(row);
    return std::move(signature_);
  }

 private:
  using Occurrences = std::map<std::pair<Column, int>, ModeSet>;

  void collect(Row row) {
    const FlatEquation& equation = system_.equations[signature_.rows.equations[row]];
    signature_.active[row] = logic_.all_of(equation.active_if);
    find_unreachable(equation);
    if (signature_.active[row].is_empty()) return;
    occurrences_.clear();
    meet(equation.left, signature_.active[row]);
    meet(equation.right, signature_.active[row]);
    // Parents have larger ids than their children: a node is left when all that lead to it
    // have been seen.
    while (!open_.empty()) {
      const auto [id, modes] = *open_.begin();
      open_.erase(open_.begin());
      descend(id, modes, equation.span);
    }
    add_edges(row);
  }

  void meet(ExprId id, const ModeSet& modes) {
    if (!modes.is_empty()) open_[id] |= modes;
  }

  void descend(ExprId id, const ModeSet& modes, SourceSpan span) {
    const Expr& expr = system_.pool[id];
    if (expr.op == Op::if_else) return descend_if(expr, modes, span);
    const OpShape shape = shape_of(expr.op);
    if (shape == OpShape::leaf) {
      const auto column = expr.op == Op::variable ? column_of_[expr.variable()] : std::nullopt;
      if (column) occurrences_[{*column, expr.order()}] |= modes;
      return;
    }
    meet(expr.first(), modes);
    if (shape == OpShape::binary) meet(expr.second(), modes);
  }

  void descend_if(const Expr& expr, const ModeSet& modes, SourceSpan span) {
    const Expr& condition = system_.pool[expr.first()];
    const Decided decided = decide(expr.first());
    const ModeSet taken = logic_.without(modes, decided.is_false);
    const ModeSet not_taken = logic_.without(modes, decided.is_true);
    if (condition.op == Op::guard) {
      if (taken.is_empty()) note_unreachable({span, GuardId(condition.a), true});
      if (not_taken.is_empty()) note_unreachable({span, GuardId(condition.a), false});
    }
    meet(expr.second(), taken);
    meet(expr.third(), not_taken);
    meet(expr.first(), taken & not_taken);
  }

  // Conditions without events keep their relations, which no guard decides. As in the
  // expressions of a single mode, `false and …` is false.
  Decided decide(ExprId root) {
    std::vector<std::pair<ExprId, bool>> path = {{root, false}};
    std::map<ExprId, Decided> known;
    while (!path.empty()) {
      auto& [id, is_open] = path.back();
      const Expr& expr = system_.pool[id];
      const bool is_binary = expr.op == Op::logical_and || expr.op == Op::logical_or;
      if (!is_open && (is_binary || expr.op == Op::logical_not)) {
        is_open = true;
        const Expr node = expr;
        path.emplace_back(node.first(), false);
        if (is_binary) path.emplace_back(node.second(), false);
        continue;
      }
      known[id] = decide_node(expr, known);
      path.pop_back();
    }
    return known.at(root);
  }

  Decided decide_node(const Expr& expr, const std::map<ExprId, Decided>& known) const {
    switch (expr.op) {
      case Op::guard:
        return {logic_.literal(GuardId(expr.a), true), logic_.literal(GuardId(expr.a), false)};
      case Op::boolean:
        return expr.a != 0 ? Decided{ModeSet::all(), {}} : Decided{{}, ModeSet::all()};
      case Op::logical_not: {
        const Decided& a = known.at(expr.first());
        return {a.is_false, a.is_true};
      }
      case Op::logical_and: {
        const Decided &a = known.at(expr.first()), &b = known.at(expr.second());
        return {a.is_true & b.is_true, a.is_false | b.is_false};
      }
      case Op::logical_or: {
        const Decided &a = known.at(expr.first()), &b = known.at(expr.second());
        return {a.is_true | b.is_true, a.is_false & b.is_false};
      }
      default:
        return {};
    }
  }

  void add_edges(Row row) {
    // Highest order first within a column.
    for (auto entry = occurrences_.rbegin(); entry != occurrences_.rend();) {
      const Column column = entry->first.first;
      ConditionalEdge edge{row, column, {}, {}};
      for (; entry != occurrences_.rend() && entry->first.first == column; ++entry) {
        ModeSet modes = logic_.without(entry->second, edge.modes);
        if (modes.is_empty()) continue;
        edge.modes |= modes;
        edge.orders.push_back({entry->first.second, std::move(modes)});
      }
      std::reverse(edge.orders.begin(), edge.orders.end());
      const auto number = static_cast<std::uint32_t>(signature_.edges.size());
      signature_.edges_of_row[row].push_back(number);
      signature_.edges_of_column[column].push_back(number);
      signature_.edges.push_back(std::move(edge));
    }
  }

  // The first literal that leaves nothing is the branch.
  void find_unreachable(const FlatEquation& equation) {
    ModeSet modes = ModeSet::all();
    for (const GuardLiteral literal : equation.active_if) {
      modes = logic_.possible(modes & logic_.literal(literal.guard, literal.value));
      if (modes.is_empty()) {
        return note_unreachable({equation.span, literal.guard, literal.value});
      }
    }
  }

  void note_unreachable(UnreachableBranch branch) {
    const bool is_new = noted_.emplace(branch.guard, branch.value).second;
    if (is_new) signature_.unreachable.push_back(branch);
  }

  const FlatSystem& system_;
  const GuardLogic& logic_;
  IdMap<VariableId, std::optional<Column>> column_of_;
  ConditionalSignature signature_;
  Occurrences occurrences_;
  std::map<ExprId, ModeSet, std::greater<>> open_;
  std::set<std::pair<GuardId, bool>> noted_;
};

}  // namespace

ModelRows find_rows(const FlatSystem& system) {
  ModelRows rows;
  EquationKinds kinds(system);
  for (const EquationId id : system.equations.ids()) {
    if (!kinds.is_discrete(system.equations[id])) rows.equations.add(id);
  }
  for (const VariableId id : system.variables.ids()) {
    if (is_continuous_unknown(system.variables[id])) rows.unknowns.add(id);
  }
  return rows;
}

std::vector<std::vector<std::uint32_t>> find_neighbours(const FlatSystem& system,
                                                        const ModelRows& rows) {
  const IdMap<VariableId, std::optional<Column>> column_of = columns_of(system, rows);
  const auto guard_count = static_cast<std::uint32_t>(system.guards.size());
  std::vector<std::vector<std::uint32_t>> neighbours;
  ExpressionWalk walk(system.pool);
  for (const EquationId id : rows.equations) {
    const FlatEquation& equation = system.equations[id];
    std::vector<std::uint32_t> items;
    for (const GuardLiteral literal : equation.active_if) items.push_back(literal.guard.index());
    walk.start();
    for (const ExprId side : {equation.left, equation.right}) {
      walk.leaves(side, [&](const Expr& leaf) {
        if (leaf.op == Op::guard) items.push_back(leaf.a);
        if (leaf.op != Op::variable) return;
        if (const auto column = column_of[leaf.variable()]) {
          items.push_back(guard_count + column->index());
        }
      });
    }
    std::sort(items.begin(), items.end());
    items.erase(std::unique(items.begin(), items.end()), items.end());
    neighbours.push_back(std::move(items));
  }
  return neighbours;
}

ConditionalSignature conditional_signature(const FlatSystem& system, ModelRows rows,
                                           const GuardLogic& logic) {
  return SignatureCollector(system, std::move(rows), logic).run();
}

}  // namespace saltus
