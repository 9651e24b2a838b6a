#pragma once

#include <deque>
#include <string>

#include "saltus/foundation/diagnostics/diagnostic.h"

namespace saltus {

// The messages of a compilation, in the order in which they were found.
class Diagnostics {
 public:
  // The reference stays valid while further diagnostics are added.
  Diagnostic& error(Code code, SourceSpan span, std::string message);
  Diagnostic& warning(Code code, SourceSpan span, std::string message);

  // Takes over what was said elsewhere.
  void add(const Diagnostic& diagnostic);

  bool has_errors() const { return error_count_ > 0; }
  std::size_t error_count() const { return error_count_; }
  const std::deque<Diagnostic>& all() const { return all_; }
  // Orders by position in the text those added since `first`; stable.
  void sort_by_position(std::size_t first);

 private:
  std::deque<Diagnostic> all_;
  std::size_t error_count_ = 0;
};

}  // namespace saltus
