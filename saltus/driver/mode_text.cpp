#include "saltus/driver/mode_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "saltus/compiler/flat/expr_names.h"
#include "saltus/compiler/flat/literal_text.h"

namespace saltus {

std::string mode_text(const FlatSystem& system, const std::vector<GuardValue>& values) {
  ExprPrinter printer(system.pool, expr_names(system));
  std::vector<std::string> literals;
  const std::size_t shown = std::min(values.size(), most_conditions_of_mode);
  for (const GuardValue& value : std::span(values).first(shown)) {
    const ExprId condition = system.guards[GuardId(value.guard)].condition;
    std::string literal = literal_text(system, printer, condition, value.value);
    // `if b` and `if not b` are two guards and say the same.
    if (std::find(literals.begin(), literals.end(), literal) == literals.end()) {
      literals.push_back(std::move(literal));
    }
  }
  if (shown < values.size()) literals.push_back(fmt::format("and {} more", values.size() - shown));
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
