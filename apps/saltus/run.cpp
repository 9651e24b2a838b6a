#include "apps/saltus/run.h"

#include <algorithm>

#include "apps/saltus/command_line.h"
#include "apps/saltus/report.h"

namespace saltus {

ExitCode execute(const PrintCommand& command) {
  print(command.text);
  return ExitCode::done;
}

ExitCode run(const std::vector<std::string>& arguments) {
  Diagnostics diagnostics;
  const auto command = parse_command_line(arguments, diagnostics);
  if (!command) {
    const bool json = std::ranges::find(arguments, "--json") != arguments.end();
    return finish_output(fail(ExitCode::usage, diagnostics, no_source(), json));
  }
  const ExitCode code = std::visit([](const auto& chosen) { return execute(chosen); }, *command);
  return finish_output(code);
}

}  // namespace saltus
