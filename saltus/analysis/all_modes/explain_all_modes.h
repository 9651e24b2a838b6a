#pragma once

#include "saltus/analysis/all_modes/all_modes.h"
#include "saltus/foundation/diagnostics/diagnostics.h"
#include "saltus/foundation/diagnostics/source_text.h"

namespace saltus {

// Reports singular modes as errors and branches that no mode takes as warnings.
void explain_all_modes(const FlatSystem& system, const AllModes& modes, const SourceText& source,
                       Diagnostics& diagnostics);

}  // namespace saltus
