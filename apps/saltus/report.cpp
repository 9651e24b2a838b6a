#include "apps/saltus/report.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "apps/saltus/terminal.h"
#include "saltus/foundation/diagnostics/render_json.h"
#include "saltus/foundation/diagnostics/render_text.h"
#include "saltus/runtime/results/file_error.h"

namespace saltus {

using Json = nlohmann::ordered_json;

const SourceText& no_source() {
  static const SourceText nothing("", "");
  return nothing;
}

void report(const Diagnostics& diagnostics, const SourceText& source) {
  if (diagnostics.all().empty()) return;
  std::fflush(stdout);
  std::string text = render_text(diagnostics, source, {.color = shows_color(stderr)});
  if (diagnostics.has_errors() && diagnostics.all().size() > 1) text += summary(diagnostics) + '\n';
  std::fwrite(text.data(), 1, text.size(), stderr);
}

Json diagnostics_to_json(const Diagnostics& diagnostics, const SourceText& source) {
  return Json::parse(render_json(diagnostics, source));
}

ExitCode fail(ExitCode code, const Diagnostics& diagnostics, const SourceText& source, bool json) {
  if (json) {
    print_json(Json{{"ok", false},
                    {"exit_code", static_cast<int>(code)},
                    {"diagnostics", diagnostics_to_json(diagnostics, source)}});
  } else {
    report(diagnostics, source);
  }
  return code;
}

namespace {

int first_error = 0;  // of printing; the system's number

}  // namespace

void print(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() || first_error != 0) return;
  first_error = errno == 0 ? EIO : errno;
}

bool is_output_lost() { return first_error != 0; }

void print_json(const Json& json) {
  print(json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n');
}

ExitCode finish_output(ExitCode code) {
  errno = 0;
  if (std::fflush(stdout) != 0 && first_error == 0) first_error = errno == 0 ? EIO : errno;
  if (first_error == 0 && std::ferror(stdout) == 0) return code;
  // A reader that has seen enough (`| head`) needs no message.
  if (first_error == EPIPE) return ExitCode::files;
  Diagnostics diagnostics;
  diagnostics.error(codes::unwritable_file, {},
                    fmt::format("cannot write to standard output: {}",
                                describe_system_error(first_error == 0 ? EIO : first_error)));
  report(diagnostics, no_source());
  return ExitCode::files;
}

}  // namespace saltus
