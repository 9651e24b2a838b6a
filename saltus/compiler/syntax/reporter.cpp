#include "saltus/compiler/syntax/reporter.h"

#include <fmt/format.h>

#include <utility>

namespace saltus::syntax {

Diagnostic& Reporter::error(Code code, SourceSpan span, std::string message) {
  if (stopped_) return unheard();
  Diagnostic& added = diagnostics_.error(code, span, std::move(message));
  if (++count_ == maximum_errors_) {
    stop();
    added.note(fmt::format("stopped reading after {} errors", count_));
  }
  return added;
}

Diagnostic& Reporter::unheard() {
  unheard_ = Diagnostic{};
  return unheard_;
}

}  // namespace saltus::syntax
