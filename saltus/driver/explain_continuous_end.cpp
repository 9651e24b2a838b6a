#include "saltus/driver/explain_continuous_end.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "saltus/driver/blamed_block.h"
#include "saltus/driver/run_names.h"
#include "saltus/driver/tried_modes.h"

namespace saltus {
namespace {

std::string conflict_advice(const CompiledModel& model, const SimulationEnd& end,
                            bool has_initial) {
  std::string advice;
  if (!end.fixed.empty()) {
    advice = fmt::format("remove `fixed = true` from {}{}", end.fixed.size() > 1 ? "one of " : "",
                         names_of(model, end.fixed));
  }
  if (has_initial) {
    advice +=
        advice.empty() ? "remove one of the initial equations" : ", or remove the initial equation";
  }
  return advice;
}

// 0.5*a - b: the larger parts of a combination, in the model's terms.
template <class Name>
std::string combination(const std::vector<double>& factors, std::size_t count, Name name) {
  double largest = 0.0;
  for (std::size_t i = 0; i < count; ++i) largest = std::max(largest, std::fabs(factors[i]));
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    const double factor = factors[i] / largest;
    if (!(std::fabs(factor) > 1e-6)) continue;
    text += text.empty() ? (factor < 0 ? "-" : "") : (factor < 0 ? " - " : " + ");
    if (std::fabs(std::fabs(factor) - 1.0) > 1e-6)
      text += fmt::format("{:.3g}*", std::fabs(factor));
    text += name(i);
  }
  return text;
}

// The combination of unknowns that is not determined, and how many equations cancel each other.
void note_dependence(const CompiledModel& model, const SimulationEnd& end, Diagnostic& error) {
  if (end.undetermined.size() == end.variables.size() && !end.undetermined.empty()) {
    error.note("not determined: " +
               combination(end.undetermined, end.variables.size(), [&](std::size_t i) {
                 return fmt::format("`{}`", unknown_names(model, end)[i]);
               }));
  }
  if (end.cancelling.size() == end.blamed.size() && !end.cancelling.empty()) {
    const auto involved = std::count_if(end.cancelling.begin(), end.cancelling.end(),
                                        [](double factor) { return std::fabs(factor) > 1e-6; });
    if (involved > 1) {
      error.note(fmt::format("{} of these equations cancel each other in what they are solved for",
                             involved));
    }
  }
}

// In which mode the start was sought, and what the others were.
void note_start(const CompiledModel& model, const SimulationEnd& end, Diagnostic& error) {
  note_mode(model, end, error);
  if (end.tried.size() < 2) return;
  error.note("other modes were tried in vain:");
  list_tried_modes(model, end, &end.mode, error);
}

void suggest_left_limits(const SimulationEnd& end, Diagnostic& error) {
  if (!end.begins_from_left_limits) return;
  error.suggest(
      "`--start-from-left-limits` takes the start values as those just before the start: the run "
      "begins with the jump that follows, as of an impact or of a clutch that closes");
}

}  // namespace

void explain_start_conflict(const CompiledModel& model, const SimulationEnd& end,
                            Diagnostics& diagnostics) {
  const bool has_initial = std::any_of(end.blamed.begin(), end.blamed.end(),
                                       [](const BlamedEquation& b) { return b.is_initial; });
  const bool has_conditions = has_initial || !end.fixed.empty();
  Diagnostic& error =
      report_block(model, end, codes::start_conflict,
                   has_conditions ? "the start conditions contradict the equations"
                                  : "the equations contradict each other at the start",
                   true, diagnostics);
  for (const VariableId variable : end.fixed) {
    error.also(model.system.variables[variable].span,
               fmt::format("fixed at {}", model.system.variables[variable].start.value_or(0.0)));
  }
  if (end.fixed.size() == 1 && !end.values.empty()) {
    error.note(fmt::format("they ask for `{}` = {:.6g}", name_of(model, end.fixed.front()),
                           end.values.front()));
  }
  note_start(model, end, error);
  if (!has_conditions) {
    error.suggest(
        "no start values near these satisfy all of them: look for one that contradicts the others, "
        "or says the same twice");
    return;
  }
  error.suggest(conflict_advice(model, end, has_initial));
  suggest_left_limits(end, error);
}

