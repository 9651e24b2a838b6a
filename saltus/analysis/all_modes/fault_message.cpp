#include "saltus/analysis/all_modes/fault_message.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "saltus/analysis/all_modes/fault_text.h"
#include "saltus/foundation/diagnostics/words.h"

namespace saltus {
namespace {

constexpr std::size_t shown_at_most = FaultText::shown_at_most;

class FaultMessage {
 public:
  FaultMessage(const FlatSystem& system, const ModeCount& mode_count, const ModeFault& fault,
               const SourceText& source)
      : fault_(fault), text_(system, mode_count, fault, source) {}

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
  Diagnostic& error(Diagnostics& diagnostics, SourceSpan span, std::string_view what) const {
    return diagnostics.error(codes::singular_modes, span,
                             fmt::format("{}: {}", text_.where(fault_.modes), what));
  }

  Diagnostic& report_counted(Diagnostics& diagnostics) const {
    const SourceSpan place = text_.has_excess() ? text_.span_of(text_.first_excess())
                                                : text_.span_of(fault_.undetermined.front());
    Diagnostic& said = error(diagnostics, place, text_.counted_text());
    if (text_.has_excess()) label_excess(said);
    if (text_.has_lack()) label_lack(said);
    label_elsewhere(said);
    advise(said);
    return said;
  }

  Diagnostic& report_superfluous(Diagnostics& diagnostics) const {
    const EquationId equation = fault_.too_many.front();
    Diagnostic& said =
        error(diagnostics, text_.span_of(equation),
              fmt::format("1 equation too many: {}", text_.lines_of(fault_.too_many)));
    said.mark(fmt::format("the other equations determine {} already",
                          text_.names_of(fault_.determined, "and")));
    said.note(fmt::format("wherever {} holds, one equation is too many, in several ways",
                          fault_.too_many.size() == 1 ? "it" : "one of them"));
    said.suggest("remove it, or write it in the branch in which it is missing");
    return said;
  }

  Diagnostic& report_forgotten(Diagnostics& diagnostics) const {
    const std::string names = text_.names_of(fault_.undetermined, "or");
    const std::string what = fault_.elsewhere.empty()
                                 ? fmt::format("1 equation too few: none is left for {}", names)
                                 : fmt::format("1 equation too few: nothing replaces {}",
                                               text_.lines_of(fault_.elsewhere));
    Diagnostic& said = error(diagnostics, text_.span_of(fault_.undetermined.front()), what);
    label_unknowns(said, fmt::format("needs an equation {}",
                                     text_.is_everywhere() ? "in every mode" : text_.there()));
    label_elsewhere(said);
    advise(said);
    return said;
  }

  Diagnostic& report_dependent(Diagnostics& diagnostics) const {
    if (fault_.too_many.size() == 1) return report_empty(diagnostics);
    Diagnostic& said =
        error(diagnostics, text_.span_of(fault_.too_many.back()),
              fmt::format("{} depend on each other", text_.lines_of(fault_.too_many)));
    said.mark("says what the others say, or contradicts them");
    for (std::size_t k = 0; k + 1 < std::min(shown_at_most, fault_.too_many.size()); ++k) {
      said.also(text_.span_of(fault_.too_many[k]), "its unknowns cancel when they are combined");
    }
    said.suggest("replace one of them by one that says something new about their unknowns");
    return said;
  }

  Diagnostic& report_empty(Diagnostics& diagnostics) const {
    Diagnostic& said = error(diagnostics, text_.span_of(fault_.too_many.front()),
                             fmt::format("{} determines nothing", text_.lines_of(fault_.too_many)));
    said.mark("its unknowns cancel");
    said.suggest("write an equation that says something about them");
    return said;
  }

  Diagnostic& report_misplaced(Diagnostics& diagnostics) const {
    Diagnostic& said = diagnostics.error(
        codes::singular_modes, text_.span_of(fault_.too_many.front()),
        fmt::format("{}: 1 equation too many, in the others 1 too few: {} in the wrong branch",
                    text_.where(*fault_.misplaced),
                    fault_.too_many.size() == 1
                        ? text_.lines_of(fault_.too_many) + " is"
                        : "one of " + text_.lines_of(fault_.too_many) + " is"));
    said.mark("one too many here, and missing in the others");
    for (std::size_t k = 1; k < std::min(shown_at_most, fault_.too_many.size()); ++k) {
      said.also(text_.span_of(fault_.too_many[k]), "or this one");
    }
    said.suggest(fault_.too_many.size() == 1 ? "move it to the other branch"
                                             : "move one of them to the other branch");
    return said;
  }

