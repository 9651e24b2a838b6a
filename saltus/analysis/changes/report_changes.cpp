#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "saltus/analysis/all_modes/binaries_as_guards.h"
#include "saltus/analysis/changes/change_table.h"
#include "saltus/analysis/constructive/mode_name.h"
#include "saltus/compiler/flat/expr_names.h"
#include "saltus/compiler/structure/values.h"

namespace saltus {
namespace {

constexpr std::size_t shown_at_most = 6;

class ChangeReport {
 public:
  ChangeReport(const FlatSystem& system, const ChangeChoice& choice, Diagnostics& diagnostics)
      : system_(system), choice_(choice), diagnostics_(diagnostics) {}

  void report(const PartChanges& part) {
    std::set<ModeNumber> said;
    if (part.first && part.graph.modes[*part.first].is_singular) {
      said.insert(*part.first);
      report_mode(part.graph.modes[*part.first],
                  fmt::format("the first mode, `{}`,", name(part, *part.first)));
    }
    for (const TabledChange& each : part.changes) {
      const ModeChange& change = each.change;
      if (!each.is_reachable) continue;
      if (!change.is_determined() && said.insert(change.to).second) {
        report_mode(part.graph.modes[change.to],
                    fmt::format("the change from `{}` to `{}`", name(part, change.from),
                                name(part, change.to)));
      } else if (choice_.is_strict && !change.left_limits.empty()) {
        report_left_limits(part, change);
      }
    }
  }

  void report(const CrossingClasses& part) {
    for (const GuardCrossing& crossing : part.crossings) {
      for (const CrossingClass& each : crossing.classes) {
        const bool is_fault = !binary_of(system_, crossing.guard);
        if (is_fault && each.verdict > ChangeVerdict::impulsive) report_class(crossing, each);
      }
    }
  }

 private:
  std::string name(const PartChanges& part, ModeNumber mode) const {
    return mode_name(system_, part.graph.modes[mode].literals);
  }

  std::string quoted(const std::vector<VariableId>& ids) const {
    std::vector<std::string> names;
    for (std::size_t k = 0; k < std::min(ids.size(), shown_at_most); ++k) {
      names.push_back(fmt::format("`{}`", system_.variables[ids[k]].name));
    }
    return fmt::format("{}{}", fmt::join(names, ", "), ids.size() > shown_at_most ? ", …" : "");
  }

  void report_mode(const ConstructiveMode& mode, const std::string& what) {
    if (mode.is_singular && is_chosen_by_binaries(system_, mode.literals)) return;
    const ModeDefect& defect = mode.defect;
    if (defect.too_many.empty() && defect.open.empty()) {
      diagnostics_.error(codes::under_determined_change, {},
                         fmt::format("{} is under-determined: no run leads through it", what));
      return;
    }
    const bool is_over = defect.is_over_determined();
    Diagnostic& error =
        is_over
            ? diagnostics_.error(
                  codes::over_determined_change, system_.equations[defect.too_many.front()].span,
                  fmt::format("{} is over-determined: {} equations for {}", what,
                              defect.too_many.size(),
                              defect.determined.empty() ? "no unknown" : quoted(defect.determined)))
            : diagnostics_.error(codes::under_determined_change,
                                 system_.variables[defect.open.front()].span,
                                 fmt::format("{} is under-determined: nothing determines {}", what,
                                             quoted(defect.open)));
    if (is_over) {
      error.mark("one of them");
      for (std::size_t k = 1; k < std::min(defect.too_many.size(), shown_at_most); ++k) {
        error.also(system_.equations[defect.too_many[k]].span, "another one");
      }
    } else {
      error.mark("undetermined");
      for (std::size_t k = 1; k < std::min(defect.open.size(), shown_at_most); ++k) {
        error.also(system_.variables[defect.open[k]].span, "and this one");
      }
    }
    if (is_over && !defect.open.empty()) {
      error.note(fmt::format("and nothing determines {}", quoted(defect.open)));
    }
    if (!mode.missing_law) return;
    error.note(mode.missing_law->says);
    error.suggest(mode.missing_law->advice);
  }

  void report_left_limits(const PartChanges& part, const ModeChange& change) {
    const VariableId first = change.left_limits.front().variable;
    std::vector<std::string> names;
    for (const ValueAt value : change.left_limits) {
      names.push_back(value_name(system_.variables[value.variable].name, value.shift));
    }
    Diagnostic& error = diagnostics_.error(
        codes::under_determined_change, system_.variables[first].span,
        fmt::format("the change from `{}` to `{}` is under-determined: nothing says where `{}` "
                    "begins",
                    name(part, change.from), name(part, change.to), fmt::join(names, "`, `")));
    error.mark("a new state without a value");
    error.note("without `--strict` it keeps its left limit");
    error.suggest(fmt::format("write `when {} then reinit({}, …); end when;`",
                              name(part, change.to), names.front()));
  }

  void report_class(const GuardCrossing& crossing, const CrossingClass& each) {
    const bool is_over = each.verdict == ChangeVerdict::over_determined;
    ExprPrinter printer(system_.pool, expr_names(system_));
    Diagnostic& error = diagnostics_.error(
        is_over ? codes::over_determined_change : codes::under_determined_change,
        system_.guards[crossing.guard].span,
        fmt::format("where `{}` becomes {}, {} changes are {}-determined",
                    printer.print(system_.guards[crossing.guard].condition), crossing.value,
                    each.entered.count.text(), is_over ? "over" : "under"));
    if (each.entered.condition && each.entered.count != crossing.count) {
      error.note(fmt::format("in the modes `{}`", printer.print(*each.entered.condition)));
    }
    error.suggest("`saltus check` names the equations and variables");
  }

  const FlatSystem& system_;
  const ChangeChoice& choice_;
  Diagnostics& diagnostics_;
};

}  // namespace

void report_changes(const FlatSystem& system, const ChangeTable& table, const ChangeChoice& choice,
                    Diagnostics& diagnostics) {
  ChangeReport report(system, choice, diagnostics);
  for (const PartChanges& part : table.parts) report.report(part);
  for (const CrossingClasses& part : table.large_parts) report.report(part);
}

}  // namespace saltus
