#include "saltus/driver/tried_modes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "saltus/compiler/flat/expr_names.h"
#include "saltus/compiler/modes/select_mode.h"
#include "saltus/compiler/structure/resolve_cancellations.h"
#include "saltus/driver/end_reason.h"
#include "saltus/driver/mode_text.h"
#include "saltus/foundation/expr/print_expr.h"

namespace saltus {
namespace {

constexpr std::size_t most_shown_modes = 4;
constexpr std::size_t most_shown_contradictions = 3;

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

std::string_view word_for(Side side) {
  return side == Side::positive ? "positive" : side == Side::negative ? "negative" : "zero";
}

// Of `a > b` the function `a - b`, where it is that: other variables may have been eliminated.
std::string function_text(const CompiledModel& model, const SurfaceSource& surface) {
  const FlatSystem& system = model.system;
  const std::string function = print_expr(system.pool, surface.function, expr_names(system));
  for (const std::string_view relation : {" >= ", " <= ", " > ", " < "}) {
    const std::size_t place = surface.text.find(relation);
    if (place == std::string::npos) continue;
    const std::string left = surface.text.substr(0, place);
    const std::string right = surface.text.substr(place + relation.size());
    if (function == left || function == fmt::format("{} - {}", left, right)) break;
    return fmt::format("the left side of `{}` minus the right one", surface.text);
  }
  return fmt::format("`{}`", function);
}

// `y - 0.5` is -0.5, not positive
std::string contradiction_text(const CompiledModel& model, const Contradiction& contradiction) {
  const std::string function = function_text(model, model.hybrid.surfaces[contradiction.surface]);
  const std::string_view assumed = word_for(contradiction.assumed);
  const std::string_view found = word_for(contradiction.found);
  if (contradiction.is_by_impulse) {
    return fmt::format("an impulse makes {} {}, not {}", function, found, assumed);
  }
  if (std::isnan(contradiction.value)) {
    return fmt::format("{} has no value there and becomes {}, not {}", function, found, assumed);
  }
  if (!contradiction.is_zero) {
    return fmt::format("{} is {:.4g}, not {}", function, contradiction.value, assumed);
  }
  if (contradiction.found == Side::zero) {
    return fmt::format("{} is and stays zero, not {}", function, assumed);
  }
  return fmt::format("{} is zero and becomes {}, not {}", function, found, assumed);
}

// The conditions in which a mode differs from others that were tried; all of it if there is none.
std::vector<GuardValue> distinctive(const SimulationEnd& end, const std::vector<GuardValue>& mode) {
  std::vector<GuardValue> kept;
  std::copy_if(mode.begin(), mode.end(), std::back_inserter(kept), [&](const GuardValue& value) {
    return std::any_of(end.tried.begin(), end.tried.end(), [&](const TriedMode& other) {
      return std::find(other.mode.begin(), other.mode.end(), value) == other.mode.end();
    });
  });
  return kept.empty() ? mode : kept;
}

// Why a mode is not the one that follows.
std::string why_not(const CompiledModel& model, const TriedMode& tried) {
  if (!tried.failure) {
    std::vector<std::string> texts;
    for (const Contradiction& contradiction : tried.contradictions) {
      if (texts.size() == most_shown_contradictions) break;
      texts.push_back(contradiction_text(model, contradiction));
    }
    const std::size_t hidden = tried.contradictions.size() - texts.size();
    return fmt::format("{}{}", fmt::join(texts, "; "),
                       hidden == 0 ? "" : fmt::format("; and {} more", hidden));
  }
  if (tried.failure == EndReason::mode_singular) {
    return "its equations do not determine its unknowns";
  }
  if (tried.reset_fault) return reset_fault_text(*tried.reset_fault);
  if (tried.failure == EndReason::start_conflict) {
    return "fixed start values contradict its equations";
  }
  if (tried.failure == EndReason::start_not_found) {
    return "no consistent values are found near the start values";
  }
  return std::string(end_reason_text(*tried.failure));
}

}  // namespace

bool has_guards(const Component& component, const std::vector<GuardValue>& mode) {
  return std::equal(
      component.guards.begin(), component.guards.end(), mode.begin(), mode.end(),
      [](GuardId guard, const GuardValue& value) { return guard.index() == value.guard; });
}

Diagnostics reasons_of(const CompiledModel& model, const ModeReasons& reasons,
                       const std::vector<GuardValue>& mode) {
  Diagnostics faults = faults_of_mode(model, mode);
  if (!faults.has_errors() || !reasons) return faults;
  Diagnostics better = reasons(mode);
  return better.has_errors() ? better : faults;
}

void list_tried_modes(const CompiledModel& model, const SimulationEnd& end,
                      const std::vector<GuardValue>* except, Diagnostic& error) {
  std::size_t shown = 0;
  for (const TriedMode& tried : end.tried) {
    const bool is_known = except != nullptr && tried.mode == *except;
    if (is_known || shown == most_shown_modes) continue;
    ++shown;
    const std::string mode = mode_text(model.system, distinctive(end, tried.mode));
    error.note(mode.empty() ? why_not(model, tried)
                            : fmt::format("in the mode `{}`: {}", mode, why_not(model, tried)));
  }
}

void note_mode(const CompiledModel& model, const SimulationEnd& end, Diagnostic& error) {
  const std::string mode = mode_text(model.system, end.mode);
  if (!mode.empty()) error.note(fmt::format("in the mode `{}`", mode));
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

}  // namespace saltus
