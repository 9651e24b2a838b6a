#pragma once

#include <span>

#include "saltus/compiler/modes/mode.h"
#include "saltus/compiler/modes/select_sliding_mode.h"
#include "saltus/compiler/structure/mode_structure.h"

namespace saltus {

// Whether the multipliers, and every leading value that differs between the sides, enter
// the mixed equations linearly. Then mixing equations, as a sliding mode does, is the same as
// mixing the motions of the sides, as Filippov's definition does. `side`: the equations of
// one side, with their structure.
bool mixes_linearly(const FlatSystem& system, const ModeSystem& side,
                    const ModeStructure& structure, const ModeSystem& mixed,
                    std::span<const VariableId> multipliers);

// What all sides determine in the same way, from nothing that differs between them.
// `structure`: of the first side. Requires sides without constraints.
CommonPart find_common_part(const FlatSystem& system, const std::vector<SlidingSide>& sides,
                            const ModeStructure& structure);

}  // namespace saltus
