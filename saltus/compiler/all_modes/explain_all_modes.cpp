#include "saltus/compiler/all_modes/explain_all_modes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "saltus/compiler/flat/expr_names.h"
#include "saltus/foundation/expr/print_expr.h"

namespace saltus {
namespace {

constexpr std::size_t shown_at_most = 6;

std::string count_of(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string joined(const std::vector<std::string>& words, std::string_view last) {
  std::string text;
  for (std::size_t k = 0; k < words.size(); ++k) {
    if (k > 0) text += k + 1 == words.size() ? last : ", ";
    text += words[k];
  }
  return text;
}

// Events that flattening made of a call: the author wrote no branches.
bool is_call_with_events(std::string_view text) {
  constexpr std::array<std::string_view, 10> calls = {"abs(",  "min(", "max(", "sign(",    "floor(",
                                                      "ceil(", "div(", "mod(", "integer(", "rem("};
  return std::any_of(calls.begin(), calls.end(),
                     [&](std::string_view call) { return text.starts_with(call); });
}

class Explanation {
 public:
  Explanation(const FlatSystem& system, const AllModes& modes, const SourceText& source,
              Diagnostics& diagnostics)
      : system_(system),
        modes_(modes),
        source_(source),
        diagnostics_(diagnostics),
        printer_(system.pool, expr_names(system)) {}

  void run() {
    if (modes_.count.is_zero()) return report_contradiction();
    const std::size_t first = diagnostics_.all().size();
    for (const ModeFault& fault : modes_.faults) report_fault(fault);
    for (const DeadBranch& branch : modes_.dead_branches) report_dead(branch);
    diagnostics_.sort_by_position(first);
  }

 private:
  void report_contradiction() {
    SourceSpan span;
    for (const FlatAssertion& assertion : system_.assertions) {
      if (assertion.level == AssertionLevel::error) span = assertion.span;
    }
    diagnostics_.error(codes::no_possible_mode, span, "no mode is possible")
        .note("the assertions and the equations of Booleans cannot all hold, whatever the guards");
  }

  void report_fault(const ModeFault& fault) {
    const bool has_excess = !fault.too_many.empty();
    const SourceSpan place =
        has_excess ? span_of(fault.too_many.front()) : span_of(fault.undetermined.front());
    Diagnostic& error = diagnostics_.error(codes::singular_modes, place,
                                           fmt::format("{}: {}", where(fault.modes), what(fault)));
    if (has_excess) label_excess(error, fault);
    if (!fault.undetermined.empty()) label_missing(error, fault, has_excess);
    advise(error, fault);
    if (&fault == &modes_.faults.back() && !modes_.unexplained.is_zero()) {
      error.note(
          fmt::format("besides those shown, {} modes are singular", modes_.unexplained.text()));
    }
  }

  std::string where(const ModesWhere& modes) {
    if (modes.count == modes_.count)
      return modes_.count == ModeCount(1) ? "in the only mode" : "in every mode";
    const std::string counts = fmt::format("{} of {}", modes.count.text(), modes_.count.text());
    if (!modes.condition) return fmt::format("in {} modes", counts);
    return fmt::format("in the mode{} `{}` ({})", modes.count == ModeCount(1) ? "" : "s",
                       printer_.print(*modes.condition), counts);
  }

  std::string what(const ModeFault& fault) const {
    const std::size_t excess = fault.too_many.size() - fault.determined.size();
    const std::size_t missing = fault.undetermined.size() - fault.sharing.size();
    if (fault.undetermined.empty()) {
      return fmt::format("{} too many: {}", count_of(excess, "equation"), excess_text(fault));
    }
    if (fault.too_many.empty()) {
      return fmt::format("{} too few: {}", count_of(missing, "equation"), missing_text(fault));
    }
    return fmt::format("{}, and {}", excess_text(fault), missing_text(fault));
  }

  std::string excess_text(const ModeFault& fault) const {
    const std::string names = names_of(fault.determined);
    if (fault.determined.empty()) {
      return fmt::format("{} contains no unknown", place_of(fault.too_many.front()));
    }
    if (fault.determined.size() == 1) {
      return fmt::format("{} both determine {}", places_of(fault.too_many), names);
    }
    return fmt::format("{} contain only {}", places_of(fault.too_many), names);
  }

  std::string missing_text(const ModeFault& fault) const {
    const std::string names = names_of(fault.undetermined);
    if (fault.undetermined.size() == 1) return fmt::format("nothing determines {}", names);
    return fmt::format("{} share {}", names, count_of(fault.sharing.size(), "equation"));
  }

  void label_excess(Diagnostic& error, const ModeFault& fault) const {
    if (fault.determined.empty()) {
      error.mark("contains no unknown in these modes");
      return;
    }
    error.mark(fmt::format("contains only {}", names_of(fault.determined)));
    for (std::size_t k = 1; k < std::min(shown_at_most, fault.too_many.size()); ++k) {
      error.also(span_of(fault.too_many[k]), "so does this one");
    }
    note_hidden(error, fault.too_many.size(), "equation");
  }

  void label_missing(Diagnostic& error, const ModeFault& fault, bool has_excess) const {
    for (std::size_t k = 0; k < std::min(shown_at_most, fault.undetermined.size()); ++k) {
      const SourceSpan span = span_of(fault.undetermined[k]);
      const std::string text =
          fault.sharing.empty() ? "in no equation of these modes" : "not determined in these modes";
      if (k == 0 && !has_excess) {
        error.mark(text);
      } else {
        error.also(span, text);
      }
    }
    note_hidden(error, fault.undetermined.size(), "unknown");
    if (fault.sharing.size() > 3) return;
    for (const EquationId equation : fault.sharing) {
      error.also(span_of(equation), "shared by them");
    }
  }

  static void note_hidden(Diagnostic& error, std::size_t count, std::string_view noun) {
    if (count > shown_at_most) {
      error.note(fmt::format("and {} more", count_of(count - shown_at_most, noun)));
    }
  }

  void advise(Diagnostic& error, const ModeFault& fault) const {
    const std::string unknown = fault.undetermined.size() > 1
                                    ? "one of " + names_of(fault.undetermined)
                                    : names_of(fault.undetermined);
    if (fault.undetermined.empty()) {
      error.suggest("remove one of them, or write it in the branch in which it is missing");
    } else if (fault.too_many.empty()) {
      error.suggest(fmt::format("these modes need an equation for {}", unknown));
    } else {
      error.suggest(
          fmt::format("these modes need an equation for {} instead of one of those "
                      "shown",
                      unknown));
    }
  }

  void report_dead(const DeadBranch& branch) {
    const Guard& guard = system_.guards[branch.guard];
    if (is_call_with_events(source_.text(guard.span))) return;
    const std::string condition = printer_.print(guard.condition);
    Diagnostic& warning = diagnostics_.warning(
        codes::dead_branch, guard.span,
        fmt::format("`{}` is {} {}, so a branch is never taken", condition,
                    branch.value ? "never true" : "always true",
                    branch.is_never_at_all ? "in any mode" : "where it is asked"));
    warning.also(branch.span, "in no mode");
    warning.note("other conditions, equations of Booleans or assertions exclude it");
  }

  SourceSpan span_of(EquationId id) const { return system_.equations[id].span; }
  SourceSpan span_of(VariableId id) const { return system_.variables[id].span; }

  std::string place_of(EquationId id) const {
    const SourceSpan span = span_of(id);
    if (source_.text(span).empty()) return fmt::format("equation {}", id.index() + 1);
    return fmt::format("line {}", source_.position(span.begin).line);
  }

  std::string places_of(const std::vector<EquationId>& equations) const {
    if (equations.size() > shown_at_most) return count_of(equations.size(), "equation");
    std::vector<std::string> places;
    for (const EquationId id : equations) places.push_back(place_of(id));
    return joined(places, " and ");
  }

  std::string names_of(const std::vector<VariableId>& variables) const {
    std::vector<std::string> names;
    for (const VariableId id : variables) {
      if (names.size() == shown_at_most) {
        names.push_back("…");
        break;
      }
      names.push_back(fmt::format("`{}`", system_.variables[id].name));
    }
    return joined(names, ", ");
  }

  const FlatSystem& system_;
  const AllModes& modes_;
  const SourceText& source_;
  Diagnostics& diagnostics_;
  ExprPrinter printer_;
};

// Rows of one index, joined.
struct TableRow {
  int index;
  int least, most;  // degrees of freedom
  ModeCount count;
  std::string freedom() const {
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
      rows.back().most = each.degrees_of_freedom;
      rows.back().count += each.count;
    } else {
      rows.push_back({each.index, each.degrees_of_freedom, each.degrees_of_freedom, each.count});
    }
  }
  return rows;
}

}  // namespace

void explain_all_modes(const FlatSystem& system, const AllModes& modes, const SourceText& source,
                       Diagnostics& diagnostics) {
  Explanation(system, modes, source, diagnostics).run();
}

std::string condition_text(const FlatSystem& system, const ModesWhere& modes) {
  return modes.condition ? print_expr(system.pool, *modes.condition, expr_names(system)) : "";
}

std::string print_all_modes(const FlatSystem& system, const AllModes& modes) {
  std::string text =
      fmt::format("  {:>12}  {:>6}  {:>19}\n", "modes", "index", "degrees of freedom");
  for (const TableRow& row : table_of(modes)) {
    text += fmt::format("  {:>12}  {:>6}  {:>19}\n", row.count.text(), row.index, row.freedom());
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
    text += fmt::format("  branches differ in index: {}\n", joined(parts, ", "));
  return text;
}

}  // namespace saltus
