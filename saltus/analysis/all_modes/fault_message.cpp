#include "saltus/analysis/all_modes/fault_message.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>

#include "saltus/compiler/flat/expr_names.h"
#include "saltus/compiler/hybrid/expression_walk.h"
#include "saltus/foundation/diagnostics/words.h"
#include "saltus/foundation/expr/print_expr.h"

namespace saltus {
namespace {

constexpr std::size_t shown_at_most = 6;

// a, b and c
std::string joined(const std::vector<std::string>& words, std::string_view last) {
  std::string text;
  for (std::size_t k = 0; k < words.size(); ++k) {
    if (k > 0) text += k + 1 == words.size() ? fmt::format(" {} ", last) : ", ";
    text += words[k];
  }
  return text;
}

class FaultMessage {
 public:
  FaultMessage(const FlatSystem& system, const ModeCount& mode_count, const ModeFault& fault,
               const SourceText& source)
      : system_(system), mode_count_(mode_count), fault_(fault), source_(source) {}

  Diagnostic& report(Diagnostics& diagnostics) const {
    switch (fault_.kind) {
      case FaultKind::counted:
        return report_counted(diagnostics);
      case FaultKind::superfluous:
        return report_superfluous(diagnostics);
      case FaultKind::forgotten:
        return report_forgotten(diagnostics);
      case FaultKind::dependent:
        return report_dependent(diagnostics);
      case FaultKind::misplaced:
        break;
    }
    return report_misplaced(diagnostics);
  }

 private:
  bool has_excess() const { return !fault_.too_many.empty(); }
  bool has_lack() const { return !fault_.undetermined.empty(); }
  bool is_everywhere() const { return fault_.modes.count == mode_count_; }

  Diagnostic& error(Diagnostics& diagnostics, SourceSpan span, std::string_view what) const {
    return diagnostics.error(codes::singular_modes, span,
                             fmt::format("{}: {}", where(fault_.modes), what));
  }

  Diagnostic& report_counted(Diagnostics& diagnostics) const {
    const SourceSpan place =
        has_excess() ? span_of(first_excess()) : span_of(fault_.undetermined.front());
    Diagnostic& said = error(diagnostics, place, counted_text());
    if (has_excess()) label_excess(said);
    if (has_lack()) label_lack(said);
    label_elsewhere(said);
    advise(said);
    return said;
  }

  Diagnostic& report_superfluous(Diagnostics& diagnostics) const {
    const EquationId equation = fault_.too_many.front();
    Diagnostic& said = error(diagnostics, span_of(equation),
                             fmt::format("1 equation too many: {}", lines_of(fault_.too_many)));
    said.mark(fmt::format("the other equations determine {} already",
                          names_of(fault_.determined, "and")));
    said.note(fmt::format("wherever {} holds, one equation is too many, in several ways",
                          fault_.too_many.size() == 1 ? "it" : "one of them"));
    said.suggest("remove it, or write it in the branch in which it is missing");
    return said;
  }

  Diagnostic& report_forgotten(Diagnostics& diagnostics) const {
    const std::string names = names_of(fault_.undetermined, "or");
    const std::string what =
        fault_.elsewhere.empty()
            ? fmt::format("1 equation too few: none is left for {}", names)
            : fmt::format("1 equation too few: nothing replaces {}", lines_of(fault_.elsewhere));
    Diagnostic& said = error(diagnostics, span_of(fault_.undetermined.front()), what);
    label_unknowns(
        said, fmt::format("needs an equation {}", is_everywhere() ? "in every mode" : there()));
    label_elsewhere(said);
    advise(said);
    return said;
  }

  Diagnostic& report_dependent(Diagnostics& diagnostics) const {
    Diagnostic& said = error(diagnostics, span_of(fault_.too_many.back()),
                             fmt::format("{} depend on each other", lines_of(fault_.too_many)));
    said.mark("says what the others say, or contradicts them");
    for (std::size_t k = 0; k + 1 < std::min(shown_at_most, fault_.too_many.size()); ++k) {
      said.also(span_of(fault_.too_many[k]), "its unknowns cancel when they are combined");
    }
    said.suggest("replace one of them by one that says something new about their unknowns");
    return said;
  }

