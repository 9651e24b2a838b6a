#include "saltus/foundation/diagnostics/diagnostics.h"

#include <algorithm>
#include <utility>

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
  ++error_count_;
  return all_.emplace_back(make_diagnostic(Severity::error, code, span, std::move(message)));
}

Diagnostic& Diagnostics::warning(Code code, SourceSpan span, std::string message) {
  return all_.emplace_back(make_diagnostic(Severity::warning, code, span, std::move(message)));
}

void Diagnostics::add(const Diagnostic& diagnostic) {
  if (diagnostic.severity == Severity::error) ++error_count_;
  all_.push_back(diagnostic);
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
