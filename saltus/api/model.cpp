#include "saltus/api/model.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <tuple>

#include "saltus/analysis/all_modes/analyze_all_modes.h"
#include "saltus/analysis/all_modes/binaries_as_guards.h"
#include "saltus/analysis/all_modes/explain_all_modes.h"
#include "saltus/analysis/constructive/build_graph.h"
#include "saltus/analysis/constructive/split_branches.h"
#include "saltus/compiler/flat/change_parameters.h"
#include "saltus/compiler/hybrid/build_hybrid.h"
#include "saltus/compiler/modes/first_mode.h"
#include "saltus/foundation/diagnostics/render_text.h"
#include "saltus/foundation/expr/print_expr.h"

namespace saltus {

namespace {

Model::Loaded make_model(SourceText source, CompileOptions options) {
  Diagnostics diagnostics;
  auto flat = compile_flat(source, options, diagnostics);
  if (!flat) return LoadFailure{std::move(source), std::move(diagnostics)};
  return std::make_shared<const Model>(std::move(source), std::move(options), std::move(*flat),
                                       std::move(diagnostics));
}

// Offsets without a bound would be counted one by one.
bool asks_for_too_many_derivatives(const Diagnostics& diagnostics) {
  return std::any_of(
      diagnostics.all().begin(), diagnostics.all().end(),
      [](const Diagnostic& each) { return each.code == codes::too_many_differentiations; });
}

std::string override_text(ValueType type, double value) {
  if (type == ValueType::boolean) return value != 0.0 ? "true" : "false";
  return print_number(value);
}

}  // namespace

std::string LoadFailure::text() const { return render_text(diagnostics, source); }

std::size_t count_binaries(const FlatSystem& system) {
  return static_cast<std::size_t>(
      std::count_if(system.variables.begin(), system.variables.end(),
                    [](const FlatVariable& variable) { return variable.is_binary; }));
}

Model::Model(SourceText source, CompileOptions options, FlatSystem flat, Diagnostics warnings)
    : source_(std::move(source)),
      options_(std::move(options)),
      flat_(std::move(flat)),
      warnings_(std::move(warnings)) {}

Model::Loaded Model::load(const std::string& file, const std::string& name,
                          const ModelOptions& options) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  if (!stream || !(text << stream.rdbuf())) {
    LoadFailure fault{SourceText(file, ""), {}};
    fault.diagnostics.error(codes::unreadable_file, {}, fmt::format("cannot read `{}`", file));
    return fault;
  }
  return from_text(SourceText(file, text.str()), name, options);
}

Model::Loaded Model::from_text(SourceText source, const std::string& name,
                               const ModelOptions& options) {
  Diagnostics diagnostics;
  auto inputs = read_inputs(source, name, options.inputs, diagnostics);
  if (!inputs) return LoadFailure{std::move(source), std::move(diagnostics)};
  return make_model(std::move(inputs->source),
                    {name, options.parameters, std::move(inputs->values), options.open_inputs});
}

std::vector<ParameterInfo> Model::parameters() const {
  std::vector<ParameterInfo> result;
  for (const FlatParameter& parameter : flat_.parameters) {
    result.push_back({.name = parameter.name,
                      .unit = parameter.unit,
                      .description = parameter.description,
                      .type = parameter.type,
                      .value = parameter.value,
                      .can_change = !parameter.is_constant && !parameter.is_final,
                      .is_structural = parameter.is_structural});
  }
  return result;
}

Model::Loaded Model::with_parameters(
    const std::vector<std::pair<std::string, double>>& values) const {
  CompileOptions options = options_;
  for (const auto& [name, value] : values) {
    std::erase_if(options.overrides, [&](const auto& known) { return known.first == name; });
    const auto found = std::find_if(flat_.parameters.begin(), flat_.parameters.end(),
                                    [&](const FlatParameter& each) { return each.name == name; });
    const ValueType type = found == flat_.parameters.end() ? ValueType::real : found->type;
    options.overrides.emplace_back(name, override_text(type, value));
  }
  if (auto flat = change_parameters(flat_, values)) {
    return std::make_shared<const Model>(source_, std::move(options), std::move(*flat), warnings_);
  }
  return make_model(source_, std::move(options));
}

