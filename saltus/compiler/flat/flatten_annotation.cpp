#include "saltus/compiler/flat/flatten_annotation.h"

#include <fmt/format.h>

#include <cmath>

namespace saltus {
namespace {

using syntax::Modifier;

std::optional<double>* slot_of(Experiment& experiment, std::string_view name) {
  if (name == "StartTime") return &experiment.start_time;
  if (name == "StopTime") return &experiment.stop_time;
  if (name == "Tolerance") return &experiment.tolerance;
  if (name == "Interval") return &experiment.interval;
  return nullptr;
}

class ExperimentReader {
 public:
  ExperimentReader(const ResolvedModel& resolved, ExpressionBuilder& builder,
                   Diagnostics& diagnostics)
      : resolved_(resolved), builder_(builder), diagnostics_(diagnostics) {}

  void read(const Modifier& setting, std::optional<double>& slot) {
    const auto value = number_of(setting);
    if (!value || !std::isfinite(*value)) {
      diagnostics_.error(
          codes::experiment_setting, setting.span,
          fmt::format("`{}` needs a number that is known before the run", setting.name));
      return;
    }
    const bool must_be_positive = setting.name == "Tolerance" || setting.name == "Interval";
    if (must_be_positive && *value <= 0.0) {
      diagnostics_.error(codes::experiment_setting, setting.span,
                         fmt::format("`{}` is {}, it must be positive", setting.name, *value));
      return;
    }
    slot = value;
  }

 private:
  std::optional<double> number_of(const Modifier& setting) {
    if (!setting.value) return std::nullopt;
    const ResolvedNode& node = resolved_.nodes[*setting.value];
    if (!is_numeric(node.type) || node.variability > Variability::parameter) return std::nullopt;
    return builder_.decide(builder_.build(*setting.value, Timing::parameter));
  }

  const ResolvedModel& resolved_;
  ExpressionBuilder& builder_;
  Diagnostics& diagnostics_;
};

}  // namespace

void flatten_annotation(const syntax::SyntaxTree& tree, const ResolvedModel& resolved,
                        const SourceText& source, ExpressionBuilder& builder, FlatSystem& system,
                        Diagnostics& diagnostics) {
  ExperimentReader reader(resolved, builder, diagnostics);
  for (const Modifier& annotation : tree.models[resolved.model].annotation) {
    if (annotation.name != "experiment") {
      if (!system.other_annotations.empty()) system.other_annotations += ", ";
      system.other_annotations += source.text(annotation.span);
      continue;
    }
    for (const Modifier& setting : annotation.nested) {
      if (auto* slot = slot_of(system.experiment, setting.name)) reader.read(setting, *slot);
    }
  }
}

}  // namespace saltus
