#include "saltus/analysis/constructive/find_defect.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "saltus/analysis/constructive/mode_name.h"
#include "saltus/compiler/flat/expr_names.h"
#include "saltus/compiler/hybrid/expression_walk.h"
#include "saltus/compiler/structure/signature.h"
#include "saltus/foundation/graph/dulmage_mendelsohn.h"
#include "saltus/foundation/graph/maximum_matching.h"

namespace saltus {
namespace {

// The words for a defect, in the terms of one mode.
class LawSearch {
 public:
  LawSearch(const FlatSystem& system, const SelectedMode& mode, const ModeDefect& defect)
      : system_(system),
        mode_(mode),
        defect_(defect),
        walk_(system.pool),
        printer_(system.pool, expr_names(system)) {}

  MissingLawText over_determined() {
    if (const auto constraint = constraint_without_force()) return force(*constraint);
    std::string what = "one of these equations is too many: leave it out, or guard it";
    return {MissingLaw::choice, "the equations cannot all hold", std::move(what)};
  }

  MissingLawText under_determined(bool lasts_one_instant) {
    if (lasts_one_instant) {
      const std::vector<VariableId> moving = moved_by_what_is_open();
      if (!moving.empty()) return restitution(moving);
    }
    if (const auto elsewhere = equation_in_other_mode()) return equation(*elsewhere);
    return {MissingLaw::declaration,
            fmt::format("no equation determines {}", name(defect_.open.front())),
            fmt::format("write an equation for {}", one_of(defect_.open))};
  }

 private:
  std::string name(VariableId id) const { return fmt::format("`{}`", system_.variables[id].name); }
  std::string one_of(const std::vector<VariableId>& ids) const {
    std::vector<std::string> names;
    for (const VariableId id : ids) names.push_back(name(id));
    return fmt::format("{}{}", ids.size() == 1 ? "" : "one of ", fmt::join(names, ", "));
  }
  std::string text(EquationId id) {
    return fmt::format("{} = {}", printer_.print(system_.equations[id].left),
                       printer_.print(system_.equations[id].right));
  }
  std::string where() const {
    return mode_.literals.empty() ? std::string()
                                  : fmt::format(" where `{}`", mode_name(system_, mode_.literals));
  }

  // Highest derivative of each unknown in an equation of the mode.
  std::map<VariableId, int> orders_in(EquationId id) {
    std::map<VariableId, int> orders;
    for (const ModeEquation& equation : mode_.system.equations) {
      if (equation.equation != id) continue;
      walk_.start();
      walk_.leaves(equation.residual, [&](const Expr& leaf) {
        if (leaf.op != Op::variable) return;
        int& order = orders.emplace(leaf.variable(), 0).first->second;
        order = std::max(order, leaf.order());
      });
    }
    return orders;
  }

  std::vector<VariableId> differentiated_in(const std::vector<EquationId>& equations) {
    std::set<VariableId> found;
    for (const EquationId id : equations) {
      for (const auto& [variable, order] : orders_in(id)) {
        if (order > 0) found.insert(variable);
      }
    }
    return {found.begin(), found.end()};
  }

  // The velocities of `m*der(v) = F`.
  std::vector<VariableId> moved_by_what_is_open() {
    std::vector<EquationId> forces;
    for (const EquationId id : defect_.sharing) {
      const auto orders = orders_in(id);
      const bool has_open = std::any_of(defect_.open.begin(), defect_.open.end(),
                                        [&](VariableId each) { return orders.contains(each); });
      if (has_open) forces.push_back(id);
    }
    return differentiated_in(forces);
  }

  // A guarded equation between states, each of which has its own differential equation.
  std::optional<EquationId> constraint_without_force() {
    const std::vector<VariableId> states = differentiated_in(defect_.too_many);
    for (const EquationId id : defect_.too_many) {
      if (system_.equations[id].active_if.empty()) continue;
      const auto orders = orders_in(id);
      const bool is_constraint =
          !orders.empty() && std::all_of(orders.begin(), orders.end(), [&](const auto& entry) {
            return entry.second == 0 &&
                   std::find(states.begin(), states.end(), entry.first) != states.end();
          });
      if (is_constraint) return id;
    }
    return std::nullopt;
  }

  MissingLawText force(EquationId constraint) {
    std::vector<std::string> derivatives;
    for (const auto& [variable, order] : orders_in(constraint)) {
      derivatives.push_back(fmt::format("`der({})`", system_.variables[variable].name));
    }
    return {MissingLaw::force,
            fmt::format("`{}` is a constraint without a force: the other equations determine all "
                        "that it contains",
                        text(constraint)),
            fmt::format("let an unknown force act in the equation{} of {}; where the constraint "
                        "does not hold, set it to 0",
                        derivatives.size() == 1 ? "" : "s", fmt::join(derivatives, ", "))};
  }

