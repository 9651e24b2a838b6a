#include "saltus/runtime/simulate/conflict_expansion.h"

#include <algorithm>

namespace saltus {

namespace {

// A mode that cannot be entered says nothing of its surfaces: so many of them are tried.
constexpr std::size_t kMostOptions = 12;

bool belongs_to(const DiscreteSystem& system, const SubProblem& problem, std::uint32_t component) {
  return std::any_of(problem.inequalities.begin(), problem.inequalities.end(),
                     [&](SurfaceId inequality) {
                       return system.surfaces[inequality.index()].component == component;
                     });
}

}  // namespace

void ConflictExpansion::expand(const Configuration& from, std::size_t rank) {
  const AttemptVerdict& verdict = attempt_.verdict();
  if (verdict.failure) {
    expand_failure(from, rank);
    return;
  }
  for (const Conflict& conflict : verdict.conflicts) {
    switch (conflict.kind) {
      case Conflict::Kind::side:
        expand_side(from, conflict, rank);
        break;
      case Conflict::Kind::multiplier: {
        exchange_share(from, conflict, rank);
        // What this very configuration holds was only tried, unless its multiplier is at its end:
        // then the motion of that side goes on along the surface.
        if (is_newly_held(from, conflict.surface) && !conflict.is_at_surface) break;
        Configuration left =
            from.with(SurfaceDecision{conflict.surface, choice_of(conflict.wanted), true});
        if (conflict.binary) left = left.with(*conflict.binary);
        queue_.push(std::move(left), rank + 1);
        break;
      }
      case Conflict::Kind::drag:
        for (const Choice choice : {Choice::negative, Choice::positive}) {
          queue_.push(from.with(SurfaceDecision{conflict.surface, choice}), rank + 1);
        }
        break;
      case Conflict::Kind::inequality:
        break;
    }
  }
  expand_all(from, rank);
  expand_inequalities(from, rank);
}

// Forces that share a load: where one of them has come to its bound, another one, so far given,
// takes what is left.
void ConflictExpansion::exchange_share(const Configuration& from, const Conflict& conflict,
                                       std::size_t rank) {
  if (!attempt_.can_hold(conflict.surface)) return;
  const Choice bound = conflict.wanted == Side::negative ? Choice::held_low : Choice::held_high;
  const Configuration at_bound = from.with(SurfaceDecision{conflict.surface, bound});
  for (const SurfaceId other : redundant_with(conflict.surface)) {
    queue_.push(at_bound.with(SurfaceDecision{other, Choice::held}), rank + 1);
  }
}

// Surfaces of the component on which others keep the motion.
std::vector<SurfaceId> ConflictExpansion::redundant_with(SurfaceId surface) {
  const std::uint32_t component = run_.held.component_of(surface);
  ComponentRun& run = run_.components[component];
  std::vector<SurfaceId> redundant;
  for (std::uint32_t p = 0; p < run.component().surfaces.size(); ++p) {
    const SurfaceId other = run.component().surfaces[p];
    if (other == surface) continue;
    const bool is_zero = !run_.held.holds(other) &&
                         run_.discrete.side(other.index()) == Side::zero &&
                         run.is_at_surface(p, instant_.has_crossed(other));
    if (run_.held.fixed_share(other) || (is_zero && attempt_.can_hold(other))) {
      redundant.push_back(other);
    }
  }
  return redundant;
}

bool ConflictExpansion::is_newly_held(const Configuration& from, SurfaceId surface) {
  const SurfaceDecision* const decided = from.at(surface);
  if (decided != nullptr && holds(decided->choice)) return true;
  return std::any_of(from.binaries.begin(), from.binaries.end(),
                     [&](const BinaryDecision& binary) { return binary.between == surface; });
}

// Where it vanishes. A function of what is mixed already, such as a relay driven by a relay that
// slides, may be held wherever it is; a condition that contradicts itself without that has no
// solution.
bool ConflictExpansion::may_hold(const Conflict& conflict) {
  if (!attempt_.can_hold(conflict.surface)) return false;
  const std::uint32_t component = run_.held.component_of(conflict.surface);
  const ComponentRun& run = run_.components[component];
  return conflict.is_at_surface ||
         (!run_.held.of(component).empty() &&
          !run.mode().reads_state_only[run.position_of(conflict.surface)]);
}

void ConflictExpansion::expand_side(const Configuration& from, const Conflict& conflict,
                                    std::size_t rank) {
  const SurfaceId surface = conflict.surface;
  const SurfaceDecision* const decided = from.at(surface);
  if (decided == nullptr) {
    queue_.push(from.with(SurfaceDecision{surface, choice_of(conflict.wanted)}), rank + 1);
  } else {
    Configuration undecided = from;
    std::erase_if(undecided.surfaces, [&](const auto& each) { return each.surface == surface; });
    queue_.push(std::move(undecided), rank + 1);
  }
  if (!may_hold(conflict)) return;
  // What stays there by itself need not be held; where it does not stay, it may be at its limit.
  const bool stays = conflict.wanted == Side::zero;
  queue_.push(from.with(SurfaceDecision{surface, Choice::held}), rank + 1, stays ? 1 : 0);
  if (stays) {
    // The mean of both sides is a mixture whatever keeps the motion there.
    queue_.push(from.with(SurfaceDecision{surface, Choice::held_mean}), rank + 1, 1);
    if (run_.held.has_free_beside(surface)) push_shares(from, surface, rank);
    return;
  }
  if (!attempt_.is_zero_like_a_side(surface)) {
    queue_.push(from.with(SurfaceDecision{surface, Choice::zero}), rank + 1, 2);
  }
}

void ConflictExpansion::push_shares(const Configuration& from, SurfaceId surface,
                                    std::size_t rank) {
  queue_.push(from.with(SurfaceDecision{surface, Choice::held_mean}), rank + 1, 1);
  queue_.push(from.with(SurfaceDecision{surface, Choice::held_low}), rank + 1, 2);
  queue_.push(from.with(SurfaceDecision{surface, Choice::held_high}), rank + 1, 2);
}

// Everything that is asked for at once: surfaces that are reached together are often left, or
// held, together.
void ConflictExpansion::expand_all(const Configuration& from, std::size_t rank) {
  const std::vector<Conflict>& conflicts = attempt_.verdict().conflicts;
  const auto may_be_decided = [](const Conflict& conflict) {
    return conflict.kind == Conflict::Kind::side || conflict.kind == Conflict::Kind::multiplier;
  };
  if (std::count_if(conflicts.begin(), conflicts.end(), may_be_decided) < 2) return;
  Configuration all = from;
  for (const Conflict& conflict : conflicts) {
    if (!may_be_decided(conflict)) continue;
    const bool is_side = conflict.kind == Conflict::Kind::side;
    if (!is_side && is_newly_held(from, conflict.surface)) return;
    const bool is_held = is_side && from.at(conflict.surface) != nullptr && may_hold(conflict);
    all = all.with(SurfaceDecision{conflict.surface,
                                   is_held ? Choice::held : choice_of(conflict.wanted), !is_side});
    if (conflict.binary) all = all.with(*conflict.binary);
  }
  queue_.push(std::move(all), rank + 1);
}

// Sub-problems in their order: what an earlier one has decided is fixed for later ones.
void ConflictExpansion::expand_inequalities(const Configuration& from, std::size_t rank) {
  const auto is_violated = [&](SurfaceId inequality) {
    const std::vector<Conflict>& conflicts = attempt_.verdict().conflicts;
    return std::any_of(conflicts.begin(), conflicts.end(), [&](const Conflict& conflict) {
      return conflict.kind == Conflict::Kind::inequality && conflict.surface == inequality;
    });
  };
  for (const SubProblem& problem : run_.system().sub_problems) {
    const auto first =
        std::find_if(problem.inequalities.begin(), problem.inequalities.end(), is_violated);
    if (first == problem.inequalities.end()) continue;
    switch_binaries_of(problem, from, rank);
    for (const SurfaceId inequality : problem.inequalities) {
      if (instant_.has_crossed(inequality)) slide_between(problem, from, inequality, rank);
    }
    return;
  }
}

ExpectedSwitches::Key ConflictExpansion::key_of(const SubProblem& problem) const {
  std::vector<std::uint32_t> ones;
  for (const std::uint32_t binary : problem.binaries) {
    if (attempt_.present_value(binary) != 0.0) ones.push_back(binary);
  }
  return {problem.binaries.front(), std::move(ones)};
}

void ConflictExpansion::switch_binaries_of(const SubProblem& problem, const Configuration& from,
                                           std::size_t rank) {
  ExpectedSwitches::Key key = key_of(problem);
  if (std::find(problems_.begin(), problems_.end(), key) == problems_.end()) {
    if (problems_.empty()) queue_.expect(expected_.of(key));
    problems_.push_back(std::move(key));
    ++run_.statistics.switching_problems;
  }
  for (const std::uint32_t binary : problem.binaries) {
    if (from.of(binary) != nullptr) continue;
    queue_.push(from.with(BinaryDecision{.variable = binary,
                                         .value = 1.0 - attempt_.present_value(binary)}),
                rank + 1);
  }
}

// Both values of a binary unknown may lead across an inequality that is reached: the motion
// stays on it, with a value in between.
void ConflictExpansion::slide_between(const SubProblem& problem, const Configuration& from,
                                      SurfaceId inequality, std::size_t rank) {
  if (run_.held.holds(inequality)) return;
  for (const std::uint32_t binary : problem.binaries) {
    if (from.of(binary) != nullptr) continue;
    queue_.push_between(
        from,
        BinaryDecision{
            .variable = binary, .value = attempt_.present_value(binary), .between = inequality},
        rank + 1);
  }
}

// With the present values no mode can be entered: an ideal diode that blocks while its inductor
// carries a current, a surface that is none any more. Whatever the mode depends on may have to be
// decided otherwise.
void ConflictExpansion::expand_failure(const Configuration& from, std::size_t rank) {
  const std::uint32_t component = attempt_.verdict().component;
  const ComponentRun& run = run_.components[component];
  // More surfaces hold it than can: some of them are redundant.
  for (const SurfaceId surface : std::vector(run_.held.of(component))) {
    const bool is_free = !run_.held.fixed_share(surface) && attempt_.can_hold(surface);
    if (is_free && run_.held.has_free_beside(surface)) {
      push_shares(from, surface, rank);
    }
  }
  std::size_t options = 0;
  for (std::uint32_t p = 0; p < run.component().surfaces.size(); ++p) {
    const SurfaceId surface = run.component().surfaces[p];
    if (from.at(surface) != nullptr || run_.watched(surface).is_inequality) continue;
    const bool is_held = run_.held.holds(surface);
    if (!is_held && run.mode().reads_state_only[p]) continue;
    if (++options > kMostOptions) break;
    for (const Side side : {Side::negative, Side::positive}) {
      if (!is_held && side == run_.discrete.side(surface.index())) continue;
      queue_.push(from.with(SurfaceDecision{surface, choice_of(side)}), rank + 1);
    }
  }
  for (const SubProblem& problem : run_.system().sub_problems) {
    if (belongs_to(run_.system(), problem, component)) switch_binaries_of(problem, from, rank);
  }
}

void ConflictExpansion::push_all_sides() {
  std::vector<SurfaceId> surfaces;
  for (const std::uint32_t component : attempt_.touched()) {
    const ComponentRun& run = run_.components[component];
    for (std::uint32_t p = 0; p < run.component().surfaces.size(); ++p) {
      const SurfaceId surface = run.component().surfaces[p];
      const bool is_open = !run.mode().reads_state_only[p] && !run_.held.holds(surface) &&
                           !run_.watched(surface).is_inequality;
      if (is_open && surfaces.size() < kMostOptions) surfaces.push_back(surface);
    }
  }
  for (std::uint32_t chosen = 1; chosen < (1u << surfaces.size()); ++chosen) {
    Configuration sides;
    for (std::size_t i = 0; i < surfaces.size(); ++i) {
      if ((chosen >> i & 1u) == 0) continue;
      const Side side = opposite(run_.discrete.side(surfaces[i].index()));
      sides = sides.with(SurfaceDecision{surfaces[i], choice_of(side)});
    }
    const std::size_t size = sides.surfaces.size();
    queue_.push(std::move(sides), size);
  }
}

}  // namespace saltus
