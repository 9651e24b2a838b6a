#include "saltus/driver/explain_mode_end.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

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

// Which others were tried, if the mode at fault was not the only choice.
void note_others(const CompiledModel& model, const SimulationEnd& end, Diagnostic& error) {
  if (end.tried.size() < 2) return;
  error.note("it is one of the modes that were tried; none of the others is possible:");
  list_tried_modes(model, end, &end.mode, error);
}

void explain_inactive_if(const CompiledModel& model, const IfWithoutElse& inactive,
                         const SimulationEnd& end, Diagnostics& diagnostics) {
  Diagnostic& error =
      diagnostics.error(codes::no_active_branch, inactive.span,
                        fmt::format("no branch of this `if` is active at t = {:.9g}", end.time));
  mark_conditions(model, end, inactive.none_active, error);
  note_others(model, end, error);
  error.suggest("write an `else` with the equations that hold then");
}

SourceSpan condition_span(const CompiledModel& model, const GuardValue& value) {
  return model.system.guards[GuardId(value.guard)].span;
}

const char* condition_label(const GuardValue& value) {
  return value.value ? "true in this mode" : "false in this mode";
}

// What to do where a change fails.
const char* reset_advice(std::optional<ResetFault> fault) {
  switch (fault.value_or(ResetFault::singular)) {
    case ResetFault::never_consistent:
    case ResetFault::diverged:
      return "look whether the equations of the new mode can hold after this change at all; what "
             "is infinite during it, a force or a current, has to enter them linearly";
    case ResetFault::not_finite:
      return "look for a division by zero, a root or logarithm of a negative number, or an "
             "overflow "
             "in the equations of the new mode";
    case ResetFault::unbalanced:
    case ResetFault::cancellation:
      return "let what is infinite during the change, a force or a current, enter the equations "
             "linearly, or say with `reinit` in a `when` what the values after the change are";
    case ResetFault::singular:
    case ResetFault::undetermined:
    case ResetFault::interrupted:
      break;
  }
  return "say what happens at the change: `reinit` in a `when`, or an equation of the new mode "
         "that "
         "holds from then on";
}

}  // namespace

void explain_singular_mode(const CompiledModel& model, const SimulationEnd& end,
                           const Diagnostics& faults, Diagnostics& diagnostics) {
  const IfWithoutElse* inactive = find_inactive_if(model, end);
  const bool lacks = inactive != nullptr && lacks_equations(model, end);
  for (const Diagnostic& fault : faults.all()) diagnostics.add(fault);
  if (lacks) return explain_inactive_if(model, *inactive, end, diagnostics);
  const std::string mode = mode_text(model.system, end.mode);
  Diagnostic& error = diagnostics.error(
      codes::mode_singular, end.mode.empty() ? SourceSpan{} : condition_span(model, end.mode[0]),
      mode.empty() ? fmt::format("the run cannot go on at t = {:.9g}", end.time)
                   : fmt::format("the mode `{}` cannot be entered at t = {:.9g}", mode, end.time));
  if (!end.mode.empty()) error.mark(condition_label(end.mode[0]));
  for (std::size_t i = 1; i < end.mode.size() && i < most_shown_equations; ++i) {
    error.also(condition_span(model, end.mode[i]), condition_label(end.mode[i]));
  }
  error.note(fmt::format("its equations do not determine its unknowns{}",
                         faults.all().empty() ? "" : ", see above"));
  note_others(model, end, error);
  error.suggest(
      "give the mode the equations that it lacks; if it should never be reached, look at the "
      "condition that has led there");
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
  const std::string mode = mode_text(model.system, end.mode);
  Diagnostic& error =
      report_block(model, end, codes::reset_failed,
                   fmt::format("the change to {} at t = {:.9g} fails: {}",
                               mode.empty() ? "the next mode" : fmt::format("the mode `{}`", mode),
                               end.time, end.reset_fault ? reset_fault_text(*end.reset_fault) : ""),
                   false, diagnostics);
  error.note(fmt::format("unknowns: {}", join_names(unknown_names(model, end))));
  note_others(model, end, error);
  error.suggest(reset_advice(end.reset_fault));
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
