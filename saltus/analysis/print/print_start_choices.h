#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "saltus/compiler/structure/initialisable.h"

namespace saltus {

// Two lines of text: what may be initialised, what follows and why.
std::string print_start_choices(const FlatSystem& system, const std::vector<VariableStart>& starts,
                                int degrees_of_freedom);
nlohmann::ordered_json start_choices_to_json(const FlatSystem& system,
                                             const std::vector<VariableStart>& starts,
                                             int degrees_of_freedom);

}  // namespace saltus
