#include "saltus/compiler/flat/literal_text.h"

#include <optional>
#include <string_view>

namespace saltus {
namespace {

// How the relation is written when it does not hold.
std::optional<std::string_view> opposite_relation(Op op) {
  switch (op) {
    case Op::less:
      return " >= ";
    case Op::less_equal:
      return " > ";
    case Op::greater:
      return " <= ";
    case Op::greater_equal:
      return " < ";
    case Op::equal:
      return " <> ";
    case Op::not_equal:
      return " == ";
    default:
      return std::nullopt;
  }
}

// What binds less than the sides of a relation.
bool needs_parentheses(Op op, const std::string& printed) {
  if (printed.starts_with("edge(") || printed.starts_with("change(")) return false;
  return (op >= Op::less && op <= Op::logical_or) || printed.starts_with("if ");
}

std::string operand_text(const FlatSystem& system, ExprPrinter& printer, ExprId operand) {
  const std::string printed = printer.print(operand);
  return needs_parentheses(system.pool[operand].op, printed) ? "(" + printed + ")" : printed;
}

}  // namespace

std::string literal_text(const FlatSystem& system, ExprPrinter& printer, ExprId condition,
                         bool holds) {
  while (system.pool[condition].op == Op::logical_not) {
    condition = system.pool[condition].first();
    holds = !holds;
  }
  if (holds) return printer.print(condition);
  const Expr& node = system.pool[condition];
  const auto opposite = opposite_relation(node.op);
  // change(v) is v <> pre(v).
  if (!opposite || printer.print(condition).starts_with("change(")) {
    return "not " + operand_text(system, printer, condition);
  }
  return operand_text(system, printer, node.first()).append(*opposite) +
         operand_text(system, printer, node.second());
}

}  // namespace saltus