  MissingLawText restitution(const std::vector<VariableId>& moving) const {
    const std::string& a = system_.variables[moving.front()].name;
    const std::string law = moving.size() == 1 ? fmt::format("{0} = -e*pre({0})", a)
                                               : fmt::format("{1} - {0} = -e*(pre({1}) - pre({0}))",
                                                             a, system_.variables[moving[1]].name);
    return {MissingLaw::restitution,
            fmt::format("the mode lasts for an instant, and nothing says what {} {} afterwards: a "
                        "law of restitution is missing",
                        names(moving), moving.size() == 1 ? "is" : "are"),
            fmt::format("write `{}`{}, with `e` from 0 (plastic) to 1 (elastic)", law, where())};
  }

  std::string names(const std::vector<VariableId>& ids) const {
    std::string result;
    for (std::size_t k = 0; k < ids.size(); ++k) {
      if (k > 0) result += k + 1 == ids.size() ? " and " : ", ";
      result += name(ids[k]);
    }
    return result;
  }

  struct Elsewhere {
    VariableId variable;
    EquationId equation;
  };
  std::optional<Elsewhere> equation_in_other_mode() {
    std::vector<VariableId> candidates = defect_.open;
    candidates.insert(candidates.end(), defect_.undetermined.begin(), defect_.undetermined.end());
    for (const VariableId candidate : candidates) {
      for (const EquationId id : system_.equations.ids()) {
        if (system_.equations[id].active_if.empty() || is_active(id)) continue;
        bool mentions = false;
        walk_.start();
        for (const ExprId side : {system_.equations[id].left, system_.equations[id].right}) {
          walk_.leaves(side, [&](const Expr& leaf) {
            mentions |= leaf.op == Op::variable && leaf.variable() == candidate;
          });
        }
        if (mentions) return Elsewhere{candidate, id};
      }
    }
    return std::nullopt;
  }

  bool is_active(EquationId id) const {
    const auto& equations = mode_.system.equations;
    return std::any_of(equations.begin(), equations.end(),
                       [&](const ModeEquation& each) { return each.equation == id; });
  }

  MissingLawText equation(const Elsewhere& elsewhere) {
    return {MissingLaw::equation,
            fmt::format("`{}` is there only where `{}`", text(elsewhere.equation),
                        mode_name(system_, system_.equations[elsewhere.equation].active_if)),
            fmt::format("write an equation for {}{}", name(elsewhere.variable), where())};
  }

  const FlatSystem& system_;
  const SelectedMode& mode_;
  const ModeDefect& defect_;
  ExpressionWalk walk_;
  ExprPrinter printer_;
};

}  // namespace

std::optional<ModeDefect> find_defect(const FlatSystem& system, const SelectedMode& mode) {
  if (mode.structure) return std::nullopt;
  const BipartiteGraph signature = signature_of(system, mode.system);
  const DulmageMendelsohn parts = dulmage_mendelsohn(signature, maximum_matching(signature));
  ModeDefect defect;
  const auto equations = [&](const std::vector<Row>& rows) {
    std::vector<EquationId> ids;
    for (const Row row : rows) ids.push_back(mode.system.equations[row.index()].equation);
    std::sort(ids.begin(), ids.end());
    return ids;
  };
  const auto variables = [&](const std::vector<Column>& columns) {
    std::vector<VariableId> ids;
    for (const Column column : columns) ids.push_back(mode.system.unknowns[column.index()]);
    std::sort(ids.begin(), ids.end());
    return ids;
  };
  defect.too_many = equations(parts.over_determined.rows);
  defect.determined = variables(parts.over_determined.columns);
  defect.undetermined = variables(parts.under_determined.columns);
  defect.sharing = equations(parts.under_determined.rows);
  std::vector<int> order(signature.column_count(), 0);
  for (const Row row : signature.rows()) {
    const auto columns = signature.columns_of(row);
    for (std::size_t k = 0; k < columns.size(); ++k) {
      int& highest = order[columns[k].index()];
      highest = std::max(highest, signature.weights_of(row)[k]);
    }
  }
  std::vector<Column> open = parts.under_determined.columns;
  std::erase_if(open, [&](Column column) { return order[column.index()] > 0; });
  defect.open = open.empty() ? defect.undetermined : variables(open);
  return defect;
}

MissingLawText find_missing_law(const FlatSystem& system, const SelectedMode& mode,
                                const ModeDefect& defect, bool lasts_one_instant) {
  LawSearch search(system, mode, defect);
  return defect.is_over_determined() ? search.over_determined()
                                     : search.under_determined(lasts_one_instant);
}

}  // namespace saltus
