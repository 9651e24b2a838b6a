#include "apps/saltus/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <new>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string_view>

#include "apps/saltus/command_line.h"
#include "apps/saltus/report.h"
#include "saltus/foundation/base/check.h"

namespace saltus {

ExitCode execute(const PrintCommand& command) {
  print(command.text);
  return ExitCode::done;
}

namespace {

// Without memory of its own.
ExitCode report_end_of_memory(bool json) {
  const std::string_view text =
      json ? "{\n  \"ok\": false,\n  \"exit_code\": 6,\n  \"diagnostics\": [],\n"
             "  \"out_of_memory\": true\n}\n"
           : "saltus: out of memory\n"
             "  = help: a larger limit (`ulimit -v`), fewer programs beside it, or a smaller "
             "model\n";
  std::fwrite(text.data(), 1, text.size(), json ? stdout : stderr);
  return ExitCode::out_of_memory;
}

}  // namespace

ExitCode report_failures(bool json, const std::function<ExitCode()>& work) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return report_end_of_memory(json);
  } catch (const std::length_error&) {  // of a container: more than there can be
    return report_end_of_memory(json);
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
  return finish_output(report_failures(json, [&] {
    return std::visit([](const auto& chosen) { return execute(chosen); }, *command);
  }));
}

}  // namespace saltus
