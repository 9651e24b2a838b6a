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
  explicit ReducedConditions(FlatSystem& system);

  // The mode that is left.
  void leave(const std::vector<GuardLiteral>& before);

  ExprId reduced(GuardId guard);
  // The relation that must have crossed for the guard to change, if there is only one candidate.
  std::optional<ExprId> relation_of(GuardId guard);
  // Whether the guard can take this value next: `b = c or pre(b)` stays true.
  bool can_become(GuardLiteral literal);

 private:
  FlatSystem& system_;
  std::map<VariableId, ExprId> definition_;
  std::map<VariableId, bool> before_;
  std::map<GuardId, ExprId> reduced_;
};

}  // namespace saltus
