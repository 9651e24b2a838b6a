#include "apps/saltus/open_model.h"

#include <fmt/format.h>

#include "apps/saltus/read_source.h"
#include "apps/saltus/report.h"
#include "saltus/driver/read_inputs.h"

namespace saltus {

const SourceText& OpenModel::text() const { return source ? *source : no_source(); }

void OpenModel::add(const Diagnostics& more) {
  for (const Diagnostic& diagnostic : more.all()) diagnostics.add(diagnostic);
}

std::optional<MultilinearModel> open_matrices(OpenModel& model) {
  auto matrices = read_matrices(*model.source, kind_of_source(*model.source), model.diagnostics);
  // What is wrong with matrices has a path, not a place in the text.
  const bool has_place =
      !model.diagnostics.all().empty() && model.diagnostics.all().front().span.end > 0;
  if (!matrices && !has_place) model.source = SourceText(model.source->name(), "");
  return matrices;
}

OpenModel open_model(const ModelChoice& choice) {
  OpenModel model;
  model.source = read_source(choice.file, model.diagnostics);
  if (model.source && kind_of_source(*model.source) != SourceKind::modelica) {
    model.matrices = open_matrices(model);
    if (!model.matrices) return model;
    model.source = modelica_source(*model.matrices, *model.source);
  }
  if (!model.source) return model;
  if (model.matrices && !choice.inputs.empty()) {
    model.diagnostics
        .error(codes::input_value, {},
               "`--input`: the inputs of a model in matrices are in its file")
        .suggest("`saltus convert --to modelica` makes a text of it, which takes other inputs");
    return model;
  }
  auto inputs = read_inputs(*model.source, choice.model, choice.inputs, model.diagnostics);
  if (!inputs) return model;
  model.source = std::move(inputs->source);
  CompileOptions options{choice.model, choice.overrides, std::move(inputs->values)};
  auto system = compile_flat(*model.source, options, model.diagnostics);
  if (!system) return model;
  model.model = std::make_shared<const Model>(*model.source, std::move(options), std::move(*system),
                                              model.diagnostics);
  return model;
}

std::string describe_size(const FlatSystem& system, const AnalyzedMode& mode) {
  std::string text = fmt::format(
      "{}, {}, index {}, {} of freedom", counted(mode.equations.equations.size(), "equation"),
      counted(mode.equations.unknowns.size(), "unknown"), mode.structure.index,
      counted(static_cast<std::size_t>(mode.structure.degrees_of_freedom), "degree"));
  if (!system.guards.empty()) text += ", " + counted(system.guards.size(), "guard");
  return text;
}

std::string describe_size(const FlatSystem& system, const CompiledModel& model) {
  if (model.first_mode) return describe_size(system, *model.first_mode);
  return fmt::format("{}, {}", counted(system.equations.size(), "equation"),
                     counted(system.guards.size(), "guard"));
}

}  // namespace saltus
