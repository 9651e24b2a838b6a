#include "saltus/driver/output_columns.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "saltus/compiler/flat/mentioned_orders.h"
#include "saltus/executable/guards_decided_by.h"

namespace saltus {

namespace {

std::string derivative_name(const std::string& name, int order) {
  std::string text = name;
  for (int i = 0; i < order; ++i) text = "der(" + text + ")";
  return text;
}

// With those of substitutions, in any mode.
IdMap<VariableId, int> orders_in_results(const FlatSystem& system) {
  IdMap<VariableId, int> orders = mentioned_orders(system);
  for (const FlatSubstitution& substitution : system.substitutions) {
    orders[substitution.variable] = std::max(
        {orders[substitution.variable], substitution.order, substitution.highest_derivative});
  }
  return orders;
}

// Whether an expression has a value that the equations determine, not only time and discrete ones.
bool mentions_unknowns(const CompiledModel& model, ExprId function) {
  std::vector<ExprId> pending = {function};
  while (!pending.empty()) {
    const Expr& expr = model.system.pool[pending.back()];
    pending.pop_back();
    if (expr.op == Op::variable &&
        !model.executable.discrete.is_discrete[expr.variable().index()]) {
      return true;
    }
    const OpShape shape = shape_of(expr.op);
    if (shape == OpShape::leaf) continue;
    pending.push_back(expr.first());
    if (shape != OpShape::unary) pending.push_back(expr.second());
    if (shape == OpShape::ternary) pending.push_back(expr.third());
  }
  return false;
}

class ColumnList {
 public:
  ColumnList(const CompiledModel& model, const SimulationOptions& options)
      : model_(model),
        system_(model.system),
        discrete_(model.executable.discrete),
        options_(options),
        place_(system_.variables.size()) {
    for (std::uint32_t c = 0; c < model.executable.components.size(); ++c) {
      const auto& variables = model.executable.components[c].variables;
      for (std::uint32_t u = 0; u < variables.size(); ++u) place_[variables[u]] = Place{c, u};
    }
  }

  std::vector<OutputColumn> make() {
    add_variables();
    if (options_.with_derivatives || options_.with_hidden_columns) add_derivatives();
    if (options_.with_hidden_columns) add_equivalents();
    if (!system_.guards.empty() || !system_.inequalities.empty()) {
      columns_.push_back({.column = {.name = mode_column_name(), .kind = ColumnKind::mode},
                          .source = ColumnSource::mode});
    }
    if (options_.with_multipliers) add_multipliers();
    return std::move(columns_);
  }

 private:
  // `mode`; with parentheses, which no name of a variable has, if there is a variable `mode`.
  std::string mode_column_name() const {
    const bool is_taken = std::ranges::any_of(
        system_.variables, [](const FlatVariable& variable) { return variable.name == "mode"; });
    return is_taken ? "mode()" : "mode";
  }

  struct Place {
    std::uint32_t component, unknown;
  };

  void add_variables() {
    for (const VariableId id : system_.variables.ids()) {
      const FlatVariable& variable = system_.variables[id];
      if (variable.is_hidden) continue;
      OutputColumn column{.column = {.name = variable.name,
                                     .unit = variable.unit,
                                     .description = variable.description}};
      if (place_[id]) {
        column.component = place_[id]->component;
        column.unknown = place_[id]->unknown;
      } else {
        column.source = ColumnSource::discrete;
        column.variable = id.index();
      }
      columns_.push_back(std::move(column));
    }
  }

  void add_derivatives() {
    const IdMap<VariableId, int> orders = orders_in_results(system_);
    for (const VariableId id : system_.variables.ids()) {
      if (!place_[id]) continue;
      for (int order = 1; order <= orders[id]; ++order) {
        columns_.push_back({.column = {.name = derivative_name(system_.variables[id].name, order),
                                       .kind = options_.with_derivatives ? ColumnKind::derivative
                                                                         : ColumnKind::check},
                            .component = place_[id]->component,
                            .unknown = place_[id]->unknown,
                            .order = order});
      }
    }
  }

  void add_equivalents() {
    for (const VariableId id : system_.variables.ids()) {
      if (!system_.variables[id].is_binary) continue;
      columns_.push_back({.column = {.name = equivalent_name(system_.variables[id].name),
                                     .kind = ColumnKind::check},
                          .source = ColumnSource::equivalent,
                          .variable = id.index()});
    }
  }

  void add_multipliers() {
    for (std::uint32_t s = 0; s < discrete_.surfaces.size(); ++s) {
      const WatchedSurface& watched = discrete_.surfaces[s];
      if (!watched.component) continue;
      const char* name = can_slide(SurfaceId(s), *watched.component) ? "multiplier"
                         : can_rest(SurfaceId(s))                    ? "reaction"
                                                                     : nullptr;
      if (name == nullptr) continue;
      columns_.push_back({.column = {.name = std::string(name) + "(" + watched.text + ")",
                                     .kind = ColumnKind::multiplier},
                          .source = ColumnSource::multiplier,
                          .component = *watched.component,
                          .variable = s});
    }
  }

  // The crossing decides equations of the component whose motion it bounds, and nothing else.
  bool can_slide(SurfaceId surface, std::uint32_t component) const {
    const auto reads = [&](const std::vector<std::uint32_t>& components) {
      return std::ranges::find(components, component) != components.end();
    };
    if (discrete_.surfaces[surface.index()].is_inequality) {
      return std::ranges::any_of(discrete_.sub_problems, [&](const SubProblem& problem) {
        return std::ranges::find(problem.inequalities, surface) != problem.inequalities.end() &&
               std::ranges::any_of(problem.binaries, [&](std::uint32_t binary) {
                 return reads(discrete_.readers.components_of_value[binary]);
               });
      });
    }
    const auto guards = guards_decided_by(discrete_, {&surface, 1});
    return guards && mentions_unknowns(model_, model_.hybrid.surfaces[surface].function) &&
           std::ranges::any_of(*guards, [&](std::uint32_t guard) {
             return reads(discrete_.readers.components_of_guard[guard]);
           });
  }

  // Bounces at it may come to rest there.
  bool can_rest(SurfaceId surface) const {
    if (!options_.continues_after_zeno) return false;
    const Readers& readers = discrete_.readers;
    std::vector<bool> met(discrete_.nodes.size(), false);
    std::vector<std::uint32_t> pending = readers.of_surface[surface.index()];
    while (!pending.empty()) {
      const std::uint32_t next = pending.back();
      pending.pop_back();
      if (met[next]) continue;
      met[next] = true;
      const DiscreteNode& node = discrete_.nodes[next];
      const auto add = [&](const std::vector<std::uint32_t>& nodes) {
        pending.insert(pending.end(), nodes.begin(), nodes.end());
      };
      if (node.kind == NodeKind::guard) add(readers.of_guard[node.target]);
      if (node.kind == NodeKind::equation) add(readers.of_value[node.target]);
      if (node.kind != NodeKind::when_clause) continue;
      for (const WhenActionCode& action : discrete_.actions) {
        if (action.clause == node.target && action.kind == WhenActionKind::reinit) return true;
      }
    }
    return false;
  }

  const CompiledModel& model_;
  const FlatSystem& system_;
  const DiscreteSystem& discrete_;
  const SimulationOptions& options_;
  IdMap<VariableId, std::optional<Place>> place_;
  std::vector<OutputColumn> columns_;
};

}  // namespace

std::vector<OutputColumn> output_columns(const CompiledModel& model,
                                         const SimulationOptions& options) {
  return ColumnList(model, options).make();
}

}  // namespace saltus
