#include "saltus/foundation/diagnostics/diagnostics.h"

#include <algorithm>
#include <utility>

#include "saltus/foundation/diagnostics/words.h"

namespace saltus {
namespace {

Diagnostic make_diagnostic(Severity severity, Code code, SourceSpan span, std::string message) {
  return {.severity = severity,
          .code = code,
          .span = span,
          .message = std::move(message),
          .label = {},
          .labels = {},
          .notes = {},
          .help = {}};
}

}  // namespace

Diagnostic& Diagnostics::error(Code code, SourceSpan span, std::string message) {
  return keep(make_diagnostic(Severity::error, code, span, std::move(message)));
}

Diagnostic& Diagnostics::warning(Code code, SourceSpan span, std::string message) {
  return keep(make_diagnostic(Severity::warning, code, span, std::move(message)));
}

void Diagnostics::add(const Diagnostic& diagnostic) { keep(diagnostic); }

Diagnostic& Diagnostics::keep(Diagnostic diagnostic) {
  std::size_t number = 0;
  if (diagnostic.severity == Severity::error) number = ++error_count_;
  if (diagnostic.severity == Severity::warning) number = ++warning_count_;
  if (number <= most_shown) return all_.emplace_back(std::move(diagnostic));
  return not_shown_ = std::move(diagnostic);
}

std::string Diagnostics::remainder() const {
  const auto more = [](std::size_t count) { return count - std::min(count, most_shown); };
  const std::size_t errors = more(error_count_), warnings = more(warning_count_);
  if (errors == 0 && warnings == 0) return "";
  if (warnings == 0) return "and " + counted(errors, "more error");
  if (errors == 0) return "and " + counted(warnings, "more warning");
  return "and " + counted(errors, "more error") + ", " + counted(warnings, "more warning");
}

void Diagnostics::sort_by_position(std::size_t first) {
  if (first >= all_.size()) return;
  std::stable_sort(all_.begin() + static_cast<std::ptrdiff_t>(first), all_.end(),
                   [](const Diagnostic& a, const Diagnostic& b) {
                     return std::pair(a.span.begin, a.span.end) <
                            std::pair(b.span.begin, b.span.end);
                   });
}

}  // namespace saltus
