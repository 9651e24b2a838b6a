#pragma once

#include <functional>
#include <string>
#include <vector>

#include "saltus/driver/compile.h"
#include "saltus/foundation/diagnostics/diagnostics.h"
#include "saltus/runtime/simulate/outcome.h"

namespace saltus {

// Whether a mode is one of this component.
bool has_guards(const Component& component, const std::vector<GuardValue>& mode);

// Why the equations of a mode do not determine its unknowns, in the words of an analysis that the
// driver does not know; empty if that has nothing to say.
using ModeReasons = std::function<Diagnostics(const std::vector<GuardValue>& mode)>;

// The same, from the equations of the mode alone where `reasons` say nothing.
Diagnostics reasons_of(const CompiledModel& model, const ModeReasons& reasons,
                       const std::vector<GuardValue>& mode);

// Once each, as a note: the modes that were tried, but for one, and why they are not the mode that
// follows.
void list_tried_modes(const CompiledModel& model, const SimulationEnd& end,
                      const std::vector<GuardValue>* except, Diagnostic& error);

// `in the mode …`, where the component at fault has several.
void note_mode(const CompiledModel& model, const SimulationEnd& end, Diagnostic& error);

std::string reset_fault_text(ResetFault fault);

}  // namespace saltus
