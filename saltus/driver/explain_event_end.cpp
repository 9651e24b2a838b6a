#include "saltus/driver/explain_event_end.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "saltus/driver/blamed_block.h"
#include "saltus/driver/discrete_spans.h"
#include "saltus/driver/mode_text.h"
#include "saltus/driver/run_names.h"
#include "saltus/driver/tried_modes.h"
#include "saltus/runtime/simulate/switching_search.h"

namespace saltus {
namespace {

using AssumedSides = std::set<Side>;

// Where conditions contradict the modes that they select, and the sides that were assumed there.
std::vector<std::pair<SurfaceId, AssumedSides>> contradicted(const SimulationEnd& end) {
  std::vector<std::pair<SurfaceId, AssumedSides>> found;
  for (const TriedMode& tried : end.tried) {
    for (const Contradiction& contradiction : tried.contradictions) {
      const auto known = std::find_if(found.begin(), found.end(), [&](const auto& each) {
        return each.first == contradiction.surface;
      });
      AssumedSides& sides = known == found.end()
                                ? found.emplace_back(contradiction.surface, AssumedSides{}).second
                                : known->second;
      sides.insert(contradiction.assumed);
    }
  }
  return found;
}

void mark_contradictions(const CompiledModel& model, const SimulationEnd& end, Diagnostic& error) {
  std::size_t shown = 0;
  for (const auto& [surface, sides] : contradicted(end)) {
    if (++shown > most_shown_equations) break;
    const SourceSpan span = model.hybrid.surfaces[surface].span;
    const char* label = sides.size() > 1 ? "whatever is assumed of this, the opposite follows"
                                         : "what is assumed of this does not follow";
    if (shown == 1) {
      error.span = span;
      error.mark(label);
    } else {
      error.also(span, label);
    }
  }
}

std::string value_text(const FlatVariable& variable, double value) {
  if (variable.type == ValueType::boolean) return value != 0.0 ? "true" : "false";
  return fmt::format("{:.9g}", value);
}

// `n = 1, on`, one of the micro-steps of a cycle.
std::string step_text(const CompiledModel& model, const CycleStep& step) {
  std::vector<std::string> parts;
  for (const auto& [variable, value] : step.values) {
    const FlatVariable& own = model.system.variables[variable];
    if (!own.is_hidden) parts.push_back(fmt::format("{} = {}", own.name, value_text(own, value)));
  }
  if (parts.empty()) return mode_text(model.system, step.mode);
  return fmt::format("{}", fmt::join(parts, ", "));
}

void list_cycle(const CompiledModel& model, const SimulationEnd& end, std::string_view title,
                Diagnostic& error) {
  constexpr std::size_t shown = 8;
  std::vector<std::string> texts;
  for (const CycleStep& step : end.cycle) {
    const std::string text = step_text(model, step);
    if (!text.empty() && (texts.empty() || texts.back() != text)) texts.push_back(text);
  }
  if (texts.empty()) return;
  std::string note(title);
  for (std::size_t i = 0; i < texts.size() && i < shown; ++i) {
    note += fmt::format("{}`{}`", i == 0 ? " " : ", then ", texts[i]);
  }
  if (texts.size() > shown) note += fmt::format(" and {} more", texts.size() - shown);
  error.note(note);
}

// What a cycle changes, where it is written: actions of `when` clauses, else the definitions of
// discrete variables, else the conditions that do not keep one value.
std::vector<SourceSpan> spans_of_cycle(const CompiledModel& model, const SimulationEnd& end) {
  std::vector<SourceSpan> spans;
  const auto add = [&](SourceSpan span) {
    if (std::find(spans.begin(), spans.end(), span) == spans.end()) spans.push_back(span);
  };
  for (const CycleStep& step : end.cycle) {
    for (const std::uint32_t action : step.fired) add(when_action_span(model, action));
  }
  for (const CycleStep& step : end.cycle) {
    for (const auto& [variable, value] : step.values) {
      if (!model.system.variables[variable].is_hidden && !is_set_in_when(model, variable)) {
        add(definition_span(model.system, variable));
      }
    }
  }
  std::sort(spans.begin(), spans.end(),
            [](SourceSpan a, SourceSpan b) { return a.begin < b.begin; });
  if (!spans.empty()) return spans;
  std::map<std::uint32_t, bool> first_value;
  for (const CycleStep& step : end.cycle) {
    for (const GuardValue& value : step.mode) {
      const auto [known, is_new] = first_value.emplace(value.guard, value.value);
      if (!is_new && known->second != value.value) {
        add(model.system.guards[GuardId(value.guard)].span);
      }
    }
  }
  return spans;
}

Diagnostic& report_cycle(const CompiledModel& model, const SimulationEnd& end, std::string message,
                         Diagnostics& diagnostics) {
  const std::vector<SourceSpan> spans = spans_of_cycle(model, end);
  Diagnostic& error = diagnostics.error(
      codes::events_unsettled, spans.empty() ? SourceSpan{} : spans[0], std::move(message));
  if (!spans.empty()) error.mark("happens again and again at this time");
  for (std::size_t i = 1; i < spans.size() && i < most_shown_equations; ++i) {
    error.also(spans[i], "and this");
  }
  return error;
}

void explain_cycle(const CompiledModel& model, const SimulationEnd& end, Diagnostics& diagnostics) {
  Diagnostic& error = report_cycle(
      model, end, fmt::format("the events at t = {:.9g} follow each other without end", end.time),
      diagnostics);
  list_cycle(model, end, "they lead through", error);
  error.note("and then to the first of these again")
      .suggest(
          "let the conditions of what is switched on and of what is switched off overlap "
          "(hysteresis), or let a condition that has led here remember it: `… or pre(on)`");
}

void explain_cascade(const CompiledModel& model, const SimulationEnd& end,
                     Diagnostics& diagnostics) {
  Diagnostic& error = report_cycle(
      model, end, fmt::format("the events at t = {:.9g} do not come to an end", end.time),
      diagnostics);
  list_cycle(model, end, "the last of 100000 are", error);
  error.suggest(
      "what depends on its own `pre` changes until it agrees with it: let it change in a `when` "
      "clause, which fires once for each event");
}

struct Impossible {
  Code code;
  std::string message;
};

Impossible headline(const SimulationEnd& end) {
  const bool is_cut_off = end.cause == UnsettledCause::too_many_candidates;
  const bool are_all_contradictory = std::all_of(
      end.tried.begin(), end.tried.end(), [](const TriedMode& tried) { return !tried.failure; });
  if (is_cut_off) {
    return {codes::search_cut_off,
            fmt::format("no mode was found at t = {:.9g} among the nearest {} that were tried",
                        end.time, end.tried_count)};
  }
  if (are_all_contradictory) {
    return {codes::no_consistent_mode,
            fmt::format(
                "none of the modes that were tried is consistent with its own conditions at t = "
                "{:.9g}",
                end.time)};
  }
  return {codes::no_possible_way,
          fmt::format("none of the modes that were tried is possible at t = {:.9g}", end.time)};
}

// A mode that cannot be entered was tried in place of those that contradict themselves, and nothing
// has asked for it: it is not blamed.
void explain_no_mode(const CompiledModel& model, const SimulationEnd& end,
                     Diagnostics& diagnostics) {
  const Impossible what = headline(end);
  Diagnostic& error = diagnostics.error(what.code, {}, what.message);
  mark_contradictions(model, end, error);
  list_tried_modes(model, end, nullptr, error);
  if (what.code == codes::no_consistent_mode) {
    error.suggest(
        "let the conditions depend on what does not jump with them, or say what holds between the "
        "two: an equation for the boundary itself");
  } else if (what.code == codes::no_possible_way) {
    error.suggest(
        "look first at the conditions that contradict what follows from them: the modes that "
        "cannot "
        "be entered were only tried in their place");
  } else {
    error.suggest(
        "fewer conditions that depend on what they decide, or start values nearer to the mode that "
        "is meant, make the search shorter");
  }
}

// s = 0, b = 1, …
std::string values_before(const SimulationEnd& end, const std::vector<std::string>& names) {
  std::vector<std::string> before;
  for (std::size_t i = 0; i < end.values.size() && i < most_shown_equations; ++i) {
    before.push_back(fmt::format("{} = {}", names[i], end.values[i]));
  }
  return fmt::format("{}{}", fmt::join(before, ", "),
                     end.values.size() > before.size() ? ", …" : "");
}

std::string tried_text(std::size_t count) {
  const bool are_all_tried = count < 31 && (1 << count) - 1 <= kMostCandidates;
  if (are_all_tried) return "with every combination one of them is violated, or is at once";
  return fmt::format("the {} nearest combinations of 2^{} were tried", kMostCandidates, count);
}

}  // namespace

void explain_unsettled(const CompiledModel& model, const SimulationEnd& end,
                       Diagnostics& diagnostics) {
  switch (end.cause) {
    case UnsettledCause::cycle:
      return explain_cycle(model, end, diagnostics);
    case UnsettledCause::too_many_micro_steps:
      return explain_cascade(model, end, diagnostics);
    case UnsettledCause::no_mode:
    case UnsettledCause::too_many_candidates:
      return explain_no_mode(model, end, diagnostics);
  }
}

void explain_infeasible(const CompiledModel& model, const SimulationEnd& end,
                        Diagnostics& diagnostics) {
  std::vector<std::string> names;
  for (const VariableId id : end.variables) names.push_back(name_of(model, id));
  Diagnostic& error =
      diagnostics.error(codes::inequalities_infeasible, model.hybrid.surfaces[end.surfaces[0]].span,
                        fmt::format("no values of `{}` satisfy the inequalities after t = {:.9g}",
                                    fmt::join(names, "`, `"), end.time));
  error.mark("one of the inequalities that determine them");
  for (std::size_t i = 1; i < end.surfaces.size() && i < most_shown_equations; ++i) {
    error.also(model.hybrid.surfaces[end.surfaces[i]].span, "another one");
  }
  error.note(fmt::format("before: `{}`", values_before(end, names)))
      .note(fmt::format("{}; the results up to there are kept", tried_text(end.variables.size())))
      .suggest(
          "look for a bound that cannot be kept, or for values that violate it already; if the "
          "motion "
          "should stay on the boundary, write that as a further choice of the binary unknowns");
}

void explain_zeno(const CompiledModel& model, const SimulationEnd& end, Diagnostics& diagnostics) {
  const SurfaceSource& surface = model.hybrid.surfaces[end.surfaces[0]];
  Diagnostic& error = diagnostics.error(
      codes::zeno, surface.span,
      fmt::format("the events of `{}` accumulate at t = {:.9g}", surface.text, end.time));
  error.mark("crossed ever more often").note("the results up to there are kept");
  if (end.could_not_go_on) {
    error.note("no motion along the boundary follows from the equations: the run cannot go on");
  } else {
    error.suggest("`--zeno continue` goes on from there, along the boundary, if that is possible");
  }
  error.suggest("let the motion end: a mode in which it rests, entered below a small speed");
}

}  // namespace saltus
