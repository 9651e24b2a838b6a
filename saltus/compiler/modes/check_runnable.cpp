#include "saltus/compiler/modes/check_runnable.h"

#include <fmt/format.h>

namespace saltus {

bool check_runnable(const FlatSystem& system, Diagnostics& diagnostics) {
  for (const FlatVariable& variable : system.variables) {
    if (!variable.is_input) continue;
    diagnostics
        .error(codes::input_without_value, variable.span,
               fmt::format("nothing gives the input `{}` a value", variable.name))
        .suggest("bind it to an expression, or make it a parameter");
    return false;
  }
  return true;
}

}  // namespace saltus