  void label_excess(Diagnostic& said) const {
    if (fault_.determined.empty()) {
      said.mark(fmt::format("contains no unknown {}", text_.there()));
      return;
    }
    const std::string names = text_.names_of(fault_.determined, "and");
    const std::string own =
        fmt::format("{} {}", fault_.determined.size() == 1 ? "determines" : "contains only", names);
    const std::string suspected = fmt::format("one too many wherever it holds");
    said.mark(text_.repeated() ? "the same again" : fault_.suspects.empty() ? own : suspected);
    std::size_t shown = 1;
    bool is_first = !fault_.suspects.empty();
    for (const EquationId equation : fault_.too_many) {
      if (equation == text_.first_excess()) continue;
      if (++shown > shown_at_most) break;
      if (!text_.repeated() && text_.is_suspect(equation)) {
        said.also(text_.span_of(equation), "or this one");
        continue;
      }
      said.also(text_.span_of(equation), is_first ? own : "so does this one");
      is_first = false;
    }
    note_hidden(said, fault_.too_many.size(), "equation");
  }

  void label_lack(Diagnostic& said) const {
    const std::string text = fault_.sharing.empty()
                                 ? fmt::format("in no equation of {}", text_.these_modes())
                                 : fmt::format("undetermined {}", text_.there());
    label_unknowns(said, text);
    note_hidden(said, fault_.undetermined.size(), "unknown");
    if (fault_.sharing.size() > 3) return;
    for (const EquationId equation : fault_.sharing) {
      said.also(text_.span_of(equation),
                fault_.undetermined.size() == 1 ? "contains it" : "contains them");
    }
  }

  // The last one on a line carries the text.
  void label_unknowns(Diagnostic& said, const std::string& text) const {
    const std::size_t count = std::min(shown_at_most, fault_.undetermined.size());
    for (std::size_t k = 0; k < count; ++k) {
      const SourceSpan span = text_.span_of(fault_.undetermined[k]);
      const bool is_last =
          k + 1 == count ||
          text_.line_of(text_.span_of(fault_.undetermined[k + 1])) != text_.line_of(span);
      const std::string label = is_last ? text : "";
      if (k == 0 && !text_.has_excess()) {
        said.mark(label);
      } else {
        said.also(span, label);
      }
    }
  }

  void label_elsewhere(Diagnostic& said) const {
    if (fault_.elsewhere.size() > shown_at_most) return;
    for (const EquationId equation : fault_.elsewhere) {
      said.also(text_.span_of(equation), fmt::format("not {}", text_.there()));
    }
  }

  static void note_hidden(Diagnostic& said, std::size_t count, std::string_view noun) {
    if (count > shown_at_most) {
      said.note(fmt::format("and {} more", counted(count - shown_at_most, noun)));
    }
  }

  void advise(Diagnostic& said) const {
    if (!text_.has_lack()) {
      if (fault_.determined.empty()) {
        said.suggest("remove it; if it is a fact about the parameters, write `assert(…)`");
      } else if (text_.repeated()) {
        said.suggest("remove one of the two");
      } else if (text_.is_everywhere()) {
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
    const std::string wanted = text_.wanted_unknowns();
    if (!text_.has_excess()) {
      said.suggest(fmt::format("write an equation for {}{}", wanted,
                               text_.is_everywhere()
                                   ? ", or declare it as a parameter if it is known"
                                   : fmt::format(" that holds {}", text_.there())));
      return;
    }
    if (fault_.determined.empty()) {
      said.suggest(fmt::format("write an equation for {} instead", wanted));
      return;
    }
    said.suggest(
        fmt::format("replace one of {} {} by an equation for {}, or exclude {} by "
                    "`assert(not (…), \"…\")`",
                    text_.lines_of(fault_.too_many), text_.there(), wanted, text_.these_modes()));
  }

  const ModeFault& fault_;
  FaultText text_;
};

}  // namespace

Diagnostic& report_fault(const FlatSystem& system, const ModeCount& mode_count,
                         const ModeFault& fault, const SourceText& source,
                         Diagnostics& diagnostics) {
  return FaultMessage(system, mode_count, fault, source).report(diagnostics);
}

}  // namespace saltus
