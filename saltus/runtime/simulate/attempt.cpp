#include "saltus/runtime/simulate/attempt.h"

#include <algorithm>
#include <utility>

#include "saltus/runtime/simulate/values_before_reinit.h"

namespace saltus {

namespace {

// Steps are counted again on values that earlier counts have changed, so often.
constexpr int kMostCounts = 20;

}  // namespace

Attempt::Attempt(RunState& run, PresentInstant& instant)
    : run_(run),
      instant_(instant),
      is_touched_(run.components.size(), 0),
      is_altered_(run.components.size(), 0),
      changes_(run.components.size()),
      reinits_(run.components.size()) {}

void Attempt::mark_touched(std::uint32_t component, bool is_altered) {
  if (is_altered) is_altered_[component] = 1;
  if (is_touched_[component]) return;
  is_touched_[component] = 1;
  touched_.push_back(component);
}

void Attempt::begin() {
  discrete_mark_ = run_.discrete.mark();
  held_mark_ = run_.held.mark();
  note_touched();
  verdict_.clear();
  configuration_.clear();
  confirmed_.clear();
}

void Attempt::note_touched() {
  touched_before_.clear();
  for (const std::uint32_t c : touched_) touched_before_.push_back({c, is_altered_[c] != 0});
}

void Attempt::forget_touched() {
  for (const std::uint32_t c : touched_) {
    is_touched_[c] = is_altered_[c] = 0;
    reinits_[c].clear();
  }
  touched_.clear();
}

void Attempt::undo() {
  run_.discrete.undo_to(discrete_mark_);
  run_.held.undo_to(held_mark_);
  // The steps of what was entered have begun anew, with values that are taken back: whatever is
  // kept has to enter it again.
  entered_.clear();
  for (const std::uint32_t c : touched_) {
    if (!instant_.is_evaluated(c)) continue;
    run_.components[c].return_to_left_limit();
    entered_.push_back(c);
  }
  forget_touched();
  for (const Touched& touched : touched_before_) {
    mark_touched(touched.component, touched.is_altered);
  }
  for (const std::uint32_t c : entered_) mark_touched(c, false);
  bounce_.clear();
}

void Attempt::keep() {
  forget_touched();
  given_.clear();
  from_outside_.clear();
  fired_before_.clear();
  begin();
}

const AttemptVerdict& Attempt::conclude(std::vector<Conflict> conflicts) {
  undo();
  configuration_.clear();
  verdict_.clear();
  is_concluded_ = true;
  // Whatever is found, even the present values, the sides are those of the motion that follows.
  for (const Conflict& conflict : conflicts) alter(run_.held.component_of(conflict.surface));
  note_touched();
  verdict_.conflicts = std::move(conflicts);
  return verdict_;
}

void Attempt::decide_surface(const SurfaceDecision& decision) {
  HeldSurfaces& held = run_.held;
  const bool is_held = held.holds(decision.surface);
  if (holds(decision.choice)) {
    const std::optional<double> share = share_of(decision.choice);
    const bool is_same = is_held && held.fixed_share(decision.surface) == share;
    if (is_held && !is_same) held.let_go(decision.surface);
    if (!is_same && share) held.hold_at_share(decision.surface, *share);
    if (!is_same && !share) held.hold(decision.surface);
  } else {
    if (is_held) held.let_go(decision.surface);
    if (decision.is_left) held.mark_left(decision.surface);
    run_.discrete.set_side(decision.surface.index(), side_of(decision.choice));
  }
  mark_touched(held.component_of(decision.surface), true);
}

void Attempt::apply(const Configuration& configuration) {
  for (const auto& [variable, value] : from_outside_) run_.discrete.assign(variable, value);
  for (const BinaryDecision& decision : given_) {
    run_.discrete.assign(decision.variable, decision.value);
  }
  for (const BinaryDecision& decision : configuration.binaries) {
    if (decision.between) {
      run_.held.hold_between(*decision.between,
                             {VariableId(decision.variable), present_value(decision.variable)});
      mark_touched(run_.held.component_of(*decision.between), true);
    } else {
      run_.discrete.assign(decision.variable, decision.value);
    }
  }
  for (const SurfaceDecision& decision : configuration.surfaces) decide_surface(decision);
}

const AttemptVerdict& Attempt::evaluate(const Configuration& configuration) {
  undo();
  configuration_ = configuration;
  verdict_.clear();
  is_concluded_ = false;
  apply(configuration);
  outcome_ = &run_.discrete.run_pass(instant_.time().value(), instant_);
  if (outcome_->non_finite_node) {
    verdict_.failure = SimulationEnd{.reason = EndReason::discrete_not_finite,
                                     .time = instant_.time().value(),
                                     .node = *outcome_->non_finite_node};
    return verdict_;
  }
  touch_readers();
  altered_and_set_.clear();
  collect_reinits(fired_before_);
  collect_reinits(outcome_->fired);
  if (!judge_before_reinit() || !enter_all()) return verdict_;
  check_all(ComponentRun::Accuracy::of_rounding);
  const bool is_violated = std::any_of(
      verdict_.conflicts.begin(), verdict_.conflicts.end(),
      [](const Conflict& conflict) { return conflict.kind == Conflict::Kind::inequality; });
  if (is_violated) check_all(ComponentRun::Accuracy::of_solution);
  return verdict_;
}

// Every one is entered before any is checked, so that a component which cannot be entered is
// reported whatever the order of the others. Where a reset moves what `floor` and its like count,
// the count belongs to the same micro-step.
bool Attempt::enter_all() {
  ValuesBeforeReinit values(run_, instant_, *this);
  for (int round = 0; round < kMostCounts; ++round) {
    std::sort(touched_.begin(), touched_.end());
    for (const std::uint32_t c : touched_) {
      if (!enter(c)) return false;
    }
    if (!run_.discrete.count_steps_again(instant_.time().value(), values)) break;
    touch_readers();
  }
  return true;
}

// `reinit` takes effect after everything else: sides are judged on the values before it, in the
// mode that the pass has selected. What the values after it say is for the next micro-step.
bool Attempt::judge_before_reinit() {
  for (const std::uint32_t c : altered_and_set_) {
    const std::vector<Reinit> reinits = std::exchange(reinits_[c], {});
    const bool is_entered = enter(c);
    if (is_entered && !changes_[c].method) check_sides(c);
    reinits_[c] = reinits;
    verdict_.failure.reset();
  }
  return verdict_.conflicts.empty();
}

// From the left limit of a component to the right limit in the mode that the pass selects.
bool Attempt::enter(std::uint32_t component) {
  ComponentRun& run = run_.components[component];
  auto failure = instant_.find_left_limit(component);
  if (!failure) {
    run.return_to_left_limit();
    if (find_sliding(component)) {
      failure = run.change(instant_.time(), reinits_[component], changes_[component]);
    } else {
      failure = SimulationEnd{.reason = EndReason::mode_singular, .time = instant_.time().value()};
    }
  }
  if (!failure) return true;
  verdict_.failure = in_mode_of(run_, component, std::move(*failure));
  verdict_.component = component;
  return false;
}

void Attempt::touch_readers_of_value(std::uint32_t variable) {
  const Readers& readers = run_.system().readers;
  for (const std::uint32_t c : readers.components_of_value[variable]) alter(c);
  for (const std::uint32_t s : readers.surfaces_of_value[variable]) {
    const WatchedSurface& watched = run_.watched(SurfaceId(s));
    if (watched.component) alter(*watched.component);
  }
}

// Components that read what the pass has changed.
void Attempt::touch_readers() {
  const Readers& readers = run_.system().readers;
  for (const std::uint32_t guard : outcome_->changed_guards) {
    for (const std::uint32_t c : readers.components_of_guard[guard]) alter(c);
  }
  for (const std::uint32_t variable : outcome_->changed_values) touch_readers_of_value(variable);
}

void Attempt::collect_reinits(std::span<const std::uint32_t> fired) {
  for (const std::uint32_t index : fired) {
    const WhenActionCode& action = run_.system().actions[index];
    if (action.kind != WhenActionKind::reinit) continue;
    const std::uint32_t component = run_.component_of[action.target];
    if (is_altered_[component] && !has_reinit(component)) altered_and_set_.push_back(component);
    end_rest_of(VariableId(action.target));
    reinits_[component].push_back(
        {.action = index,
         .variable = VariableId(action.target),
         .order = action.order,
         .value = run_.discrete.evaluate(action.value, instant_.time().value(), instant_)});
    bounce_.push_back(
        {VariableId(action.target), action.order,
         reinits_[component].back().value - instant_.value(action.target, action.order)});
    alter(component);
  }
}

// What hits a resting body sets it free; if that drives it into the surface, it bounces. A
// component that slides is set free by any `reinit`: if it is still on the surface, it slides on.
void Attempt::end_rest_of(VariableId variable) {
  for (const SurfaceId surface : std::vector(run_.held.of(run_.component_of[variable.index()]))) {
    const auto* rest = run_.held.rest_on(surface);
    const bool is_free =
        rest != nullptr && std::none_of(rest->begin(), rest->end(), [&](const Reaction& reaction) {
          return reaction.variable == variable;
        });
    if (!is_free) run_.held.let_go(surface);
  }
}

// How the component slides in the present valuation. False if crossing one of its surfaces
// does more than change guards.
bool Attempt::find_sliding(std::uint32_t component) {
  for (;;) {
    auto sliding = find_clusters(run_.held, component);
    if (!sliding) return false;
    for (SlidingCluster& cluster : *sliding) find_corners(cluster);
    const auto undecisive = sliding->empty() ? std::nullopt : find_undecisive(*sliding);
    if (!undecisive) {
      run_.components[component].set_sliding(std::move(*sliding));
      return true;
    }
    run_.held.let_go(*undecisive);
    is_altered_[component] = 1;
  }
}

// The values of its guards at all corners.
void Attempt::find_corners(SlidingCluster& cluster) {
  if (cluster.guards.empty()) return;
  std::vector<std::uint32_t> guards;
  for (const SlidingGuard& guard : cluster.guards) guards.push_back(guard.guard);
  for (std::size_t corner = 0; corner < (std::size_t{1} << cluster.surfaces.size()); ++corner) {
    std::vector<std::pair<SurfaceId, Side>> sides;
    for (std::size_t i = 0; i < cluster.surfaces.size(); ++i) {
      const bool is_positive = (corner >> i & 1) != 0;
      sides.emplace_back(cluster.surfaces[i], is_positive ? Side::positive : Side::negative);
    }
    const auto values = run_.discrete.probe(sides, guards, instant_.time().value(), instant_);
    for (std::size_t g = 0; g < guards.size(); ++g) cluster.guards[g].values.push_back(values[g]);
  }
}

std::vector<std::pair<std::uint32_t, double>> Attempt::decided_binaries() const {
  std::vector<std::pair<std::uint32_t, double>> decided;
  for (const auto* decisions : {&given_, &configuration_.binaries}) {
    for (const BinaryDecision& decision : *decisions) {
      if (!decision.between) decided.emplace_back(decision.variable, decision.value);
    }
  }
  return decided;
}

double Attempt::present_value(std::uint32_t binary) const {
  const auto given = std::find_if(given_.rbegin(), given_.rend(), [&](const auto& decision) {
    return decision.variable == binary;
  });
  return given == given_.rend() ? run_.discrete.known().pre[binary] : given->value;
}

}  // namespace saltus
