#pragma once

#include <optional>

#include "saltus/compiler/modes/mode.h"
#include "saltus/foundation/diagnostics/diagnostics.h"

namespace saltus {

// The mode that the start values select (semantics 7): each guard evaluated at the start time of
// the experiment with what is known there (values_at_start.h). A guess: a consistent start may have
// to leave these values.
std::optional<Mode> find_first_mode(const FlatSystem& system, Diagnostics& diagnostics);

}  // namespace saltus
