#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "saltus/analysis/all_modes/all_modes.h"
#include "saltus/foundation/diagnostics/source_text.h"

namespace saltus {

// For people: how many modes there are of which index.
std::string print_all_modes(const FlatSystem& system, const AllModes& modes);

// For programs: the same, and what is wrong with those that are singular.
nlohmann::ordered_json all_modes_to_json(const FlatSystem& system, const AllModes& modes,
                                         const SourceText& source);
// How many there are, and of which index.
nlohmann::ordered_json mode_classes_to_json(const FlatSystem& system, const AllModes& modes);

}  // namespace saltus
