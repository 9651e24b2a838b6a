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

// Whether functions depend on the state, and on what all sides determine in the same way, only.
// Motions are mixed on surfaces that are places: a surface that moves with the mixture, as the
// limit of an amplifier whose output is fed back to its input, is not reached by chattering.
bool are_places(const FlatSystem& system, std::span<const ModeEquation> functions,
                std::span<const VariableId> multipliers, const SlidingSide& side,
                const CommonPart& common);

}  // namespace saltus
