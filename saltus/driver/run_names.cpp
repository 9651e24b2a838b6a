#include "saltus/driver/run_names.h"

#include "saltus/compiler/modes/select_sliding_mode.h"

namespace saltus {

std::string name_of(const CompiledModel& model, VariableId variable) {
  const auto surface = surface_of(model.system, variable);
  return surface ? multiplier_name(model.hybrid.surfaces[*surface])
                 : model.system.variables[variable].name;
}

SourceSpan span_of(const CompiledModel& model, VariableId variable) {
  const auto surface = surface_of(model.system, variable);
  return surface ? model.hybrid.surfaces[*surface].span : model.system.variables[variable].span;
}

SourceSpan span_of(const CompiledModel& model, EquationId equation) {
  const auto surface = surface_of(model.system, equation);
  return surface ? model.hybrid.surfaces[*surface].span : model.system.equations[equation].span;
}

SourceSpan span_of(const CompiledModel& model, const BlamedEquation& blamed) {
  return blamed.is_initial ? model.system.initial_equations[blamed.index].span
                           : span_of(model, EquationId(blamed.index));
}

}  // namespace saltus
