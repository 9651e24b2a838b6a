#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/saltus/commands.h"
#include "saltus/foundation/diagnostics/diagnostics.h"

namespace saltus {

// The command that the arguments ask for, or diagnostics that say what is wrong with them.
std::optional<Command> parse_command_line(const std::vector<std::string>& arguments,
                                          Diagnostics& diagnostics);

}  // namespace saltus
