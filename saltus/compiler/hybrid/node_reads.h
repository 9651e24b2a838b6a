#pragma once

#include "saltus/executable/discrete_system.h"

namespace saltus {

// Calls `visit(instruction)` for the instructions of everything that is evaluated with the node.
template <class Visit>
void visit_instructions(const DiscreteSystem& discrete, const DiscreteNode& node, Visit visit) {
  const auto visit_code = [&](const ScalarCode& code) {
    for (const ScalarInstruction& instruction : code) visit(instruction);
  };
  visit_code(node.value);
  if (node.kind == NodeKind::when_clause) {
    for (const WhenBranchCode& branch : discrete.clauses[node.target].branches) {
      for (const ScalarCode& condition : branch.conditions) visit_code(condition);
    }
  }
  if (node.kind == NodeKind::when_action) visit_code(discrete.actions[node.target].value);
}

}  // namespace saltus
