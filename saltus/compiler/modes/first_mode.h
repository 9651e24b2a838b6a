#pragma once

#include <optional>

#include "saltus/compiler/modes/mode.h"
#include "saltus/foundation/diagnostics/diagnostics.h"
#include "saltus/foundation/expr/evaluate.h"

namespace saltus {

// The mode that the start values select (semantics 7): each guard evaluated at the
// start time with the variables at their start values, 0 where none is written, and
// derivatives 0. A guess: a consistent start may have to leave these values.
std::optional<Mode> find_first_mode(const FlatSystem& system, Diagnostics& diagnostics);

// Evaluates expressions at the start values, guards as in `mode`.
Evaluator evaluator_at_start(const FlatSystem& system, const Mode& mode);

}  // namespace saltus
