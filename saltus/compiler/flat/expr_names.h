#pragma once

#include "saltus/compiler/flat/flat_system.h"
#include "saltus/foundation/expr/print_expr.h"

namespace saltus {

// How expressions of `system` are printed; `system` must outlive the result.
inline ExprNames expr_names(const FlatSystem& system) {
  return {
      .variable = [&system](VariableId id) -> std::string_view {
        return system.variables[id].name;
      },
      .parameter = [&system](ParameterId id) -> std::string_view {
        return system.parameters[id].name;
      },
      .condition = [&system](GuardId id) { return system.guards[id].condition; },
      .floor_of = [&system](VariableId id) { return system.variables[id].floor_of; },
      .is_discrete = [&system](VariableId id) { return system.variables[id].is_discrete; },
  };
}

}  // namespace saltus