  Diagnostic& report_misplaced(Diagnostics& diagnostics) const {
    Diagnostic& said = diagnostics.error(
        codes::singular_modes, span_of(fault_.too_many.front()),
        fmt::format("{}: 1 equation too many, in the others 1 too few: {} in the wrong branch",
                    where(*fault_.misplaced),
                    fault_.too_many.size() == 1 ? lines_of(fault_.too_many) + " is"
                                                : "one of " + lines_of(fault_.too_many) + " is"));
    said.mark("one too many here, and missing in the others");
    for (std::size_t k = 1; k < std::min(shown_at_most, fault_.too_many.size()); ++k) {
      said.also(span_of(fault_.too_many[k]), "or this one");
    }
    said.suggest(fault_.too_many.size() == 1 ? "move it to the other branch"
                                             : "move one of them to the other branch");
    return said;
  }

  // `in the modes …`
  std::string where(const ModesWhere& modes) const {
    if (modes.count == mode_count_) {
      return mode_count_ == ModeCount(1) ? "in the only mode" : "in every mode";
    }
    const std::string counts = fmt::format("{} of {}", modes.count.text(), mode_count_.text());
    if (!modes.condition) return fmt::format("in {} modes", counts);
    return fmt::format("in the mode{} `{}` ({})", modes.count == ModeCount(1) ? "" : "s",
                       print_expr(system_.pool, *modes.condition, expr_names(system_)), counts);
  }

  std::string_view these_modes() const {
    if (fault_.modes.count == ModeCount(1)) return "this mode";
    return fault_.modes.count == mode_count_ ? "any mode" : "these modes";
  }
  std::string there() const { return fmt::format("in {}", these_modes()); }

