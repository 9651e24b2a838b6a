#pragma once

#include <map>
#include <optional>
#include <vector>

#include "saltus/compiler/flat/flat_system.h"

namespace saltus {

// What makes the guards of a mode change: their conditions, with discrete variables and guards
// replaced by what defines them and pre(b) by what the mode says.
class ReducedConditions {
 public:
  ReducedConditions(FlatSystem& system, const std::vector<GuardLiteral>& before);

  // The relation that must have crossed for the guard to change, if there is only one candidate.
  std::optional<ExprId> relation_of(GuardId guard);
  // Whether the guard can take this value next: `b = c or pre(b)` stays true.
  bool can_become(GuardLiteral literal);

 private:
  ExprId reduced(GuardId guard);

  FlatSystem& system_;
  std::map<VariableId, ExprId> definition_;
  std::map<VariableId, bool> before_;
};

}  // namespace saltus
