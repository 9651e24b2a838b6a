#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "saltus/analysis/changes/change_table.h"
#include "saltus/foundation/diagnostics/source_text.h"

namespace saltus {

// For people: the modes of each part, numbered, then the verdict per change.
std::string print_changes(const FlatSystem& system, const ChangeTable& table,
                          const ChangeChoice& choice, const SourceText& source);

// For programs.
nlohmann::ordered_json changes_to_json(const FlatSystem& system, const ChangeTable& table,
                                       const SourceText& source);

}  // namespace saltus
