#include "saltus/driver/explain_mode_end.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "saltus/compiler/modes/select_mode.h"
#include "saltus/compiler/structure/resolve_cancellations.h"
#include "saltus/driver/blamed_block.h"
#include "saltus/driver/mode_text.h"
#include "saltus/driver/run_names.h"

namespace saltus {
namespace {

bool value_of(const SimulationEnd& end, GuardId guard) {
  const auto found = std::find_if(end.mode.begin(), end.mode.end(), [&](const GuardValue& value) {
    return value.guard == guard.index();
  });
  return found != end.mode.end() && found->value;
}

// The conditions of what is inactive, each once, where it is written.
void mark_conditions(const CompiledModel& model, const SimulationEnd& end,
                     const std::vector<GuardLiteral>& literals, Diagnostic& error) {
  std::set<std::uint32_t> known;
  for (const GuardLiteral literal : literals) {
    if (!known.insert(literal.guard.index()).second) continue;
    error.also(model.system.guards[literal.guard].span,
               value_of(end, literal.guard) ? "true here" : "false here");
  }
}

// The if-equation without `else` of which no branch is active in the mode.
const IfWithoutElse* find_inactive_if(const CompiledModel& model, const SimulationEnd& end) {
  const auto is_known = [&](GuardLiteral literal) {
    const GuardValue wanted{literal.guard.index(), literal.value};
    return std::find(end.mode.begin(), end.mode.end(), wanted) != end.mode.end();
  };
  const auto found =
      std::find_if(model.system.ifs_without_else.begin(), model.system.ifs_without_else.end(),
                   [&](const auto& each) {
                     return std::all_of(each.none_active.begin(), each.none_active.end(), is_known);
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

void explain_inactive_if(const CompiledModel& model, const IfWithoutElse& inactive,
                         const SimulationEnd& end, const Diagnostics& faults,
                         Diagnostics& diagnostics) {
  Diagnostic& error =
      diagnostics.error(codes::no_active_branch, inactive.span,
                        fmt::format("no branch of this `if` is active at t = {:.9g}", end.time));
  mark_conditions(model, end, inactive.none_active, error);
  for (const Diagnostic& fault : faults.all()) error.note(fault.message);
  error.suggest("write an `else` with the equations that hold then");
}

SourceSpan condition_span(const CompiledModel& model, const GuardValue& value) {
  return model.system.guards[GuardId(value.guard)].span;
}

const char* condition_label(const GuardValue& value) {
  return value.value ? "true in this mode" : "false in this mode";
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
    case ResetFault::unbalanced:
      return "its equations do not hold for what is infinite during the change, and are not linear "
             "with constant factors";
    case ResetFault::interrupted:
      return "it was interrupted";
    case ResetFault::cancellation:
      return "equations whose highest derivatives cancel each other do not hold before it, and are "
             "not linear with constant factors";
  }
  return "";
}

}  // namespace

void explain_singular_mode(const CompiledModel& model, const SimulationEnd& end,
                           const Diagnostics& faults, Diagnostics& diagnostics) {
  const IfWithoutElse* inactive = find_inactive_if(model, end);
  if (inactive != nullptr && lacks_equations(model, end)) {
    return explain_inactive_if(model, *inactive, end, faults, diagnostics);
  }
  for (const Diagnostic& fault : faults.all()) diagnostics.add(fault);
  Diagnostic& error = diagnostics.error(
      codes::mode_singular, end.mode.empty() ? SourceSpan{} : condition_span(model, end.mode[0]),
      fmt::format("the mode `{}` cannot be entered at t = {:.9g}",
                  mode_text(model.system, end.mode), end.time));
  if (!end.mode.empty()) error.mark(condition_label(end.mode[0]));
  for (std::size_t i = 1; i < end.mode.size() && i < most_shown_equations; ++i) {
    error.also(condition_span(model, end.mode[i]), condition_label(end.mode[i]));
  }
  error.note("its equations do not determine its unknowns, see above");
}

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

void explain_inactive_substitution(const CompiledModel& model, const FlatSubstitution& substitution,
                                   const SimulationEnd& end, Diagnostics& diagnostics) {
  std::vector<GuardLiteral> literals;
  for (const SubstitutionBranch& branch : substitution.branches) {
    literals.insert(literals.end(), branch.active_if.begin(), branch.active_if.end());
  }
  Diagnostic& error =
      diagnostics.error(codes::no_active_branch, substitution.branches.front().span,
                        fmt::format("no branch of the substitution of `{}` is active at t = {:.9g}",
                                    model.system.variables[substitution.variable].name, end.time));
  mark_conditions(model, end, literals, error);
  error.note("the results end here").suggest("write an `else`, or conditions that leave no gap");
}

void explain_failed_reset(const CompiledModel& model, const SimulationEnd& end,
                          Diagnostics& diagnostics) {
  report_block(model, end, codes::reset_failed,
               fmt::format("the change to the mode `{}` at t = {:.9g} fails: {}",
                           mode_text(model.system, end.mode), end.time,
                           end.reset_fault ? reset_fault_text(*end.reset_fault) : ""),
               false, diagnostics)
      .note(fmt::format("unknowns: {}", join_names(unknown_names(model, end))))
      .suggest(
          "say what happens at the change: `reinit` in a `when`, or an equation of the new "
          "mode that holds from then on");
}

void explain_undetermined_state(const CompiledModel& model, const SimulationEnd& end,
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

}  // namespace saltus
