#pragma once

#include <string>

#include "saltus/compiler/all_modes/all_modes.h"
#include "saltus/foundation/diagnostics/diagnostics.h"
#include "saltus/foundation/diagnostics/source_text.h"

namespace saltus {

// Reports singular modes as errors and branches that no mode takes as warnings.
void explain_all_modes(const FlatSystem& system, const AllModes& modes, const SourceText& source,
                       Diagnostics& diagnostics);

// How many modes there are of which index, for people.
std::string print_all_modes(const FlatSystem& system, const AllModes& modes);

// `engaged and not braked`; empty where there is no short condition.
std::string condition_text(const FlatSystem& system, const ModesWhere& modes);

}  // namespace saltus
