#include "saltus/analysis/print/print_all_modes.h"

#include <fmt/format.h>

#include "saltus/compiler/flat/expr_names.h"
#include "saltus/foundation/expr/print_expr.h"

namespace saltus {
namespace {

// Rows of one index, joined.
struct TableRow {
  int index;
  int least, most;  // degrees of freedom
  ModeCount count;
  std::string degrees_of_freedom() const {
    return least == most ? fmt::format("{}", least) : fmt::format("{} to {}", least, most);
  }
};

std::vector<TableRow> table_of(const AllModes& modes) {
  constexpr std::size_t longest = 16;
  std::vector<TableRow> rows;
  for (const ModeClass& each : modes.classes) {
    const bool joins =
        modes.classes.size() > longest && !rows.empty() && rows.back().index == each.index;
    if (joins) {
      rows.back().most = each.most_degrees_of_freedom;
      rows.back().count += each.count;
    } else {
      rows.push_back(
          {each.index, each.degrees_of_freedom, each.most_degrees_of_freedom, each.count});
    }
  }
  return rows;
}

std::string condition_text(const FlatSystem& system, const ModesWhere& modes) {
  return modes.condition ? print_expr(system.pool, *modes.condition, expr_names(system)) : "";
}

}  // namespace

std::string print_all_modes(const FlatSystem& system, const AllModes& modes) {
  std::string text =
      fmt::format("  {:>12}  {:>6}  {:>19}\n", "modes", "index", "degrees of freedom");
  for (const TableRow& row : table_of(modes)) {
    text += fmt::format("  {:>12}  {:>6}  {:>19}\n", row.count.text(), row.index,
                        row.degrees_of_freedom());
  }
  if (!modes.singular.is_zero()) {
    text += fmt::format("  {:>12}  singular\n", modes.singular.text());
  }
  std::vector<std::string> parts;
  for (const IndexClass& each : modes.indices) {
    const std::string condition = condition_text(system, each.modes);
    if (condition.empty()) return text;
    parts.push_back(fmt::format("{} when `{}`", each.index, condition));
  }
  if (parts.size() > 1)
    text += fmt::format("  branches differ in index: {}\n", fmt::join(parts, ", "));
  return text;
}

}  // namespace saltus
