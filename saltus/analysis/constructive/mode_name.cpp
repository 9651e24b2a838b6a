#include "saltus/analysis/constructive/mode_name.h"

#include <fmt/format.h>

#include "saltus/analysis/all_modes/binaries_as_guards.h"
#include "saltus/compiler/flat/expr_names.h"
#include "saltus/compiler/flat/literal_text.h"

namespace saltus {

std::string mode_name(const FlatSystem& system, const std::vector<GuardLiteral>& literals) {
  if (literals.empty()) return "every mode";
  ExprPrinter printer(system.pool, expr_names(system));
  std::string text;
  for (const GuardLiteral literal : literals) {
    if (!text.empty()) text += ", ";
    if (const auto binary = binary_of(system, literal.guard)) {
      text += fmt::format("{} == {}", system.variables[*binary].name, literal.value ? 1 : 0);
    } else {
      text += literal_text(system, printer, system.guards[literal.guard].condition, literal.value);
    }
  }
  return text;
}

}  // namespace saltus
