#pragma once

#include <variant>

#include "saltus/compiler/flat/flat_system.h"
#include "saltus/foundation/base/overloaded.h"

namespace saltus {

// Calls `visit` with each expression, and `visit_literals` with each list of literals,
// of everything that guards can occur in.
template <class System, class Visit, class VisitLiterals>
void visit_uses(System& system, Visit visit, VisitLiterals visit_literals) {
  const auto visit_equation = [&](auto& equation) {
    visit_literals(equation.active_if);
    visit(equation.left);
    visit(equation.right);
  };
  for (auto& equation : system.equations) visit_equation(equation);
  for (auto& equation : system.initial_equations) visit_equation(equation);
  for (auto& inequality : system.inequalities) {
    visit_literals(inequality.active_if);
    visit(inequality.function);
  }
  for (auto& substitution : system.substitutions) {
    for (auto& branch : substitution.branches) {
      visit_literals(branch.active_if);
      visit(branch.value);
    }
  }
  for (auto& assertion : system.assertions) {
    visit_literals(assertion.active_if);
    visit(assertion.condition);
  }
  for (auto& when : system.whens) {
    for (auto& branch : when.branches) {
      for (auto& condition : branch.conditions) visit(condition);
      for (auto& action : branch.actions) {
        std::visit(overloaded{[&](WhenAssign& assign) { visit(assign.value); },
                              [&](WhenReinit& reinit) { visit(reinit.value); },
                              [&](WhenAssert& assertion) { visit(assertion.condition); },
                              [&](WhenTerminate&) {}},
                   action);
      }
    }
  }
}

}  // namespace saltus
