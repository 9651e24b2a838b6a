#include "saltus/compiler/modes/check_runnable.h"

#include <fmt/format.h>

namespace saltus {

bool check_runnable(const FlatSystem& system, Diagnostics& diagnostics) {
  for (const FlatVariable& variable : system.variables) {
    if (!variable.is_input || variable.is_discrete) continue;
    diagnostics
        .error(codes::input_without_value, variable.span,
               fmt::format("nothing gives the input `{}` a value", variable.name))
        .suggest(fmt::format(
            "give it one: `--input {0}=3`, `--input {0}='sin(time)'`, `--input {0}=table.csv`, or "
            "`start` in its declaration",
            variable.name));
    return false;
  }
  return true;
}

}  // namespace saltus
