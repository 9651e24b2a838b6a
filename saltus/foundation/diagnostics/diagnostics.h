#pragma once

#include <deque>
#include <string>

#include "saltus/foundation/diagnostics/diagnostic.h"

namespace saltus {

// The messages of a compilation, in the order in which they were found. Nobody reads hundreds:
// beyond `most_shown` errors or warnings they are only counted.
class Diagnostics {
 public:
  static constexpr std::size_t most_shown = 100;

  // The reference stays valid while further diagnostics are added, or, beyond those shown, until
  // the next one is.
  Diagnostic& error(Code code, SourceSpan span, std::string message);
  Diagnostic& warning(Code code, SourceSpan span, std::string message);

  // Takes over what was said elsewhere.
  void add(const Diagnostic& diagnostic);

  bool has_errors() const { return error_count_ > 0; }
  std::size_t error_count() const { return error_count_; }
  std::size_t warning_count() const { return warning_count_; }
  // All that are shown.
  const std::deque<Diagnostic>& all() const { return all_; }
  // "and 3 more errors", empty if all are shown.
  std::string remainder() const;
  // Orders by position in the text those added since `first`; stable.
  void sort_by_position(std::size_t first);

 private:
  Diagnostic& keep(Diagnostic diagnostic);

  std::deque<Diagnostic> all_;
  std::size_t error_count_ = 0;
  std::size_t warning_count_ = 0;
  Diagnostic not_shown_{};  // a place for what only counts
};

}  // namespace saltus
