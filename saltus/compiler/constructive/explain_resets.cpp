#include "saltus/compiler/constructive/explain_resets.h"

#include <fmt/format.h>

#include <algorithm>

#include "saltus/compiler/constructive/graph_names.h"
#include "saltus/compiler/constructive/guarded_system.h"
#include "saltus/compiler/constructive/lines.h"
#include "saltus/compiler/constructive/magnitude.h"
#include "saltus/compiler/constructive/reset_formula.h"
#include "saltus/compiler/flat/expr_names.h"
#include "saltus/compiler/structure/values.h"

namespace saltus {
namespace {

constexpr std::size_t longest_formula = 100;

std::string times(int count) {
  if (count == 1) return "once";
  if (count == 2) return "twice";
  return fmt::format("{} times", count);
}

std::string joined(const std::vector<std::string>& parts) {
  return fmt::format("{}", fmt::join(parts, ", "));
}

class ResetExplainer : private Lines {
 public:
  ResetExplainer(FlatSystem& system, const HybridSystem& hybrid,
                 const std::vector<ConstructiveGraph>& graphs, const SourceText& source)
      : system_(system), hybrid_(hybrid), graphs_(graphs), names_(system, graphs, source) {}

  std::string explain() {
    line("{}", system_.name);
    for (const ConstructiveGraph& graph : graphs_) explain(graph);
    return std::move(out_);
  }

 private:
  const Component& component_of(const ConstructiveGraph& graph) const {
    return *std::find_if(
        hybrid_.components.begin(), hybrid_.components.end(), [&](const Component& component) {
          return component.variables == graph.variables && component.equations == graph.equations;
        });
  }

  void explain(const ConstructiveGraph& graph) {
    GuardedSystem guarded(system_, hybrid_, component_of(graph));
    for (const ConstructiveMode& mode : graph.modes) explain_mode(guarded, mode);
    for (const ModeChange& change : graph.changes) explain_change(guarded, graph, change);
    for (const SelfTransition& each : graph.self_transitions) {
      line("");
      line("In {}, {}",
           graph.modes.size() == 1 ? "the only mode"
                                   : fmt::format("`{}`", names_.mode(graph.modes[each.mode])),
           names_.text(each));
    }
  }

  std::string value(const SelectedMode& mode, ValueOfUnknown value) const {
    return value_name(names_.variable(mode.system.unknowns[value.column.index()]), value.order);
  }

  void explain_mode(GuardedSystem& guarded, const ConstructiveMode& mode) {
    const SelectedMode& selected = guarded.selected(mode.literals);
    line("");
    if (!selected.structure) {
      line("{}: singular", names_.title(mode));
      return;
    }
    const ModeStructure& structure = *selected.structure;
    line("{}: index {}, {} {} of freedom{}", names_.title(mode), mode.index,
         mode.degrees_of_freedom, mode.degrees_of_freedom == 1 ? "degree" : "degrees",
         mode.lasts_one_instant ? "; it lasts for an instant" : "");
    std::vector<std::string> state;
    for (const ValueOfUnknown each : state_values(structure))
      state.push_back(value(selected, each));
    if (!state.empty()) line("  state: {}", joined(state));
    for (const StructureBlock& block : structure.blocks) explain_block(selected, block);
  }

  void explain_block(const SelectedMode& mode, const StructureBlock& block) {
    std::vector<std::string> values;
    std::vector<Column> columns = block.columns;
    std::sort(columns.begin(), columns.end());
    for (const Column column : columns) {
      values.push_back(value(mode, {column, mode.structure->offsets.variable[column]}));
    }
    line("  {} from", joined(values));
    for (const Row row : block.rows) {
      const EquationId id = mode.system.equations[row.index()].equation;
      const int latent = mode.structure->offsets.equation[row];
      line("    {}: {}{}", names_.place(id), names_.written(id),
           latent == 0 ? "" : fmt::format("  (differentiated {})", times(latent)));
    }
  }

