#include "apps/saltus/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "apps/saltus/command_line.h"
#include "apps/saltus/report.h"
#include "saltus/foundation/base/check.h"

namespace saltus {

ExitCode execute(const PrintCommand& command) {
  print(command.text);
  return ExitCode::done;
}

ExitCode report_internal_errors(bool json, const std::function<ExitCode()>& work) {
  try {
    return work();
  } catch (const InternalError& error) {
    const std::string text = fmt::format("internal error: {}", error.what());
    if (json) {
      print_json({{"ok", false},
                  {"exit_code", static_cast<int>(ExitCode::internal_error)},
                  {"diagnostics", nlohmann::ordered_json::array()},
                  {"internal_error", text}});
    } else {
      fmt::print(stderr,
                 "saltus: {}\nThis is a mistake in saltus, not in the model. Please report it "
                 "together with the model.\n",
                 text);
    }
    return ExitCode::internal_error;
  }
}

ExitCode run(const std::vector<std::string>& arguments) {
  const bool json = std::ranges::find(arguments, "--json") != arguments.end();
  Diagnostics diagnostics;
  const auto command = parse_command_line(arguments, diagnostics);
  if (!command) return finish_output(fail(ExitCode::usage, diagnostics, no_source(), json));
  return finish_output(report_internal_errors(json, [&] {
    return std::visit([](const auto& chosen) { return execute(chosen); }, *command);
  }));
}

}  // namespace saltus
