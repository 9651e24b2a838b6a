#pragma once

#include <cstddef>
#include <string>

#include "saltus/foundation/diagnostics/diagnostics.h"

namespace saltus::syntax {

// Passes errors on until there are enough of them: nobody reads hundreds.
class Reporter {
 public:
  Reporter(Diagnostics& diagnostics, std::size_t maximum_errors)
      : diagnostics_(diagnostics), maximum_errors_(maximum_errors) {}

  Diagnostic& error(Code code, SourceSpan span, std::string message);
  // For a finding that makes the rest of the text meaningless.
  void stop() { stopped_ = true; }
  // The rest of the text need not be looked at.
  bool is_stopped() const { return stopped_; }
  bool has_errors() const { return count_ > 0; }
  // A place for messages that nobody shall see.
  Diagnostic& unheard();

 private:
  Diagnostics& diagnostics_;
  std::size_t maximum_errors_;
  std::size_t count_ = 0;
  bool stopped_ = false;
  Diagnostic unheard_{};
};

}  // namespace saltus::syntax
