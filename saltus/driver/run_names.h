#pragma once

#include <string>

#include "saltus/driver/compile.h"

namespace saltus {

// Names and places of what a run reports by id: variables and equations that the author wrote,
// and the multipliers and equations of surfaces along which the run slides.
std::string name_of(const CompiledModel& model, VariableId variable);
SourceSpan span_of(const CompiledModel& model, VariableId variable);
SourceSpan span_of(const CompiledModel& model, EquationId equation);
SourceSpan span_of(const CompiledModel& model, const BlamedEquation& blamed);

}  // namespace saltus
