#include "saltus/compiler/flat/literal_text.h"

namespace saltus {

namespace {

// `not` binds tighter than relations and logic; a call needs no parentheses.
bool needs_parentheses(Op op, const std::string& printed) {
  if (printed.starts_with("edge(")) return false;
  return op >= Op::less && op <= Op::logical_or;
}

}  // namespace

std::string literal_text(const FlatSystem& system, ExprPrinter& printer, ExprId condition,
                         bool holds) {
  while (system.pool[condition].op == Op::logical_not) {
    condition = system.pool[condition].first();
    holds = !holds;
  }
  const std::string printed = printer.print(condition);
  if (holds) return printed;
  const bool needs = needs_parentheses(system.pool[condition].op, printed);
  return needs ? "not (" + printed + ")" : "not " + printed;
}

}  // namespace saltus
