#include "saltus/analysis/all_modes/fault_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "saltus/compiler/flat/expr_names.h"
#include "saltus/compiler/hybrid/expression_walk.h"
#include "saltus/foundation/diagnostics/words.h"
#include "saltus/foundation/expr/print_expr.h"

namespace saltus {
namespace {

// a, b and c
std::string joined(const std::vector<std::string>& words, std::string_view last) {
  std::string text;
  for (std::size_t k = 0; k < words.size(); ++k) {
    if (k > 0) text += k + 1 == words.size() ? fmt::format(" {} ", last) : ", ";
    text += words[k];
  }
  return text;
}

}  // namespace

std::string FaultText::where(const ModesWhere& modes) const {
  if (modes.count == mode_count_) {
    return mode_count_ == ModeCount(1) ? "in the only mode" : "in every mode";
  }
  const std::string counts = fmt::format("{} of {}", modes.count.text(), mode_count_.text());
  if (!modes.condition) return fmt::format("in {} modes", counts);
  return fmt::format("in the mode{} `{}` ({})", modes.count == ModeCount(1) ? "" : "s",
                     print_expr(system_.pool, *modes.condition, expr_names(system_)), counts);
}

std::string_view FaultText::these_modes() const {
  if (fault_.modes.count == ModeCount(1)) return "this mode";
  return fault_.modes.count == mode_count_ ? "any mode" : "these modes";
}

std::string FaultText::counted_text() const {
  if (!has_lack()) {
    return fmt::format("{} too many: {}", counted(excess(), "equation"), excess_text());
  }
  if (!has_excess()) {
    return fmt::format("{} too few: {}",
                       counted(fault_.undetermined.size() - fault_.sharing.size(), "equation"),
                       lack_text());
  }
  return fmt::format("{}, and {}", excess_text(), lack_text());
}

std::size_t FaultText::excess() const {
  return fault_.hold_together ? fault_.too_many.size() - fault_.determined.size() : 1;
}

std::string FaultText::excess_text() const {
  const std::string lines = lines_of(fault_.too_many);
  const std::string names = names_of(fault_.determined, "and");
  if (fault_.determined.empty()) return fmt::format("{} contains {}", lines, known_text());
  if (const auto original = repeated()) {
    return fmt::format("{} repeats {}", lines_of(fault_.suspects), lines_of({*original}));
  }
  if (!fault_.hold_together && !fault_.suspects.empty()) {
    return fmt::format("{}, besides {}", lines_of(fault_.suspects, "or"), others_text());
  }
  if (fault_.determined.size() == 1) {
    if (!fault_.hold_together) {
      return fmt::format("more than one of {} determine {}", lines, names);
    }
    return fmt::format("{} {} determine {}", lines, fault_.too_many.size() == 2 ? "both" : "all",
                       names);
  }
  const std::string unknowns = fmt::format("the {} unknowns {}", fault_.determined.size(), names);
  if (!fault_.hold_together) {
    return fmt::format("more than {} of {} for {}", fault_.determined.size(), lines, unknowns);
  }
  if (fault_.too_many.size() > shown_at_most) return fmt::format("{} for {}", lines, unknowns);
  return fmt::format("{} are {} for {}", lines, counted(fault_.too_many.size(), "equation"),
                     unknowns);
}

std::string FaultText::others_text() const {
  std::vector<EquationId> others;
  for (const EquationId id : fault_.too_many) {
    if (!is_suspect(id)) others.push_back(id);
  }
  return fmt::format("{}, which determine{} {}", lines_of(others), others.size() == 1 ? "s" : "",
                     names_of(fault_.determined, "and"));
}

bool FaultText::is_suspect(EquationId id) const {
  return std::find(fault_.suspects.begin(), fault_.suspects.end(), id) != fault_.suspects.end();
}

std::optional<EquationId> FaultText::repeated() const {
  if (fault_.suspects.size() != 1) return std::nullopt;
  const auto text_of = [&](EquationId id) {
    return std::minmax(system_.equations[id].left, system_.equations[id].right);
  };
  for (const EquationId id : fault_.too_many) {
    if (!is_suspect(id) && text_of(id) == text_of(fault_.suspects.front())) return id;
  }
  return std::nullopt;
}

std::string FaultText::known_text() const {
  std::set<std::string> names;
  visit_leaves(fault_.too_many.front(), [&](const Expr& leaf) {
    if (leaf.op == Op::parameter) names.insert(system_.parameters[ParameterId(leaf.a)].name);
  });
  if (names.empty()) return "no unknown";
  std::vector<std::string> quoted;
  for (const std::string& name : names) quoted.push_back(fmt::format("`{}`", name));
  return fmt::format("no unknown ({} {})", joined(quoted, "and"),
                     names.size() == 1 ? "is a parameter" : "are parameters");
}

std::string FaultText::lack_text() const {
  const std::string names = names_of(fault_.undetermined, "and");
  if (fault_.sharing.empty()) return fmt::format("nothing determines {}", names);
  return fmt::format("{} {} all that is left for {}", lines_of(fault_.sharing),
                     fault_.sharing.size() == 1 ? "is" : "are", names);
}

EquationId FaultText::first_excess() const {
  if (!fault_.suspects.empty()) return fault_.suspects.front();
  for (const EquationId id : fault_.too_many) {
    if (!system_.equations[id].active_if.empty()) return id;
  }
  return fault_.too_many.front();
}

std::string FaultText::wanted_unknowns() const {
  std::set<VariableId> wanted;
  for (const EquationId id : fault_.elsewhere) {
    const Expr& left = system_.pool[system_.equations[id].left];
    if (left.op == Op::variable && is_undetermined(left.variable())) {
      wanted.insert(left.variable());
      continue;
    }
    visit_leaves(id, [&](const Expr& leaf) {
      if (leaf.op == Op::variable && is_undetermined(leaf.variable())) {
        wanted.insert(leaf.variable());
      }
    });
  }
  if (wanted.empty()) return names_of(fault_.undetermined, "or");
  return names_of({wanted.begin(), wanted.end()}, "or");
}

bool FaultText::is_undetermined(VariableId id) const {
  return std::find(fault_.undetermined.begin(), fault_.undetermined.end(), id) !=
         fault_.undetermined.end();
}

template <class Visit>
void FaultText::visit_leaves(EquationId id, Visit visit) const {
  ExpressionWalk walk(system_.pool);
  walk.start();
  walk.leaves(system_.equations[id].left, visit);
  walk.leaves(system_.equations[id].right, visit);
}

std::string FaultText::lines_of(const std::vector<EquationId>& equations,
                                std::string_view last) const {
  if (equations.size() > shown_at_most) return counted(equations.size(), "equation");
  std::vector<std::string> lines, numbers;
  for (const EquationId id : equations) {
    const SourceSpan span = span_of(id);
    if (!source_.text(span).empty()) lines.push_back(fmt::format("{}", line_of(span)));
    numbers.push_back(fmt::format("{}", id.index() + 1));
  }
  const bool has_lines = lines.size() == equations.size();
  if (has_lines) lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  const std::vector<std::string>& shown = has_lines ? lines : numbers;
  const bool is_plural = shown.size() > 1 && last == "and";
  return fmt::format("{}{} {}", has_lines ? "line" : "equation", is_plural ? "s" : "",
                     joined(shown, last));
}

std::string FaultText::names_of(const std::vector<VariableId>& variables,
                                std::string_view last) const {
  std::vector<std::string> names;
  for (const VariableId id : variables) {
    if (names.size() == shown_at_most) {
      names.push_back("…");
      break;
    }
    names.push_back(fmt::format("`{}`", system_.variables[id].name));
  }
  return joined(names, last);
}

}  // namespace saltus