void explain_start_not_found(const CompiledModel& model, const SimulationEnd& end,
                             Diagnostics& diagnostics) {
  Diagnostic& error =
      report_block(model, end, codes::start_not_found,
                   "no consistent start was found near the start values", true, diagnostics);
  error.note(fmt::format("unknowns: {}", join_names(unknown_names(model, end))));
  note_start(model, end, error);
  error.suggest(
      "give start values nearer to a solution; if there is none for the values that are fixed, "
      "leave one of them free");
}

void explain_singular_block(const CompiledModel& model, const SimulationEnd& end,
                            Diagnostics& diagnostics) {
  Diagnostic& error = report_block(model, end, codes::singular_jacobian,
                                   fmt::format("these equations do not determine {} at t = {:.9g}",
                                               join_names(unknown_names(model, end)), end.time),
                                   false, diagnostics);
  note_dependence(model, end, error);
  note_mode(model, end, error);
  error.suggest(
      "a parameter that is zero here, a dead point of a mechanism, or a difference of unknowns "
      "that two equations share: give that difference a variable of its own");
}

void explain_divergence(const CompiledModel& model, const SimulationEnd& end,
                        Diagnostics& diagnostics) {
  Diagnostic& error = report_block(model, end, codes::newton_diverged,
                                   fmt::format("Newton's iteration for {} diverged at t = {:.9g}",
                                               join_names(unknown_names(model, end)), end.time),
                                   false, diagnostics);
  note_mode(model, end, error);
  error.suggest(
      "the equations may have no solution from this time on: look at the last results, whether two "
      "solutions meet there");
}

void explain_non_finite_value(const CompiledModel& model, const SimulationEnd& end,
                              Diagnostics& diagnostics) {
  Diagnostic& error = report_block(model, end, codes::left_domain,
                                   fmt::format("a value is not finite at t = {:.9g}", end.time),
                                   false, diagnostics);
  error.note(fmt::format("unknowns: {}", join_names(unknown_names(model, end))));
  note_mode(model, end, error);
  error.suggest(
      "look for a division by zero, a root or logarithm of a negative number, a root at zero, "
      "which "
      "has no derivative, or a value that has grown beyond all numbers");
}

namespace {

// `x` = 4.5e+15 and `der(x)` = 2e+31 there
std::string rates_text(const CompiledModel& model, const SimulationEnd& end) {
  const std::string name = name_of(model, end.variables.front());
  std::string text = fmt::format("there `{}` = {:.2g}", name, end.values[0]);
  if (end.values.size() > 1) text += fmt::format(" and `der({})` = {:.2g}", name, end.values[1]);
  return text;
}

std::string small_step_text(const SimulationEnd& end) {
  if (end.is_too_slow) {
    return fmt::format("at t = {:.9g} the steps are so short that the run would take 10^12 of them",
                       end.time);
  }
  return fmt::format("{} at t = {:.9g}",
                     end.has_not_begun ? "no step leads on from where the motion begins"
                                       : "the step became too small",
                     end.time);
}

}  // namespace

void explain_small_step(const CompiledModel& model, const SimulationEnd& end,
                        Diagnostics& diagnostics) {
  Diagnostic& error =
      report_block(model, end, codes::step_too_small, small_step_text(end), false, diagnostics);
  const bool has_variable = !end.variables.empty();
  if (has_variable) {
    const std::string name = name_of(model, end.variables.front());
    if (end.blamed.size() == 1) {
      error.mark(fmt::format("says how `{}` changes, faster than anything else", name));
    } else {
      error.also(span_of(model, end.variables.front()), "changes fastest");
    }
  }
  if (has_variable && !end.values.empty()) error.note(rates_text(model, end));
  note_mode(model, end, error);
  error.note("the results up to there are kept");
  if (end.is_too_slow) {
    error.suggest(
        "leave the fast part of the motion out, give it damping that lets it end, or simulate a "
        "shorter time");
  } else if (end.has_not_begun) {
    error.suggest(
        "the solution may be singular there: begin beside that point, or say with an equation what "
        "holds at it");
  } else {
    error.suggest(
        "a value that grows without bound goes to infinity there; a derivative that does is the "
        "end "
        "of a solution, as at a dead point");
  }
}

}  // namespace saltus
