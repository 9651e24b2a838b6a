#pragma once

#include <functional>
#include <string>
#include <vector>

#include "apps/saltus/exit_code.h"

namespace saltus {

// The whole program.
ExitCode run(const std::vector<std::string>& arguments);

// Does the work; a broken SALTUS_CHECK and the end of memory are reported to people, or to programs
// as JSON, and end it with exit codes of their own.
ExitCode report_failures(bool json, const std::function<ExitCode()>& work);

}  // namespace saltus
