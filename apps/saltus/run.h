#pragma once

#include <string>
#include <vector>

#include "apps/saltus/exit_code.h"

namespace saltus {

// The whole program.
ExitCode run(const std::vector<std::string>& arguments);

}  // namespace saltus