  std::string counted_text() const {
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

  std::size_t excess() const {
    return fault_.hold_together ? fault_.too_many.size() - fault_.determined.size() : 1;
  }

  std::string excess_text() const {
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

  // `lines 7 and 8, which determine …`
  std::string others_text() const {
    std::vector<EquationId> others;
    for (const EquationId id : fault_.too_many) {
      if (!is_suspect(id)) others.push_back(id);
    }
    return fmt::format("{}, which determine{} {}", lines_of(others), others.size() == 1 ? "s" : "",
                       names_of(fault_.determined, "and"));
  }

  bool is_suspect(EquationId id) const {
    return std::find(fault_.suspects.begin(), fault_.suspects.end(), id) != fault_.suspects.end();
  }

  // The equation that the only suspect repeats.
  std::optional<EquationId> repeated() const {
    if (fault_.suspects.size() != 1) return std::nullopt;
    const auto text_of = [&](EquationId id) {
      return std::minmax(system_.equations[id].left, system_.equations[id].right);
    };
    for (const EquationId id : fault_.too_many) {
      if (!is_suspect(id) && text_of(id) == text_of(fault_.suspects.front())) return id;
    }
    return std::nullopt;
  }

  // Of an equation without unknowns.
  std::string known_text() const {
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

  std::string lack_text() const {
    const std::string names = names_of(fault_.undetermined, "and");
    if (fault_.sharing.empty()) return fmt::format("nothing determines {}", names);
    return fmt::format("{} {} all that is left for {}", lines_of(fault_.sharing),
                       fault_.sharing.size() == 1 ? "is" : "are", names);
  }

  // The author looks first at what a condition guards.
  EquationId first_excess() const {
    if (!fault_.suspects.empty()) return fault_.suspects.front();
    for (const EquationId id : fault_.too_many) {
      if (!system_.equations[id].active_if.empty()) return id;
    }
    return fault_.too_many.front();
  }

  void label_excess(Diagnostic& said) const {
    if (fault_.determined.empty()) {
      said.mark(fmt::format("contains no unknown {}", there()));
      return;
    }
    const std::string names = names_of(fault_.determined, "and");
    const std::string own =
        fmt::format("{} {}", fault_.determined.size() == 1 ? "determines" : "contains only", names);
    const std::string suspected = fmt::format("one too many wherever it holds");
    said.mark(repeated() ? "the same again" : fault_.suspects.empty() ? own : suspected);
    std::size_t shown = 1;
    bool is_first = !fault_.suspects.empty();
    for (const EquationId equation : fault_.too_many) {
      if (equation == first_excess()) continue;
      if (++shown > shown_at_most) break;
      if (!repeated() && is_suspect(equation)) {
        said.also(span_of(equation), "or this one");
        continue;
      }
      said.also(span_of(equation), is_first ? own : "so does this one");
      is_first = false;
    }
    note_hidden(said, fault_.too_many.size(), "equation");
  }

  void label_lack(Diagnostic& said) const {
    const std::string text = fault_.sharing.empty()
                                 ? fmt::format("in no equation of {}", these_modes())
                                 : fmt::format("undetermined {}", there());
    label_unknowns(said, text);
    note_hidden(said, fault_.undetermined.size(), "unknown");
    if (fault_.sharing.size() > 3) return;
    for (const EquationId equation : fault_.sharing) {
      said.also(span_of(equation),
                fault_.undetermined.size() == 1 ? "contains it" : "contains them");
    }
  }

  // The last one on a line carries the text.
  void label_unknowns(Diagnostic& said, const std::string& text) const {
    const std::size_t count = std::min(shown_at_most, fault_.undetermined.size());
    for (std::size_t k = 0; k < count; ++k) {
      const SourceSpan span = span_of(fault_.undetermined[k]);
      const bool is_last =
          k + 1 == count || line_of(span_of(fault_.undetermined[k + 1])) != line_of(span);
      const std::string label = is_last ? text : "";
      if (k == 0 && !has_excess()) {
        said.mark(label);
      } else {
        said.also(span, label);
      }
    }
  }

  void label_elsewhere(Diagnostic& said) const {
    if (fault_.elsewhere.size() > shown_at_most) return;
    for (const EquationId equation : fault_.elsewhere) {
      said.also(span_of(equation), fmt::format("not {}", there()));
    }
  }

  static void note_hidden(Diagnostic& said, std::size_t count, std::string_view noun) {
    if (count > shown_at_most) {
      said.note(fmt::format("and {} more", counted(count - shown_at_most, noun)));
    }
  }

  void advise(Diagnostic& said) const {
    if (!has_lack()) {
      if (fault_.determined.empty()) {
        said.suggest("remove it; if it is a fact about the parameters, write `assert(…)`");
      } else if (repeated()) {
        said.suggest("remove one of the two");
      } else if (is_everywhere()) {
        said.suggest("remove one of them");
      } else if (fault_.determined.size() > 1) {
        said.suggest(
            "remove one of them; a constraint needs an unknown that enforces it, as a stop needs a "
            "force");
      } else {
        said.suggest("remove one of them, or let their conditions exclude each other");
      }
      return;
    }
    const std::string wanted = wanted_unknowns();
    if (!has_excess()) {
      said.suggest(fmt::format("write an equation for {}{}", wanted,
                               is_everywhere() ? ", or declare it as a parameter if it is known"
                                               : fmt::format(" that holds {}", there())));
      return;
    }
    if (fault_.determined.empty()) {
      said.suggest(fmt::format("write an equation for {} instead", wanted));
      return;
    }
    said.suggest(
        fmt::format("replace one of {} {} by an equation for {}, or exclude {} by "
                    "`assert(not (…), \"…\")`",
                    lines_of(fault_.too_many), there(), wanted, these_modes()));
  }

  // Those that have an equation in other modes, if there are such; of an equation `v = …` v.
  std::string wanted_unknowns() const {
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

  bool is_undetermined(VariableId id) const {
    return std::find(fault_.undetermined.begin(), fault_.undetermined.end(), id) !=
           fault_.undetermined.end();
  }

  template <class Visit>
  void visit_leaves(EquationId id, Visit visit) const {
    ExpressionWalk walk(system_.pool);
    walk.start();
    walk.leaves(system_.equations[id].left, visit);
    walk.leaves(system_.equations[id].right, visit);
  }

  SourceSpan span_of(EquationId id) const { return system_.equations[id].span; }
  SourceSpan span_of(VariableId id) const { return system_.variables[id].span; }
  std::size_t line_of(SourceSpan span) const { return source_.position(span.begin).line; }

  // `line 5`, `lines 5, 7 and 9`
  std::string lines_of(const std::vector<EquationId>& equations,
                       std::string_view last = "and") const {
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

  std::string names_of(const std::vector<VariableId>& variables, std::string_view last) const {
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

  const FlatSystem& system_;
  const ModeCount& mode_count_;
  const ModeFault& fault_;
  const SourceText& source_;
};

}  // namespace

Diagnostic& report_fault(const FlatSystem& system, const ModeCount& mode_count,
                         const ModeFault& fault, const SourceText& source,
                         Diagnostics& diagnostics) {
  return FaultMessage(system, mode_count, fault, source).report(diagnostics);
}

}  // namespace saltus
