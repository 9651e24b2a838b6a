#include "saltus/driver/explain_event_end.h"

#include <fmt/format.h>

#include <map>
#include <set>

#include "saltus/driver/blamed_block.h"
#include "saltus/driver/mode_text.h"
#include "saltus/driver/run_names.h"
#include "saltus/runtime/simulate/switching_search.h"

namespace saltus {
namespace {

// The modes that repeat at one instant, or were tried.
void list_modes(const CompiledModel& model, const SimulationEnd& end, std::string_view title,
                Diagnostic& error) {
  constexpr std::size_t shown = 8;
  if (end.cycle.empty()) return;
  std::string text(title);
  for (std::size_t i = 0; i < end.cycle.size() && i < shown; ++i) {
    const std::string mode = mode_text(model.system, end.cycle[i]);
    text += fmt::format("{}`{}`", i == 0 ? " " : ", then ", mode.empty() ? "the same" : mode);
  }
  if (end.cycle.size() > shown) text += fmt::format(" and {} more", end.cycle.size() - shown);
  error.note(text);
}

// The conditions that do not have one value in all modes of a cycle, in the order of the text.
std::vector<SourceSpan> alternating_conditions(const CompiledModel& model,
                                               const SimulationEnd& end) {
  std::map<std::uint32_t, bool> first_value;
  std::set<std::uint32_t> alternating;
  for (const auto& mode : end.cycle) {
    for (const GuardValue& value : mode) {
      const auto [known, is_new] = first_value.emplace(value.guard, value.value);
      if (!is_new && known->second != value.value) alternating.insert(value.guard);
    }
  }
  std::vector<SourceSpan> spans;
  for (const std::uint32_t guard : alternating)
    spans.push_back(model.system.guards[GuardId(guard)].span);
  return spans;
}

std::vector<SourceSpan> unsettled_conditions(const CompiledModel& model, const SimulationEnd& end) {
  if (end.surfaces.empty()) return alternating_conditions(model, end);
  std::vector<SourceSpan> spans;
  for (const auto surface : end.surfaces) spans.push_back(model.hybrid.surfaces[surface].span);
  return spans;
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
  if (are_all_tried) return "every combination leads across a boundary at once";
  return fmt::format("the {} nearest combinations of 2^{} were tried", kMostCandidates, count);
}

}  // namespace

void explain_unsettled(const CompiledModel& model, const SimulationEnd& end,
                       Diagnostics& diagnostics) {
  const std::vector<SourceSpan> conditions = unsettled_conditions(model, end);
  Diagnostic& error = diagnostics.error(
      codes::events_unsettled, conditions.empty() ? SourceSpan{} : conditions[0],
      fmt::format("the event iteration at t = {:.9g} does not converge", end.time));
  if (!conditions.empty()) error.mark("asks for the other side in each of them");
  for (std::size_t i = 1; i < conditions.size() && i < most_shown_equations; ++i) {
    error.also(conditions[i], "and this one");
  }
  list_modes(model, end, "modes:", error);
  error
      .note(end.cycle.size() > 1 ? "they follow each other without end"
                                 : "no mode is consistent with its own conditions here")
      .suggest(
          "let the conditions depend on what does not jump with them; where they remember "
          "(`pre`, `edge`, `when`), let the conditions of two modes overlap (hysteresis)");
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
          "if the motion should stay on the boundary, write that as a further choice of "
          "the binary unknowns; otherwise look for a bound that cannot be kept");
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
