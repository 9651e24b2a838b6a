#pragma once

#include <functional>
#include <string>
#include <vector>

#include "apps/saltus/exit_code.h"

namespace saltus {

// The whole program.
ExitCode run(const std::vector<std::string>& arguments);

// Does the work; a broken SALTUS_CHECK is reported to people, or to programs as JSON, and ends it
// with an exit code of its own.
ExitCode report_internal_errors(bool json, const std::function<ExitCode()>& work);

}  // namespace saltus
