#pragma once

#include <functional>
#include <string>
#include <vector>

#include "saltus/compiler/flat/flat_system.h"

namespace saltus {

// An equation or an assertion, as it is printed, and when it is active.
struct GuardedLine {
  const std::vector<GuardLiteral>* literals;
  std::string text;
};

// Neighbours with the same literals become if-equations, with `elseif` where that is possible.
// `condition`: the text of a guard.
std::string print_guarded(const std::vector<GuardedLine>& lines,
                          const std::function<std::string(GuardId)>& condition);

}  // namespace saltus
