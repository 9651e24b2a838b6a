#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "saltus/compiler/modes/mode.h"
#include "saltus/compiler/structure/mode_structure.h"
#include "saltus/foundation/diagnostics/source_text.h"

namespace saltus {

// The structure of a mode in terms of the model's text, for `saltus analyze`.
std::string print_structure(const FlatSystem& system, const ModeSystem& mode,
                            const ModeStructure& structure, const SourceText& source);

// The same for programs; keys in a fixed order.
nlohmann::ordered_json structure_to_json(const FlatSystem& system, const ModeSystem& mode,
                                         const ModeStructure& structure, const SourceText& source);

}  // namespace saltus