  void explain_change(GuardedSystem& guarded, const ConstructiveGraph& graph,
                      const ModeChange& change) {
    const SelectedMode& from = guarded.selected(graph.modes[change.from].literals);
    const SelectedMode& to = guarded.selected(graph.modes[change.to].literals);
    line("");
    line("From `{}` to `{}`", names_.mode(graph.modes[change.from]),
         names_.mode(graph.modes[change.to]));
    if (!change.is_determined()) {
      line("  there is no reset: {}", change.verdict == ChangeVerdict::under_determined
                                          ? "nothing determines some values"
                                          : "the equations cannot all hold");
      return;
    }
    explain_left_limits(change);
    if (change.verdict == ChangeVerdict::continuous) {
      line("  the state is continuous");
    } else if (from.structure && to.structure) {
      explain_reset(guarded, from, to, change);
    }
    explain_followers(change);
  }

  void explain_left_limits(const ModeChange& change) {
    for (const ValueAt value : change.left_limits) {
      line("  {0} := pre({0})  (no equation determines it)",
           value_name(names_.variable(value.variable), value.shift));
    }
  }

  void explain_reset(GuardedSystem& guarded, const SelectedMode& from, const SelectedMode& to,
                     const ModeChange& change) {
    std::vector<EquationId> told;
    for (const EquationAt e : change.deferred) {
      if (std::find(told.begin(), told.end(), e.equation) != told.end()) continue;
      told.push_back(e.equation);
      line("  {}: {}  need not hold before", names_.place(e.equation), names_.written(e.equation));
    }
    const Magnitudes magnitudes = magnitudes_at_change(guarded, from, to);
    const auto formulas = find_reset_formulas(guarded, to, magnitudes);
    for (const VariableOrder& order : change.orders) {
      if (!order.is_impulsive() && !order.is_state()) continue;
      explain_value(order, formulas);
    }
    for (const EquationId id : change.path_dependent) {
      line("  {}: a factor of an infinite value jumps; the reset depends on the path",
           names_.place(id));
    }
    for (const EquationId id : change.nonlinear) {
      line("  {}: an infinite value enters nonlinearly; orders are a guess", names_.place(id));
    }
  }

  void explain_value(const VariableOrder& order,
                     const std::optional<std::vector<ResetFormula>>& formulas) {
    const std::string name =
        value_name(names_.variable(order.variable), order.jumping_derivative());
    std::string formula;
    if (formulas) {
      const auto found =
          std::find_if(formulas->begin(), formulas->end(),
                       [&](const ResetFormula& each) { return each.variable == order.variable; });
      if (found != formulas->end()) {
        formula = ExprPrinter(system_.pool, expr_names(system_)).print(found->value);
      }
    }
    const bool is_short = !formula.empty() && formula.size() <= longest_formula;
    if (order.is_impulsive()) {
      line("  {}: impulse of order {}{}", name, order.order,
           is_short ? fmt::format(", weight {}", formula) : std::string());
    } else {
      line("  {} := {}", name, is_short ? formula : "solved together with the others that jump");
    }
  }

  void explain_followers(const ModeChange& change) {
    std::vector<std::string> followers;
    for (const VariableOrder& order : change.orders) {
      if (!order.is_impulsive() && !order.is_state()) {
        followers.push_back(names_.variable(order.variable));
      }
    }
    if (!followers.empty()) line("  {}: from the equations of the new mode", joined(followers));
  }

  FlatSystem& system_;
  const HybridSystem& hybrid_;
  const std::vector<ConstructiveGraph>& graphs_;
  GraphNames names_;
};

}  // namespace

std::string explain_resets(FlatSystem& system, const HybridSystem& hybrid,
                           const std::vector<ConstructiveGraph>& graphs, const SourceText& source) {
  return ResetExplainer(system, hybrid, graphs, source).explain();
}

}  // namespace saltus
