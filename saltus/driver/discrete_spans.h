#pragma once

#include <cstdint>

#include "saltus/driver/compile.h"

namespace saltus {

// Where the parts of the discrete system are written.

const WhenAction& when_action(const CompiledModel& model, std::uint32_t index);
SourceSpan when_action_span(const CompiledModel& model, std::uint32_t index);
// The equation `variable = …`, or the declaration if there is none.
SourceSpan definition_span(const FlatSystem& system, VariableId variable);
bool is_set_in_when(const CompiledModel& model, VariableId variable);

}  // namespace saltus
