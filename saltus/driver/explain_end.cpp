#include "saltus/driver/explain_end.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "saltus/compiler/modes/select_mode.h"
#include "saltus/compiler/structure/resolve_cancellations.h"
#include "saltus/driver/mode_text.h"
#include "saltus/driver/run_names.h"
#include "saltus/runtime/simulate/switching_search.h"

namespace saltus {

namespace {

constexpr std::size_t kShownEquations = 6;

const WhenAction& when_action(const CompiledModel& model, std::uint32_t index) {
  const WhenActionCode& code = model.executable.discrete.actions[index];
  return model.system.whens[code.clause].branches[code.branch].actions[code.source];
}

SourceSpan when_action_span(const CompiledModel& model, std::uint32_t index) {
  return std::visit([](const auto& action) { return action.span; }, when_action(model, index));
}

struct AssertionText {
  std::string message;
  SourceSpan span;
};

AssertionText when_assertion(const CompiledModel& model, std::uint32_t index) {
  const auto& assertion = std::get<WhenAssert>(when_action(model, index));
  return {assertion.message, assertion.span};
}

std::string times(int count) {
  if (count == 1) return "once";
  if (count == 2) return "twice";
  return fmt::format("{} times", count);
}

std::string role_of(const BlamedEquation& blamed, bool with_residual) {
  std::string text = blamed.is_initial ? "initial equation" : "";
  if (blamed.differentiated > 0) {
    text +=
        fmt::format("{}differentiated {}", text.empty() ? "" : ", ", times(blamed.differentiated));
  }
  if (with_residual) {
    text += fmt::format("{}off by {:.3g}", text.empty() ? "" : ", ", std::fabs(blamed.residual));
  }
  return text;
}

std::string join_names(const std::vector<std::string>& names) {
  constexpr std::size_t shown = 12;
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < shown; ++i) {
    text += fmt::format("{}`{}`", i == 0 ? "" : ", ", names[i]);
  }
  if (names.size() > shown) text += fmt::format(" and {} more", names.size() - shown);
  return text;
}

std::string names_of(const CompiledModel& model, const std::vector<VariableId>& variables) {
  std::vector<std::string> names;
  for (const VariableId variable : variables) names.push_back(name_of(model, variable));
  return join_names(names);
}

// What a block solves for: x, der(x), …
std::vector<std::string> unknown_names(const CompiledModel& model, const SimulationEnd& end) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < end.variables.size(); ++i) {
    std::string name = name_of(model, end.variables[i]);
    const int order = i < end.orders.size() ? end.orders[i] : 0;
    for (int k = 0; k < order; ++k) name = "der(" + name + ")";
    names.push_back(std::move(name));
  }
  return names;
}

// An equation that fails in several of its derivatives is shown once, as written first.
std::vector<BlamedEquation> once_each(const SimulationEnd& end) {
  std::vector<BlamedEquation> kept;
  for (const BlamedEquation& blamed : end.blamed) {
    const bool is_known = std::any_of(kept.begin(), kept.end(), [&](const BlamedEquation& other) {
      return other.is_initial == blamed.is_initial && other.index == blamed.index;
    });
    if (!is_known) kept.push_back(blamed);
  }
  return kept;
}

// The error at the first equation of the block, the others as labels.
Diagnostic& blame(const CompiledModel& model, const SimulationEnd& end, Code code,
                  std::string message, bool with_residuals, Diagnostics& diagnostics) {
  const std::vector<BlamedEquation> blamed = once_each(end);
  const SourceSpan span = blamed.empty() ? SourceSpan{} : span_of(model, blamed[0]);
  Diagnostic& error = diagnostics.error(code, span, std::move(message));
  if (!blamed.empty()) error.mark(role_of(blamed[0], with_residuals));
  for (std::size_t i = 1; i < blamed.size() && i < kShownEquations; ++i) {
    error.also(span_of(model, blamed[i]), role_of(blamed[i], with_residuals));
  }
  if (blamed.size() > kShownEquations) {
    error.note(fmt::format("and {} more equations", blamed.size() - kShownEquations));
  }
  return error;
}

