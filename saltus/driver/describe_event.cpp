#include "saltus/driver/describe_event.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <unordered_set>
#include <utility>

#include "saltus/compiler/structure/values.h"
#include "saltus/driver/end_reason.h"
#include "saltus/driver/mode_text.h"
#include "saltus/driver/run_names.h"
#include "saltus/foundation/diagnostics/words.h"

namespace saltus {
namespace {

EventLog::Blamed describe(const BlamedEquation& blamed, const CompiledModel& model,
                          const SourceText& source) {
  return {std::string(source.text(span_of(model, blamed))), blamed.differentiated, blamed.residual};
}

std::string method_name(const std::optional<ResetMethod>& method) {
  if (!method) return "continuous";
  switch (*method) {
    case ResetMethod::series:
      return "series";
    case ResetMethod::numeric_limit:
      return "numeric_limit";
    case ResetMethod::projection:
      return "projection";
  }
  return "";
}

EventLog::Crossed written_at(SourceSpan span, const SourceText& source) {
  return {std::string(source.text(span)), source.position(span.begin).line};
}

SourceSpan span_of_action(const FlatSystem& system, const WhenActionCode& code) {
  const WhenAction& action = system.whens[code.clause].branches[code.branch].actions[code.source];
  return std::visit([](const auto& written) { return written.span; }, action);
}

std::vector<HeldSurface> differing(const std::vector<HeldSurface>& values,
                                   const std::vector<HeldSurface>& others) {
  std::vector<HeldSurface> kept;
  for (const HeldSurface& value : values) {
    if (std::find(others.begin(), others.end(), value) == others.end()) kept.push_back(value);
  }
  return kept;
}

std::vector<GuardValue> differing(const std::vector<GuardValue>& values,
                                  const std::vector<GuardValue>& others) {
  const auto key = [](GuardValue value) { return std::uint64_t{value.guard} * 2 + value.value; };
  std::unordered_set<std::uint64_t> known;  // looked up only
  for (const GuardValue& value : others) known.insert(key(value));
  std::vector<GuardValue> kept;
  for (const GuardValue& value : values) {
    if (!known.contains(key(value))) kept.push_back(value);
  }
  return kept;
}

// One side of a change of mode: all of the mode, and what of it the other side has not.
struct ModeSide {
  const std::vector<GuardValue>& guards;
  const std::vector<HeldSurface>& held;
};
struct ModeTexts {
  std::string all, differing;
};

// Of a mode with many conditions what differs stands for all: an event would be as long as the
// model, and most of it the same each time.
ModeTexts mode_texts(const CompiledModel& model, ModeSide side, ModeSide other) {
  const FlatSystem& system = model.system;
  const std::vector<GuardValue> changed = differing(side.guards, other.guards);
  ModeTexts texts;
  texts.differing = mode_text(system, model.hybrid, changed, differing(side.held, other.held));
  if (side.guards.size() <= most_conditions_of_mode) {
    texts.all = mode_text(system, model.hybrid, side.guards, side.held);
    return texts;
  }
  texts.all = mode_text(system, model.hybrid, changed, side.held);
  texts.all += fmt::format("{}{} that do not change", texts.all.empty() ? "" : ", and ",
                           counted(side.guards.size() - changed.size(), "condition"));
  return texts;
}

// Binary unknowns belong to the name of a mode: `z1 == 0 -> z1 == 1`.
void add_switched(const MicroStep& step, const FlatSystem& system, EventLog::Event& event) {
  for (const MicroStep::Jump& jump : step.switched) {
    event.switched.push_back({system.variables[jump.variable].name, jump.left, jump.right});
    const auto add = [&](std::string& text, double value) {
      text += (text.empty() ? "" : ", ") +
              fmt::format("{} == {}", system.variables[jump.variable].name, value);
    };
    for (std::string* text : {&event.from, &event.left}) add(*text, jump.left);
    for (std::string* text : {&event.to, &event.entered}) add(*text, jump.right);
  }
}

constexpr std::size_t most_listed = 6;
// Modes with longer names are described by what changes in them.
constexpr std::size_t longest_mode = 40;

template <class Item, class Text>
std::string listed(const std::vector<Item>& items, Text text) {
  std::string line;
  for (std::size_t i = 0; i < items.size() && i < most_listed; ++i) {
    line += (i == 0 ? "" : ", ") + text(items[i]);
  }
  if (items.size() > most_listed) line += fmt::format(" and {} more", items.size() - most_listed);
  return line;
}

}  // namespace

EventLog::Event describe_event(const MicroStep& step, const CompiledModel& model,
                               const SourceText& source) {
  const FlatSystem& system = model.system;
  const ModeSide before{step.from, step.sliding_from}, after{step.to, step.sliding_to};
  ModeTexts from = mode_texts(model, before, after), to = mode_texts(model, after, before);
  EventLog::Event event{.time = step.time,
                        .micro_step = step.number,
                        .crossed = {},
                        .is_mode_change = step.is_mode_change,
                        .from = std::move(from.all),
                        .to = std::move(to.all),
                        .left = std::move(from.differing),
                        .entered = std::move(to.differing),
                        .index_before = step.index_before,
                        .index_after = step.index_after,
                        .freedom_before = step.freedom_before,
                        .freedom_after = step.freedom_after,
                        .jumps = {},
                        .switched = {},
                        .sliding = {},
                        .impulses = {},
                        .from_left_limit = {},
                        .fired = {},
                        .method = method_name(step.method),
                        .iterations = step.iterations,
                        .ticks = step.ticks,
                        .valuations = step.valuations,
                        .is_unique = step.is_unique};
  add_switched(step, system, event);
  for (const HeldSurface& held : step.sliding_to) {
    event.sliding.push_back(model.hybrid.surfaces[held.surface].text);
  }
  for (const SurfaceId surface : step.crossed) {
    const SurfaceSource& written = model.hybrid.surfaces[surface];
    event.crossed.push_back({written.text, source.position(written.span.begin).line});
  }
  for (const std::uint32_t clock : step.clocks) {
    const Clock& sample = model.executable.discrete.clocks[clock];
    const SourceSpan written = model.hybrid.clock_spans[clock];
    event.crossed.push_back({fmt::format("sample({}, {})", sample.start, sample.interval),
                             source.position(written.begin).line});
  }
  for (const MicroStep::Jump& jump : step.jumps) {
    const FlatVariable& variable = system.variables[jump.variable];
    if (!variable.is_hidden) event.jumps.push_back({variable.name, jump.left, jump.right});
  }
  for (const MicroStep::VariableImpulse& impulse : step.impulses) {
    event.impulses.push_back(
        {system.variables[impulse.variable].name, impulse.order, impulse.weights});
  }
  for (const MicroStep::Open& open : step.from_left_limit) {
    event.from_left_limit.push_back(value_name(system.variables[open.variable].name, open.order));
  }
  for (const std::uint32_t action : step.fired) {
    event.fired.push_back(
        written_at(span_of_action(system, model.executable.discrete.actions[action]), source));
  }
  return event;
}

std::string event_text(const EventLog::Event& event, std::string_view indent) {
  std::string text = fmt::format("{}t = {:<12.9g}", indent, event.time);
  if (event.is_mode_change) {
    const bool is_long = event.from.size() > longest_mode || event.to.size() > longest_mode;
    const std::string& from = is_long ? event.left : event.from;
    text += fmt::format(" {}{}-> {}", from, from.empty() ? "" : " ",
                        is_long ? event.entered : event.to);
  }
  if (!event.crossed.empty()) {
    text += " (" +
            listed(event.crossed,
                   [](const EventLog::Crossed& crossed) {
                     return crossed.line == 0
                                ? crossed.text
                                : fmt::format("{}, line {}", crossed.text, crossed.line);
                   }) +
            ")";
  } else if (event.micro_step > 0) {
    text += " (at once)";
  }
  text += '\n';
  if (!event.jumps.empty()) {
    text +=
        fmt::format("{}    jumps     ", indent) +
        listed(event.jumps,
               [](const EventLog::Jump& jump) {
                 return fmt::format("{} {:.6g} -> {:.6g}", jump.variable, jump.left, jump.right);
               }) +
        '\n';
  }
  if (!event.impulses.empty()) {
    text +=
        fmt::format("{}    impulses  ", indent) +
        listed(event.impulses,
               [](const EventLog::Impulse& impulse) {
                 const std::string order =
                     impulse.order == 1 ? "" : fmt::format(" of order {}", impulse.order);
                 return fmt::format("{} {:.6g}{}", impulse.variable, impulse.weights.back(), order);
               }) +
        '\n';
  }
  return text;
}

EventLog::End describe_end(const SimulationEnd& end, const CompiledModel& model,
                           const SourceText& source) {
  EventLog::End described{.reason = std::string(end_reason_name(end.reason)),
                          .time = end.time,
                          .equations = {},
                          .variables = {}};
  for (const BlamedEquation& blamed : end.blamed) {
    described.equations.push_back(describe(blamed, model, source));
  }
  for (const VariableId id : end.variables) described.variables.push_back(name_of(model, id));
  return described;
}

EventLog::Statistics describe_statistics(const Statistics& statistics) {
  return {{"events", statistics.events},
          {"micro_steps", statistics.micro_steps},
          {"cascades", statistics.cascades},
          {"mode_changes", statistics.mode_changes},
          {"switching_problems", statistics.switching_problems},
          {"candidates", statistics.candidates},
          {"resets", statistics.resets},
          {"modes_visited", statistics.modes},
          {"component_modes", statistics.component_modes},
          {"components", statistics.components},
          {"steps", statistics.steps},
          {"rejected_steps", statistics.rejected_steps},
          {"order", static_cast<std::uint64_t>(statistics.order)},
          {"smallest_step", statistics.smallest_step},
          {"largest_step", statistics.largest_step},
          {"largest_error", statistics.largest_error},
          {"largest_projection", statistics.largest_projection},
          {"expansions", statistics.expansions},
          {"factorizations", statistics.factorizations},
          {"newton_iterations", statistics.newton_iterations}};
}

}  // namespace saltus
