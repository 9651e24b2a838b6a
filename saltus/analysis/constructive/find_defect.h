#pragma once

#include <optional>

#include "saltus/analysis/constructive/guarded_system.h"
#include "saltus/analysis/constructive/mode_defect.h"

namespace saltus {

// Nothing if the mode is not singular.
std::optional<ModeDefect> find_defect(const FlatSystem& system, const SelectedMode& mode);

MissingLawText find_missing_law(const FlatSystem& system, const SelectedMode& mode,
                                const ModeDefect& defect, bool lasts_one_instant);

}  // namespace saltus
