#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "saltus/compiler/structure/substituted.h"
#include "saltus/foundation/diagnostics/source_text.h"

namespace saltus {

// A section of `saltus analyze`; empty without substitutions.
std::string print_substituted(const FlatSystem& system,
                              const std::vector<SubstitutedVariable>& variables,
                              const SourceText& source);
nlohmann::ordered_json substituted_to_json(const FlatSystem& system,
                                           const std::vector<SubstitutedVariable>& variables,
                                           const SourceText& source);

}  // namespace saltus