void explain_conflict(const CompiledModel& model, const SimulationEnd& end,
                      Diagnostics& diagnostics) {
  const bool has_initial = std::any_of(end.blamed.begin(), end.blamed.end(),
                                       [](const BlamedEquation& b) { return b.is_initial; });
  const bool has_conditions = has_initial || !end.fixed.empty();
  Diagnostic& error = blame(model, end, codes::start_conflict,
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
  std::string advice;
  if (!end.fixed.empty()) {
    advice = fmt::format("remove `fixed = true` from {}{}", end.fixed.size() > 1 ? "one of " : "",
                         names_of(model, end.fixed));
  }
  if (has_initial) {
    advice +=
        advice.empty() ? "remove one of the initial equations" : ", or remove the initial equation";
  }
  error.suggest(advice);
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

void explain_singular(const CompiledModel& model, const SimulationEnd& end,
                      Diagnostics& diagnostics) {
  Diagnostic& error = blame(model, end, codes::singular_jacobian,
                            fmt::format("these equations do not determine {} at t = {:.9g}",
                                        join_names(unknown_names(model, end)), end.time),
                            false, diagnostics);
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
  error.suggest(
      "a parameter that is zero here, a dead point of a mechanism, or a difference of unknowns "
      "that two equations share: give that difference a variable of its own");
}

bool value_of(const SimulationEnd& end, GuardId guard) {
  const auto found = std::find_if(end.mode.begin(), end.mode.end(), [&](const GuardValue& value) {
    return value.guard == guard.index();
  });
  return found != end.mode.end() && found->value;
}

// The conditions of what is closed, each once, where it is written.
void mark_conditions(const CompiledModel& model, const SimulationEnd& end,
                     const std::vector<GuardLiteral>& literals, Diagnostic& error) {
  std::set<std::uint32_t> known;
  for (const GuardLiteral literal : literals) {
    if (!known.insert(literal.guard.index()).second) continue;
    error.also(model.system.guards[literal.guard].span,
               value_of(end, literal.guard) ? "true here" : "false here");
  }
}

void explain_closed_substitution(const CompiledModel& model, const FlatSubstitution& substitution,
                                 const SimulationEnd& end, Diagnostics& diagnostics) {
  std::vector<GuardLiteral> literals;
  for (const SubstitutionBranch& branch : substitution.branches) {
    literals.insert(literals.end(), branch.active_if.begin(), branch.active_if.end());
  }
  Diagnostic& error =
      diagnostics.error(codes::no_guard_open, substitution.branches.front().span,
                        fmt::format("no branch of the substitution of `{}` is open at t = {:.9g}",
                                    model.system.variables[substitution.variable].name, end.time));
  mark_conditions(model, end, literals, error);
  error.note("the results end here").suggest("write an `else`, or conditions that leave no gap");
}

void explain_assertion(const CompiledModel& model, const SimulationEnd& end,
                       Diagnostics& diagnostics) {
  if (!end.is_when_assertion && model.system.assertions[end.assertion].of_substitution) {
    const std::size_t substitution = *model.system.assertions[end.assertion].of_substitution;
    return explain_closed_substitution(model, model.system.substitutions[substitution], end,
                                       diagnostics);
  }
  const AssertionText assertion =
      end.is_when_assertion ? when_assertion(model, end.action)
                            : AssertionText{model.system.assertions[end.assertion].message,
                                            model.system.assertions[end.assertion].span};
  diagnostics
      .error(codes::assertion_failed, assertion.span,
             fmt::format("assertion failed at t = {:.9g}: {}", end.time, assertion.message))
      .note("the results end here");
}

// The modes that repeat at one instant, or were tried in vain.
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

void explain_unsettled(const CompiledModel& model, const SimulationEnd& end,
                       Diagnostics& diagnostics) {
  const std::vector<SourceSpan> conditions = unsettled_conditions(model, end);
  Diagnostic& error = diagnostics.error(
      codes::events_unsettled, conditions.empty() ? SourceSpan{} : conditions[0],
      fmt::format("the changes of mode at t = {:.9g} do not come to an end", end.time));
  if (!conditions.empty()) error.mark("asks for the other side in each of them");
  for (std::size_t i = 1; i < conditions.size() && i < kShownEquations; ++i) {
    error.also(conditions[i], "and this one");
  }
  list_modes(model, end, "modes:", error);
  error
      .note(end.cycle.size() > 1 ? "they follow each other without end"
                                 : "no mode agrees with its own conditions here")
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
  for (std::size_t i = 1; i < end.surfaces.size() && i < kShownEquations; ++i) {
    error.also(model.hybrid.surfaces[end.surfaces[i]].span, "another one");
  }
  std::vector<std::string> before;
  for (std::size_t i = 0; i < end.values.size() && i < kShownEquations; ++i) {
    before.push_back(fmt::format("{} = {}", names[i], end.values[i]));
  }
  error.note(fmt::format("before: `{}{}`", fmt::join(before, ", "),
                         end.values.size() > before.size() ? ", …" : ""));
  const bool are_all_tried =
      end.variables.size() < 31 && (1 << end.variables.size()) - 1 <= kMostCandidates;
  error
      .note(are_all_tried
                ? "every combination leads across a boundary at once; the results up to there are "
                  "kept"
                : fmt::format("the {} nearest combinations of 2^{} were tried; the results up to "
                              "there are kept",
                              kMostCandidates, end.variables.size()))
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

std::string reset_fault_text(ResetFault fault) {
  switch (fault) {
    case ResetFault::singular:
      return "its equations do not determine the values after the change";
    case ResetFault::diverged:
      return "the values after the change could not be found by Newton's iteration";
    case ResetFault::not_finite:
      return "a value after the change is not finite";
    case ResetFault::undetermined:
      return "no equation and no value before the change determines its new state";
    case ResetFault::never_consistent:
      return "no values after the change satisfy its equations";
    case ResetFault::cancellation:
      return "equations whose highest derivatives cancel each other do not hold before it, and are "
             "not linear with constant factors";
  }
  return "";
}

void explain_reset(const CompiledModel& model, const SimulationEnd& end, Diagnostics& diagnostics) {
  blame(model, end, codes::reset_failed,
        fmt::format("the change to the mode `{}` at t = {:.9g} has no result: {}",
                    mode_text(model.system, end.mode), end.time,
                    end.reset_fault ? reset_fault_text(*end.reset_fault) : ""),
        false, diagnostics)
      .note(fmt::format("unknowns: {}", join_names(unknown_names(model, end))))
      .suggest(
          "say what happens at the change: `reinit` in a `when`, or an equation of the new "
          "mode that holds from then on");
}

// The if-equation without `else` of which no branch is open in the mode.
const IfWithoutElse* find_closed_if(const CompiledModel& model, const SimulationEnd& end) {
  const auto is_known = [&](GuardLiteral literal) {
    const GuardValue wanted{literal.guard.index(), literal.value};
    return std::find(end.mode.begin(), end.mode.end(), wanted) != end.mode.end();
  };
  const auto found =
      std::find_if(model.system.ifs_without_else.begin(), model.system.ifs_without_else.end(),
                   [&](const auto& each) {
                     return std::all_of(each.none_open.begin(), each.none_open.end(), is_known);
                   });
  return found == model.system.ifs_without_else.end() ? nullptr : &*found;
}

bool has_guards(const Component& component, const std::vector<GuardValue>& mode) {
  return std::equal(
      component.guards.begin(), component.guards.end(), mode.begin(), mode.end(),
      [](GuardId guard, const GuardValue& value) { return guard.index() == value.guard; });
}

// Has the component at fault fewer equations in its mode than unknowns?
bool lacks_equations(const CompiledModel& model, const SimulationEnd& end) {
  const auto component =
      std::find_if(model.hybrid.components.begin(), model.hybrid.components.end(),
                   [&](const Component& each) { return has_guards(each, end.mode); });
  if (component == model.hybrid.components.end()) return false;
  const auto active =
      std::count_if(component->equations.begin(), component->equations.end(), [&](EquationId id) {
        const std::vector<GuardLiteral>& literals = model.system.equations[id].active_if;
        return std::all_of(literals.begin(), literals.end(), [&](GuardLiteral literal) {
          return value_of(end, literal.guard) == literal.value;
        });
      });
  return static_cast<std::size_t>(active) < component->variables.size();
}

void explain_closed_if(const CompiledModel& model, const IfWithoutElse& closed,
                       const SimulationEnd& end, const Diagnostics& faults,
                       Diagnostics& diagnostics) {
  Diagnostic& error =
      diagnostics.error(codes::no_guard_open, closed.span,
                        fmt::format("no branch of this `if` is open at t = {:.9g}", end.time));
  mark_conditions(model, end, closed.none_open, error);
  for (const Diagnostic& fault : faults.all()) error.note(fault.message);
  error.suggest("write an `else` with the equations that hold then");
}

void explain_singular_mode(const CompiledModel& model, const SimulationEnd& end,
                           const Diagnostics& faults, Diagnostics& diagnostics) {
  const IfWithoutElse* closed = find_closed_if(model, end);
  if (closed != nullptr && lacks_equations(model, end)) {
    return explain_closed_if(model, *closed, end, faults, diagnostics);
  }
  for (const Diagnostic& fault : faults.all()) diagnostics.add(fault);
  const auto condition_span = [&](const GuardValue& value) {
    return model.system.guards[GuardId(value.guard)].span;
  };
  const auto condition_label = [](const GuardValue& value) {
    return value.value ? "true in this mode" : "false in this mode";
  };
  Diagnostic& error = diagnostics.error(
      codes::mode_singular, end.mode.empty() ? SourceSpan{} : condition_span(end.mode[0]),
      fmt::format("the mode `{}` cannot be entered at t = {:.9g}",
                  mode_text(model.system, end.mode), end.time));
  if (!end.mode.empty()) error.mark(condition_label(end.mode[0]));
  for (std::size_t i = 1; i < end.mode.size() && i < kShownEquations; ++i) {
    error.also(condition_span(end.mode[i]), condition_label(end.mode[i]));
  }
  error.note("its equations do not determine its unknowns, see above");
}

// What the structural analysis says against a mode of a component; nothing if it is sound.
Diagnostics faults_of_mode(const CompiledModel& model, const std::vector<GuardValue>& values) {
  Diagnostics faults;
  FlatSystem copy = model.system;  // to which the equations of the mode are added
  Mode mode(model.system.guards.size(), false);
  for (const GuardValue& value : values) mode[GuardId(value.guard)] = value.value;
  for (const Component& component : model.hybrid.components) {
    if (!has_guards(component, values)) continue;
    ModeSystem equations = select_mode(copy, model.hybrid, component, mode, Phase::run);
    resolve_cancellations(copy, equations, faults);
  }
  return faults;
}

// No mode that was tried agrees with its own conditions. Where one of them was not entered
// because it is singular, that is the reason.
bool explain_singular_candidate(const CompiledModel& model, const SimulationEnd& end,
                                Diagnostics& diagnostics) {
  for (const std::vector<GuardValue>& mode : end.cycle) {
    const Diagnostics faults = faults_of_mode(model, mode);
    if (faults.all().empty()) continue;
    SimulationEnd in_mode = end;
    in_mode.mode = mode;
    explain_singular_mode(model, in_mode, faults, diagnostics);
    return true;
  }
  return false;
}

void explain_reinit(const CompiledModel& model, const SimulationEnd& end,
                    Diagnostics& diagnostics) {
  Diagnostic& error = diagnostics.error(codes::reinit_failed, when_action_span(model, end.action),
                                        fmt::format("`reinit` of {} is not possible at t = {:.9g}",
                                                    names_of(model, end.variables), end.time));
  error.mark("fired here");
  if (!end.mode.empty())
    error.note(fmt::format("in the mode `{}`", mode_text(model.system, end.mode)));
  error.suggest(
      "a value can be set where it is state: not if an equation of the mode determines "
      "it, and only to a finite number");
}

void explain_undetermined(const CompiledModel& model, const SimulationEnd& end,
                          Diagnostics& diagnostics) {
  const std::string name = unknown_names(model, end)[0];
  diagnostics
      .error(codes::state_undetermined, span_of(model, end.variables[0]),
             fmt::format("nothing determines `{}` when the mode `{}` is entered at t = {:.9g}",
                         name, mode_text(model.system, end.mode), end.time))
      .mark("becomes a state there")
      .note("without --strict it takes its left limit")
      .suggest(fmt::format("set it in a `when` clause: `reinit({}, …)`", name));
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

void explain_undefined_relation(const CompiledModel& model, const SimulationEnd& end,
                                Diagnostics& diagnostics) {
  const SurfaceSource& surface = model.hybrid.surfaces[end.surfaces.front()];
  Diagnostic& error =
      diagnostics.error(codes::left_domain, surface.span,
                        fmt::format("`{}` compares something that is not a number at t = {:.9g}",
                                    surface.text, end.time));
  error.mark("neither true nor false");
  if (!end.mode.empty())
    error.note(fmt::format("in the mode `{}`", mode_text(model.system, end.mode)));
  error.suggest(
      "look for a root or logarithm of a negative number, or for 0/0, on either side of the "
      "relation");
}

// Where a node of the discrete system is written.
SourceSpan node_span(const CompiledModel& model, const DiscreteNode& node) {
  const FlatSystem& system = model.system;
  switch (node.kind) {
    case NodeKind::equation:
      for (const FlatEquation& equation : system.equations) {
        const Expr& left = system.pool[equation.left];
        if (left.op == Op::variable && left.variable() == VariableId(node.target)) {
          return equation.span;
        }
      }
      return system.variables[VariableId(node.target)].span;
    case NodeKind::guard:
      return system.guards[GuardId(node.target)].span;
    case NodeKind::when_action:
      return when_action_span(model, node.target);
    case NodeKind::assertion:
      return system.assertions[node.target].span;
    case NodeKind::when_clause:
      return {};
  }
  return {};
}

void explain_discrete(const CompiledModel& model, const SimulationEnd& end,
                      Diagnostics& diagnostics) {
  const FlatSystem& system = model.system;
  const DiscreteSystem& discrete = model.executable.discrete;
  const DiscreteNode& node = discrete.nodes[end.node];
  std::string what = "a condition";
  if (node.kind == NodeKind::equation) {
    what = fmt::format("`{}`", system.variables[VariableId(node.target)].name);
  } else if (node.kind == NodeKind::when_action) {
    const VariableId target(discrete.actions[node.target].target);
    what = fmt::format("`{}`", system.variables[target].name);
  }
  diagnostics
      .error(codes::left_domain, node_span(model, node),
             fmt::format("the value of {} is not finite at t = {:.9g}", what, end.time))
      .mark("evaluated at this event")
      .note("the results up to there are kept")
      .suggest(
          "look for a division by zero, a root or logarithm of a negative number, or an overflow");
}

void explain_failure(const CompiledModel& model, const Diagnostics& faults,
                     const SimulationEnd& end, Diagnostics& diagnostics) {
  switch (end.reason) {
    case EndReason::reached_stop_time:
      return;
    case EndReason::start_conflict:
      return explain_conflict(model, end, diagnostics);
    case EndReason::start_not_found:
      blame(model, end, codes::start_not_found,
            "no consistent start was found near the start values", true, diagnostics)
          .note(fmt::format("unknowns: {}", join_names(unknown_names(model, end))))
          .suggest("give start values nearer to a solution");
      return;
    case EndReason::singular_jacobian:
      return explain_singular(model, end, diagnostics);
    case EndReason::newton_diverged:
      blame(model, end, codes::newton_diverged,
            fmt::format("Newton's iteration for {} diverged at t = {:.9g}",
                        join_names(unknown_names(model, end)), end.time),
            false, diagnostics)
          .suggest("the equations may have no solution beyond this time");
      return;
    case EndReason::value_not_finite:
      if (!end.surfaces.empty()) return explain_undefined_relation(model, end, diagnostics);
      blame(model, end, codes::left_domain,
            fmt::format("a value is not finite at t = {:.9g}", end.time), false, diagnostics)
          .note(fmt::format("unknowns: {}", join_names(unknown_names(model, end))))
          .suggest(
              "look for a division by zero, a root or logarithm of a negative number, or a "
              "root at zero, which has no derivative");
      return;
    case EndReason::discrete_not_finite:
      return explain_discrete(model, end, diagnostics);
    case EndReason::step_too_small:
      explain_small_step(model, end, diagnostics);
      return;
    case EndReason::too_many_steps:
      diagnostics.error(codes::too_many_steps, {},
                        fmt::format("the limit of steps was reached at t = {:.9g}", end.time));
      return;
    case EndReason::assertion_failed:
      return explain_assertion(model, end, diagnostics);
    case EndReason::mode_singular:
      return explain_singular_mode(model, end, faults, diagnostics);
    case EndReason::reset_failed:
      return explain_reset(model, end, diagnostics);
    case EndReason::state_undetermined:
      return explain_undetermined(model, end, diagnostics);
    case EndReason::reinit_failed:
      return explain_reinit(model, end, diagnostics);
    case EndReason::events_unsettled:
      if (explain_singular_candidate(model, end, diagnostics)) return;
      return explain_unsettled(model, end, diagnostics);
    case EndReason::inequalities_infeasible:
      return explain_infeasible(model, end, diagnostics);
    case EndReason::zeno:
      return explain_zeno(model, end, diagnostics);
    case EndReason::terminated:
    case EndReason::stopped:
      return;
    case EndReason::interrupted:
      diagnostics.error(codes::interrupted, {}, fmt::format("interrupted at t = {:.9g}", end.time))
          .note("the results up to there are kept");
      return;
  }
}

void warn_of_surfaces(const CompiledModel& model, const RunResult& result,
                      Diagnostics& diagnostics) {
  for (const SurfaceRemark& remark : result.remarks) {
    const SurfaceSource& surface = model.hybrid.surfaces[remark.surface];
    if (remark.kind == SurfaceRemarkKind::continues_after_zeno) {
      diagnostics
          .warning(codes::zeno_continued, surface.span,
                   fmt::format("the events of `{}` accumulate at t = {:.9g}; the run goes on there",
                               surface.text, remark.time))
          .mark("crossed ever more often, then held")
          .note(
              "what bounces rests there, what switches stays there with the mean of both sides, "
              "until something lifts it off");
    } else if (remark.kind == SurfaceRemarkKind::stays_as_written) {
      diagnostics
          .warning(codes::repelling_surface, surface.span,
                   fmt::format("the motion could go on otherwise at t = {:.9g}", remark.time))
          .mark("a side of this leads away, but what is written for the boundary itself stays")
          .note("taken: staying, until an event sets it free; no force does")
          .suggest(
              "leave out what holds at zero: with `sign(v)` the motion stays as long as both sides "
              "lead back, and no longer");
    } else if (remark.kind == SurfaceRemarkKind::repelling) {
      diagnostics
          .warning(codes::repelling_surface, surface.span,
                   fmt::format("the motion could go on otherwise at t = {:.9g}", remark.time))
          .mark("both sides of this lead away from the boundary")
          .note(
              "taken: the side that the relation itself says, or staying on the boundary if "
              "the motion slid along it")
          .suggest("begin beside the boundary, on the side that is meant");
    } else {
      diagnostics
          .warning(
              codes::mixture_of_equations, surface.span,
              fmt::format("sliding from t = {:.9g} on mixes equations, not motions", remark.time))
          .mark("the solution slides along this boundary")
          .note(
              "the two sides differ in a way that is not linear; Filippov's mixture of the "
              "motions may differ from this one")
          .suggest("let the sides differ in a value that enters linearly: a force, a flow");
    }
  }
}

// Once per equation: the first time its reset depended on the path.
void warn_of_path_dependence(const CompiledModel& model, const RunResult& result,
                             Diagnostics& diagnostics) {
  std::set<std::uint32_t> known;
  for (const MicroStep& step : result.remarkable) {
    for (const std::uint32_t equation : step.path_dependent) {
      if (!known.insert(equation).second) continue;
      diagnostics
          .warning(codes::path_dependent_reset, span_of(model, EquationId(equation)),
                   fmt::format("the jump at t = {:.9g} depends on how it is taken", step.time))
          .mark("the factor of an impulse jumps here")
          .note("taken: the factor before the jump (explicit difference)")
          .suggest("write the equation with factors that are continuous at the change");
    }
  }
}

// The conditions that changed, each where it is written, with their new value.
void mark_changed_conditions(const CompiledModel& model, const MicroStep& step,
                             Diagnostic& warning) {
  bool is_first = true;
  for (const GuardValue& after : step.to) {
    if (std::find(step.from.begin(), step.from.end(), after) != step.from.end()) continue;
    const std::string label = after.value ? "became true" : "became false";
    const SourceSpan span = model.system.guards[GuardId(after.guard)].span;
    if (is_first) {
      warning.span = span;
      warning.mark(label);
    } else {
      warning.also(span, label);
    }
    is_first = false;
  }
}

void warn_of_several_values(const CompiledModel& model, const MicroStep& step,
                            Diagnostics& diagnostics) {
  std::vector<std::string> taken;
  for (const MicroStep::Jump& jump : step.switched) {
    taken.push_back(fmt::format("{} = {}", model.system.variables[jump.variable].name, jump.right));
  }
  diagnostics
      .warning(codes::several_valuations, model.hybrid.surfaces[step.crossed[0]].span,
               fmt::format("at t = {:.9g} several values of the binary unknowns satisfy the "
                           "inequalities",
                           step.time))
      .mark("reaches its bound here")
      .note(fmt::format("taken: `{}`, one of those that change fewest", fmt::join(taken, ", ")))
      .suggest("write an inequality that rules out the values that are not meant");
}

void warn_of_several_valuations(const CompiledModel& model, const RunResult& result,
                                Diagnostics& diagnostics) {
  for (const MicroStep& step : result.remarkable) {
    if (step.is_unique) continue;
    if (!step.switched.empty() && !step.crossed.empty()) {
      return warn_of_several_values(model, step, diagnostics);
    }
    Diagnostic& warning = diagnostics.warning(
        codes::several_valuations, {},
        fmt::format("at t = {:.9g} several modes agree with their own conditions", step.time));
    mark_changed_conditions(model, step, warning);
    warning.note(fmt::format("taken: `{}`", mode_text(model.system, step.to)))
        .suggest("say which one is meant, for example by a condition with `pre`");
    return;
  }
}

}  // namespace

void explain_end(const CompiledModel& model, const Diagnostics& faults, const RunResult& result,
                 Diagnostics& diagnostics) {
  for (const AssertionWarning& warning : result.warnings) {
    const AssertionText assertion =
        warning.is_when_assertion
            ? when_assertion(model, warning.assertion)
            : AssertionText{model.system.assertions[warning.assertion].message,
                            model.system.assertions[warning.assertion].span};
    diagnostics.warning(codes::assertion_warning, assertion.span,
                        fmt::format("from t = {:.9g}: {}", warning.time, assertion.message));
  }
  warn_of_path_dependence(model, result, diagnostics);
  warn_of_several_valuations(model, result, diagnostics);
  warn_of_surfaces(model, result, diagnostics);
  explain_failure(model, faults, result.end, diagnostics);
}

}  // namespace saltus