// Of a model without guards the only mode says more than the table of all modes.
const ModelCheck& Model::check() const {
  return check_.get([&] {
    ModelCheck check{flat_, {}, {}, {}, {}};
    const bool is_sorted = build_hybrid(check.system, check.diagnostics).has_value();
    const bool has_one_mode = check.system.guards.empty();
    if (has_one_mode) check.first_mode = analyze_first_mode(check.system, check.diagnostics);
    const bool is_refused = asks_for_too_many_derivatives(check.diagnostics);
    if (is_sorted && !is_refused) check.modes = analyze_all_modes(check.system);
    const bool has_modes = check.modes && !has_one_mode;
    if (is_sorted && !is_refused && !check.modes) {
      check.diagnostics
          .warning(codes::modes_not_checked, {}, "the modes are too entangled to check all of them")
          .note("only the mode that the start values select was checked");
    }
    if (has_modes) explain_all_modes(check.system, *check.modes, source_, check.diagnostics);
    // Singular valuations of binary unknowns are no fault: nothing ever chooses them.
    if (check.modes && count_binaries(check.system) > 0) {
      FlatSystem with_guards = with_binaries_as_guards(check.system);
      if (auto modes = analyze_all_modes(with_guards)) {
        check.valuations = {std::move(with_guards), std::move(*modes)};
      }
    }
    if (has_one_mode) return check;
    Diagnostics of_first_mode;
    check.first_mode =
        analyze_first_mode(check.system, has_modes ? of_first_mode : check.diagnostics);
    return check;
  });
}

// Binary unknowns are guards to what follows, and a guard decides between equations.
ModelGraphs Model::begin_graphs() const {
  ModelGraphs graphs{with_binaries_as_guards(flat_), {}, {}, {}, {}};
  split_branches(graphs.system);
  graphs.hybrid = build_hybrid(graphs.system, graphs.diagnostics);
  if (graphs.hybrid) graphs.first = find_first_mode(graphs.system, graphs.diagnostics);
  return graphs;
}

const ModelGraphs& Model::graphs() const {
  return graphs_.get([&] {
    ModelGraphs graphs = begin_graphs();
    if (graphs.first) {
      graphs.graphs = build_constructive_graphs(graphs.system, *graphs.hybrid, *graphs.first,
                                                graphs.diagnostics);
    }
    return graphs;
  });
}

const ModelResets& Model::resets() const {
  return resets_.get([&] {
    const ModelGraphs& known = graphs();
    ModelResets resets{known.system, {}};
    if (known.graphs) resets.resets = find_resets(resets.system, *known.hybrid, *known.graphs);
    return resets;
  });
}

const ModelChanges& Model::changes() const {
  return changes_.get([&] { return std::move(find_changes({}).value()); });
}

Result<ModelChanges, LoadFailure> Model::find_changes(const ChangeQuery& query) const {
  ModelGraphs base = begin_graphs();
  ModelChanges changes{std::move(base.system), {}, {}, std::move(base.diagnostics)};
  if (!base.first) return changes;
  changes.choice.is_strict = query.is_strict;
  for (const auto& [option, text, formula] :
       {std::tuple("--from", &query.from, &changes.choice.from),
        std::tuple("--to", &query.to, &changes.choice.to)}) {
    if (text->empty()) continue;
    LoadFailure wrong{SourceText(option, *text), {}};
    *formula = ModeFormula::read(wrong.source, changes.system, wrong.diagnostics);
    if (!*formula) return wrong;
  }
  changes.table = make_change_table(changes.system, *base.hybrid, *base.first, changes.choice);
  report_changes(changes.system, *changes.table, changes.choice, changes.diagnostics);
  return changes;
}

const ExecutableResult& Model::executable() const {
  return executable_.get([&] {
    ExecutableResult result;
    result.model = compile_model(flat_, result.diagnostics);
    return result;
  });
}

}  // namespace saltus
