#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <iterator>

#include "apps/saltus/commands.h"
#include "apps/saltus/diagnostic_pages.h"
#include "apps/saltus/report.h"
#include "saltus/compiler/names/closest_name.h"

namespace saltus {
namespace {

// "S0301: mode has more unknowns than equations", the first line of a page.
std::string_view title_of(const DiagnosticPage& page) {
  std::string_view title = page.text.substr(0, page.text.find('\n'));
  while (title.starts_with('#') || title.starts_with(' ')) title.remove_prefix(1);
  return title;
}

// Lines such as <!-- run: simulate --> are for the test of the pages.
std::string without_comments(std::string_view text) {
  std::string result;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
    const std::string_view line = text.substr(begin, end - begin);
    if (!line.starts_with("<!--")) result += line;
    begin = end;
  }
  return result;
}

std::string upper_case(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

ExitCode list_pages() {
  for (const DiagnosticPage& page : diagnostic_pages()) print(fmt::format("{}\n", title_of(page)));
  print("\n`saltus explain CODE` prints a page.\n");
  return ExitCode::done;
}

ExitCode report_unknown(const std::string& code) {
  Diagnostics diagnostics;
  Diagnostic& diagnostic = diagnostics.error(codes::unknown_diagnostic_code, {},
                                             fmt::format("there is no diagnostic `{}`", code));
  std::vector<std::string_view> near;
  for (const DiagnosticPage& page : diagnostic_pages()) {
    if (edit_distance(upper_case(code), page.code, 3) < 3) near.push_back(page.code);
  }
  // Those of the same stage first.
  const char stage = upper_case(code).empty() ? ' ' : upper_case(code).front();
  std::stable_partition(near.begin(), near.end(),
                        [&](std::string_view other) { return other.front() == stage; });
  if (near.size() > 5) near.resize(5);
  if (!near.empty()) diagnostic.suggest(fmt::format("near it are `{}`", fmt::join(near, "`, `")));
  diagnostic.suggest("`saltus explain` lists all codes");
  report(diagnostics, no_source());
  return ExitCode::usage;
}

}  // namespace

ExitCode execute(const ExplainCommand& command) {
  if (command.code.empty()) return list_pages();
  const auto pages = diagnostic_pages();
  const auto page = std::ranges::find(pages, upper_case(command.code), &DiagnosticPage::code);
  if (page == pages.end()) return report_unknown(command.code);
  print(without_comments(page->text));
  return ExitCode::done;
}

}  // namespace saltus
