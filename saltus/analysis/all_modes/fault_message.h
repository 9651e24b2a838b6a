#pragma once

#include "saltus/analysis/all_modes/all_modes.h"
#include "saltus/foundation/diagnostics/diagnostics.h"
#include "saltus/foundation/diagnostics/source_text.h"

namespace saltus {

// Reports one fault of a model with `mode_count` possible modes as an error S0305: where, what
// is too many or too few, at which lines, and what to write instead.
Diagnostic& report_fault(const FlatSystem& system, const ModeCount& mode_count,
                         const ModeFault& fault, const SourceText& source,
                         Diagnostics& diagnostics);

}  // namespace saltus
