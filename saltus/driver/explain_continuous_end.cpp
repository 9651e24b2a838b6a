#include "saltus/driver/explain_continuous_end.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "saltus/driver/blamed_block.h"
#include "saltus/driver/run_names.h"

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
  if (!has_conditions) {
    error.suggest("no start values can satisfy all of them: look for an equation written twice");
    return;
  }
  error.suggest(conflict_advice(model, end, has_initial));
}

void explain_start_not_found(const CompiledModel& model, const SimulationEnd& end,
                             Diagnostics& diagnostics) {
  report_block(model, end, codes::start_not_found,
               "no consistent start was found near the start values", true, diagnostics)
      .note(fmt::format("unknowns: {}", join_names(unknown_names(model, end))))
      .suggest("give start values nearer to a solution");
}

void explain_singular_block(const CompiledModel& model, const SimulationEnd& end,
                            Diagnostics& diagnostics) {
  Diagnostic& error = report_block(model, end, codes::singular_jacobian,
                                   fmt::format("these equations do not determine {} at t = {:.9g}",
                                               join_names(unknown_names(model, end)), end.time),
                                   false, diagnostics);
  note_dependence(model, end, error);
  error.suggest(
      "a parameter that is zero here, a dead point of a mechanism, or a difference of unknowns "
      "that two equations share: give that difference a variable of its own");
}

void explain_divergence(const CompiledModel& model, const SimulationEnd& end,
                        Diagnostics& diagnostics) {
  report_block(model, end, codes::newton_diverged,
               fmt::format("Newton's iteration for {} diverged at t = {:.9g}",
                           join_names(unknown_names(model, end)), end.time),
               false, diagnostics)
      .suggest("the equations may have no solution beyond this time");
}

void explain_non_finite_value(const CompiledModel& model, const SimulationEnd& end,
                              Diagnostics& diagnostics) {
  report_block(model, end, codes::left_domain,
               fmt::format("a value is not finite at t = {:.9g}", end.time), false, diagnostics)
      .note(fmt::format("unknowns: {}", join_names(unknown_names(model, end))))
      .suggest(
          "look for a division by zero, a root or logarithm of a negative number, or a "
          "root at zero, which has no derivative");
}

void explain_small_step(const CompiledModel& model, const SimulationEnd& end,
                        Diagnostics& diagnostics) {
  const bool has_variable = !end.variables.empty();
  Diagnostic& error = diagnostics.error(
      codes::step_too_small, has_variable ? span_of(model, end.variables[0]) : SourceSpan{},
      fmt::format("the step became too small at t = {:.9g}", end.time));
  if (has_variable) error.mark("changes fastest");
  error.note("the results up to there are kept")
      .suggest("the solution may go to infinity there, or change faster than time resolves");
}

}  // namespace saltus
