#include "saltus/driver/mode_text.h"

#include "saltus/compiler/flat/expr_names.h"

namespace saltus {

namespace {

// `not` binds tighter than relations and logic; a call needs no parentheses.
bool needs_parentheses(Op op, const std::string& printed) {
  if (printed.starts_with("edge(")) return false;
  return op >= Op::less && op <= Op::logical_or;
}

}  // namespace

std::string mode_text(const FlatSystem& system, const std::vector<GuardValue>& values) {
  ExprPrinter printer(system.pool, expr_names(system));
  std::string text;
  for (const GuardValue& value : values) {
    ExprId condition = system.guards[GuardId(value.guard)].condition;
    bool holds = value.value;
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
