#include "saltus/analysis/constructive/mode_name.h"

#include <fmt/format.h>

#include "saltus/analysis/all_modes/binaries_as_guards.h"
#include "saltus/compiler/flat/expr_names.h"

namespace saltus {
namespace {

// `not` binds tighter than relations and logic; a call needs no parentheses.
bool needs_parentheses(Op op, const std::string& printed) {
  if (printed.starts_with("edge(")) return false;
  return op >= Op::less && op <= Op::logical_or;
}

}  // namespace

std::string mode_name(const FlatSystem& system, const std::vector<GuardLiteral>& literals) {
  if (literals.empty()) return "every mode";
  ExprPrinter printer(system.pool, expr_names(system));
  std::string text;
  for (const GuardLiteral literal : literals) {
    if (const auto binary = binary_of(system, literal.guard)) {
      if (!text.empty()) text += ", ";
      text += fmt::format("{} = {}", system.variables[*binary].name, literal.value ? 1 : 0);
      continue;
    }
    ExprId condition = system.guards[literal.guard].condition;
    bool holds = literal.value;
    while (system.pool[condition].op == Op::logical_not) {
      condition = system.pool[condition].first();
      holds = !holds;
    }
    const std::string printed = printer.print(condition);
    if (!text.empty()) text += ", ";
    if (holds) {
      text += printed;
    } else if (needs_parentheses(system.pool[condition].op, printed)) {
      text += "not (" + printed + ")";
    } else {
      text += "not " + printed;
    }
  }
  return text;
}

}  // namespace saltus
