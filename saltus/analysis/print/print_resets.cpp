#include "saltus/analysis/print/print_resets.h"

#include <fmt/format.h>

#include <algorithm>

#include "saltus/analysis/print/graph_names.h"
#include "saltus/analysis/print/lines.h"
#include "saltus/compiler/flat/expr_names.h"
#include "saltus/compiler/structure/values.h"
#include "saltus/foundation/diagnostics/words.h"

namespace saltus {
namespace {

constexpr std::size_t longest_formula = 100;

std::string joined(const std::vector<std::string>& parts) {
  return fmt::format("{}", fmt::join(parts, ", "));
}

class ResetPrinter : private Lines {
 public:
  ResetPrinter(const FlatSystem& system, const std::vector<ConstructiveGraph>& graphs,
               const SourceText& source)
      : system_(system), graphs_(graphs), names_(system, graphs, source) {}

  std::string print(const std::vector<GraphResets>& resets) {
    line("{}", system_.name);
    for (std::size_t part = 0; part < graphs_.size(); ++part) append(graphs_[part], resets[part]);
    return std::move(out_);
  }

 private:
  void append(const ConstructiveGraph& graph, const GraphResets& resets) {
    for (const ModeNumber mode : graph.modes.ids()) {
      append_mode(graph.modes[mode], resets.modes[mode]);
    }
    for (std::size_t k = 0; k < graph.changes.size(); ++k) {
      append_change(graph, graph.changes[k], resets.changes[k]);
    }
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

  void append_mode(const ConstructiveMode& mode, const SelectedMode& selected) {
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
    for (const StructureBlock& block : structure.blocks) append_block(selected, block);
  }

  void append_block(const SelectedMode& mode, const StructureBlock& block) {
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

  void append_change(const ConstructiveGraph& graph, const ModeChange& change,
                     const std::optional<std::vector<ResetFormula>>& formulas) {
    line("");
    line("From `{}` to `{}`", names_.mode(graph.modes[change.from]),
         names_.mode(graph.modes[change.to]));
    if (!change.is_determined()) {
      line("  there is no reset: {}", change.verdict == ChangeVerdict::under_determined
                                          ? "nothing determines some values"
                                          : "the equations cannot all hold");
      return;
    }
    append_left_limits(change);
    if (change.verdict == ChangeVerdict::continuous) {
      line("  the state is continuous");
    } else if (!graph.modes[change.from].is_singular && !graph.modes[change.to].is_singular) {
      append_reset(change, formulas);
    }
    append_followers(change);
  }

  void append_left_limits(const ModeChange& change) {
    for (const ValueAt value : change.left_limits) {
      line("  {0} := pre({0})  (no equation determines it)",
           value_name(names_.variable(value.variable), value.shift));
    }
  }

  void append_reset(const ModeChange& change,
                    const std::optional<std::vector<ResetFormula>>& formulas) {
    std::vector<EquationId> shown;
    for (const EquationAt e : change.deferred) {
      if (std::find(shown.begin(), shown.end(), e.equation) != shown.end()) continue;
      shown.push_back(e.equation);
      line("  {}: {}  need not hold before", names_.place(e.equation), names_.written(e.equation));
    }
    for (const VariableOrder& order : change.orders) {
      if (!order.is_impulsive() && !order.is_state()) continue;
      append_value(order, formulas);
    }
    for (const EquationId id : change.path_dependent) {
      line("  {}: a factor of an infinite value jumps; the reset depends on the path",
           names_.place(id));
    }
    for (const EquationId id : change.nonlinear) {
      line("  {}: an infinite value enters nonlinearly; orders are a guess", names_.place(id));
    }
  }

  void append_value(const VariableOrder& order,
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

  void append_followers(const ModeChange& change) {
    std::vector<std::string> followers;
    for (const VariableOrder& order : change.orders) {
      if (!order.is_impulsive() && !order.is_state()) {
        followers.push_back(names_.variable(order.variable));
      }
    }
    if (!followers.empty()) line("  {}: from the equations of the new mode", joined(followers));
  }

  const FlatSystem& system_;
  const std::vector<ConstructiveGraph>& graphs_;
  GraphNames names_;
};

}  // namespace

std::string print_resets(const FlatSystem& system, const std::vector<ConstructiveGraph>& graphs,
                         const std::vector<GraphResets>& resets, const SourceText& source) {
  return ResetPrinter(system, graphs, source).print(resets);
}

}  // namespace saltus
