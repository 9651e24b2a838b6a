#include "saltus/driver/mode_text.h"

#include <fmt/format.h>

#include <algorithm>

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
  std::vector<std::string> literals;
  for (const GuardValue& value : values) {
    ExprId condition = system.guards[GuardId(value.guard)].condition;
    bool holds = value.value;
    while (system.pool[condition].op == Op::logical_not) {
      condition = system.pool[condition].first();
      holds = !holds;
    }
    std::string literal = printer.print(condition);
    if (!holds) {
      const bool needs = needs_parentheses(system.pool[condition].op, literal);
      literal = needs ? "not (" + literal + ")" : "not " + literal;
    }
    // `if b` and `if not b` are two guards and say the same.
    if (std::find(literals.begin(), literals.end(), literal) == literals.end()) {
      literals.push_back(std::move(literal));
    }
  }
  return fmt::format("{}", fmt::join(literals, ", "));
}

std::string mode_text(const FlatSystem& system, const HybridSystem& hybrid,
                      const std::vector<GuardValue>& values, const std::vector<HeldSurface>& held) {
  std::vector<std::string> parts;
  for (const HeldSurface& own : held) {
    parts.push_back((own.is_rest ? "at rest on " : "sliding on ") +
                    hybrid.surfaces[own.surface].text);
  }
  const std::string guards = mode_text(system, values);
  if (!guards.empty()) parts.push_back(guards);
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace saltus
