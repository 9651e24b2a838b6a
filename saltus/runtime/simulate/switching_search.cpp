#include "saltus/runtime/simulate/switching_search.h"

#include <algorithm>
#include <cmath>

namespace saltus {

namespace {

// A mode that cannot be entered says nothing of its surfaces: so many of them are tried.
constexpr std::size_t kMostOptions = 12;
// What is found is compared with so many others that are as near.
constexpr int kMostCompared = 16;
// Values are the same if they differ by no more than this, in units of the tolerance.
constexpr double kSame = 100.0;

bool belongs_to(const DiscreteSystem& system, const SubProblem& problem, std::uint32_t component) {
  return std::any_of(problem.inequalities.begin(), problem.inequalities.end(),
                     [&](SurfaceId inequality) {
                       return system.surfaces[inequality.index()].component == component;
                     });
}

}  // namespace

SwitchingSearch::SwitchingSearch(RunState& run, PresentInstant& instant, Attempt& attempt,
                                 ExpectedSwitches& expected)
    : run_(run), instant_(instant), attempt_(attempt), expected_(expected) {}

bool SwitchingSearch::find() {
  const bool is_untried = attempt_.is_concluded();
  known_.insert(attempt_.configuration());
  expand(attempt_.configuration(), 0);
  if (is_untried) push_present_values();
  while (!open_.empty() && tried_ < kMostCandidates) {
    if (found_ && !doubt_.any()) break;
    Node node = open_.extract(open_.begin()).value();
    if (found_ && !may_be_better(node)) continue;
    if (is_excluded_elsewhere(node.configuration)) continue;
    if (found_ && ++rivals_ > kMostCompared) break;
    if (evaluate(node.configuration) && !mixes_equations(node.configuration)) {
      take(std::move(node));
    } else if (!found_ || doubt_.has_infinite_state) {
      expand(node.configuration, node.rank);
    }
  }
  if (found_) finish();
  return found_.has_value();
}

// That an inequality was crossed is known from the search for crossings, where the present values
// need not be tried. A function that only touches zero may seem to cross it: they come after all
// switches, and before values in between.
void SwitchingSearch::push_present_values() {
  open_.insert(Node{.switched = run_.system().is_binary.size()});
}

SwitchingSearch::Doubt SwitchingSearch::doubt() {
  Doubt doubt{.is_blurred = !attempt_.verdict().is_sharp};
  for (const std::uint32_t c : attempt_.touched()) {
    doubt.has_impulse |= !attempt_.change(c).impulses.empty();
    doubt.has_infinite_state |= attempt_.change(c).has_infinite_state;
  }
  return doubt;
}

// Others are tried in place of what was found: as near ones if only accuracy is in doubt, and
// nothing that stays on a surface, unless a state jumps that must not.
bool SwitchingSearch::may_be_better(const Node& node) const {
  if (doubt_.has_infinite_state) return true;
  const bool stays =
      node.held > 0 ||
      std::any_of(node.configuration.binaries.begin(), node.configuration.binaries.end(),
                  [](const BinaryDecision& decision) { return decision.between; });
  return !stays && (doubt_.has_impulse || node.switched == found_->switched);
}

void SwitchingSearch::take(Node node) {
  const Doubt own = doubt();
  if (!found_ || own < doubt_) {
    found_ = std::move(node);
    doubt_ = own;
    rivals_ = 0;
  } else if (own == doubt_ && node.switched == found_->switched) {
    is_unique_ = false;
  }
}

// The attempt stands at what was found afterwards.
void SwitchingSearch::finish() {
  Node& node = *found_;
  if (attempt_.configuration() != node.configuration) attempt_.evaluate(node.configuration);
  prefer_what_is_written(node.configuration);
  find_redundant(node.configuration);
  if (!doubt_.any()) compare(node);
  for (const ExpectedSwitches::Key& key : problems_) {
    std::vector<std::uint32_t> switched;
    for (const BinaryDecision& decision : node.configuration.binaries) {
      switched.push_back(decision.variable);
    }
    expected_.set(key, std::move(switched));
  }
}

bool SwitchingSearch::evaluate(const Configuration& configuration) {
  ++tried_;
  if (!configuration.binaries.empty()) ++run_.statistics.candidates;
  const AttemptVerdict& verdict = attempt_.evaluate(configuration);
  if (configuration.binaries.size() == 1 && configuration.surfaces.empty()) {
    note_switch(configuration.binaries.front().variable);
  }
  return verdict.is_consistent();
}

// What the other value of a binary unknown leads to, for the question whether it may have a share
// in a motion along an inequality.
void SwitchingSearch::note_switch(std::uint32_t variable) {
  Switched& switched = switched_[variable];
  const AttemptVerdict& verdict = attempt_.verdict();
  for (const Conflict& conflict : verdict.conflicts) {
    if (conflict.kind == Conflict::Kind::inequality) switched.violated.push_back(conflict.surface);
  }
  switched.jumps =
      verdict.failure.has_value() ||
      std::any_of(attempt_.touched().begin(), attempt_.touched().end(),
                  [&](std::uint32_t c) { return !attempt_.change(c).impulses.empty(); });
}

void SwitchingSearch::push(Configuration configuration, std::size_t rank, std::size_t later) {
  if (!known_.insert(configuration).second) return;
  Node node{.rank = rank, .held = later, .size = configuration.surfaces.size()};
  std::size_t expected = 0;
  for (const BinaryDecision& decision : configuration.binaries) {
    // Between its values comes after all of them.
    node.switched += decision.between ? run_.system().is_binary.size() : 1;
    expected +=
        std::count(expected_variables_.begin(), expected_variables_.end(), decision.variable) > 0;
  }
  for (const SurfaceDecision& decision : configuration.surfaces) {
    if (holds(decision.choice)) ++node.held;
  }
  node.is_expected = !expected_variables_.empty() && expected == expected_variables_.size() &&
                     expected == configuration.binaries.size();
  node.configuration = std::move(configuration);
  open_.insert(std::move(node));
}

void SwitchingSearch::expand(const Configuration& from, std::size_t rank) {
  const AttemptVerdict verdict = attempt_.verdict();
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
        // What this very configuration holds was only tried.
        if (is_newly_held(from, conflict.surface)) break;
        Configuration left =
            from.with(SurfaceDecision{conflict.surface, choice_of(conflict.wanted), true});
        if (conflict.binary) left = left.with(*conflict.binary);
        push(std::move(left), rank + 1);
        break;
      }
      case Conflict::Kind::drag:
        for (const Choice choice : {Choice::negative, Choice::positive}) {
          push(from.with(SurfaceDecision{conflict.surface, choice}), rank + 1);
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
void SwitchingSearch::exchange_share(const Configuration& from, const Conflict& conflict,
                                     std::size_t rank) {
  if (!attempt_.can_hold(conflict.surface)) return;
  const Choice bound = conflict.wanted == Side::negative ? Choice::held_low : Choice::held_high;
  const Configuration at_bound = from.with(SurfaceDecision{conflict.surface, bound});
  for (const SurfaceId other : redundant_with(conflict.surface)) {
    push(at_bound.with(SurfaceDecision{other, Choice::held}), rank + 1);
  }
}

// Surfaces of the component on which others keep the motion.
std::vector<SurfaceId> SwitchingSearch::redundant_with(SurfaceId surface) {
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

bool SwitchingSearch::is_newly_held(const Configuration& from, SurfaceId surface) {
  const SurfaceDecision* const decided = from.at(surface);
  if (decided != nullptr && holds(decided->choice)) return true;
  return std::any_of(from.binaries.begin(), from.binaries.end(),
                     [&](const BinaryDecision& binary) { return binary.between == surface; });
}

// Where it vanishes. A function of what is mixed already, such as a relay driven by a relay that
// slides, may be held wherever it is; a condition that contradicts itself without that has no
// solution.
bool SwitchingSearch::may_hold(const Conflict& conflict) {
  if (!attempt_.can_hold(conflict.surface)) return false;
  const std::uint32_t component = run_.held.component_of(conflict.surface);
  const ComponentRun& run = run_.components[component];
  return conflict.is_at_surface ||
         (!run_.held.of(component).empty() &&
          !run.mode().reads_state_only[run.position_of(conflict.surface)]);
}

void SwitchingSearch::expand_side(const Configuration& from, const Conflict& conflict,
                                  std::size_t rank) {
  const SurfaceId surface = conflict.surface;
  const SurfaceDecision* const decided = from.at(surface);
  if (decided == nullptr) {
    push(from.with(SurfaceDecision{surface, choice_of(conflict.wanted)}), rank + 1);
  } else {
    Configuration undecided = from;
    std::erase_if(undecided.surfaces, [&](const auto& each) { return each.surface == surface; });
    push(std::move(undecided), rank + 1);
  }
  if (!may_hold(conflict)) return;
  // What stays there by itself need not be held; where it does not stay, it may be at its limit.
  const bool stays = conflict.wanted == Side::zero;
  push(from.with(SurfaceDecision{surface, Choice::held}), rank + 1, stays ? 1 : 0);
  if (stays) push_shares(from, surface, rank);
  if (stays) return;
  if (!attempt_.is_zero_like_a_side(surface)) {
    push(from.with(SurfaceDecision{surface, Choice::zero}), rank + 1, 2);
  }
}

void SwitchingSearch::push_shares(const Configuration& from, SurfaceId surface, std::size_t rank) {
  const std::vector<SurfaceId>& held = run_.held.of(run_.held.component_of(surface));
  const bool has_others = std::any_of(held.begin(), held.end(), [&](SurfaceId other) {
    return other != surface && !run_.held.fixed_share(other);
  });
  if (!has_others) return;
  push(from.with(SurfaceDecision{surface, Choice::held_mean}), rank + 1, 1);
  push(from.with(SurfaceDecision{surface, Choice::held_low}), rank + 1, 2);
  push(from.with(SurfaceDecision{surface, Choice::held_high}), rank + 1, 2);
}

// Everything that is asked for at once: surfaces that are reached together are often left, or
// held, together.
void SwitchingSearch::expand_all(const Configuration& from, std::size_t rank) {
  Configuration all = from;
  std::size_t count = 0;
  for (const Conflict& conflict : std::vector(attempt_.verdict().conflicts)) {
    const bool is_side = conflict.kind == Conflict::Kind::side;
    if (!is_side && conflict.kind != Conflict::Kind::multiplier) continue;
    if (!is_side && is_newly_held(from, conflict.surface)) return;
    const bool is_held = is_side && from.at(conflict.surface) != nullptr && may_hold(conflict);
    all = all.with(SurfaceDecision{conflict.surface,
                                   is_held ? Choice::held : choice_of(conflict.wanted), !is_side});
    if (conflict.binary) all = all.with(*conflict.binary);
    ++count;
  }
  if (count > 1) push(std::move(all), rank + 1);
}

// Sub-problems in their order: what an earlier one has decided is fixed for later ones.
void SwitchingSearch::expand_inequalities(const Configuration& from, std::size_t rank) {
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

ExpectedSwitches::Key SwitchingSearch::key_of(const SubProblem& problem) const {
  std::vector<std::uint32_t> ones;
  for (const std::uint32_t binary : problem.binaries) {
    if (attempt_.present_value(binary) != 0.0) ones.push_back(binary);
  }
  return {problem.binaries.front(), std::move(ones)};
}

void SwitchingSearch::switch_binaries_of(const SubProblem& problem, const Configuration& from,
                                         std::size_t rank) {
  const ExpectedSwitches::Key key = key_of(problem);
  if (std::find(problems_.begin(), problems_.end(), key) == problems_.end()) {
    if (problems_.empty()) expected_variables_ = expected_.of(key);
    problems_.push_back(key);
    ++run_.statistics.switching_problems;
  }
  for (const std::uint32_t binary : problem.binaries) {
    if (from.of(binary) != nullptr) continue;
    push(from.with(
             BinaryDecision{.variable = binary, .value = 1.0 - attempt_.present_value(binary)}),
         rank + 1);
  }
}

// Both values of a binary unknown may lead across an inequality that is reached: the motion
// stays on it, with a value in between.
void SwitchingSearch::slide_between(const SubProblem& problem, const Configuration& from,
                                    SurfaceId inequality, std::size_t rank) {
  if (run_.held.holds(inequality)) return;
  for (const std::uint32_t binary : problem.binaries) {
    if (from.of(binary) != nullptr) continue;
    push(from.with(BinaryDecision{
             .variable = binary, .value = attempt_.present_value(binary), .between = inequality}),
         rank + 1);
  }
}

// A motion along an inequality mixes the motions of both values. A value that cannot be taken
// without an impulse, or that violates another inequality of its sub-problem, has no share in it.
bool SwitchingSearch::is_excluded_elsewhere(const Configuration& configuration) {
  return std::any_of(configuration.binaries.begin(), configuration.binaries.end(),
                     [&](const BinaryDecision& decision) {
                       const auto known = switched_.find(decision.variable);
                       if (!decision.between || known == switched_.end()) return false;
                       return known->second.jumps ||
                              std::any_of(known->second.violated.begin(),
                                          known->second.violated.end(), [&](SurfaceId violated) {
                                            return violated != *decision.between &&
                                                   is_of_one_problem(violated, *decision.between);
                                          });
                     });
}

// Nor is there a motion between those of an ideal diode: with a share of each of its equations it
// would carry a current at a reverse voltage.
bool SwitchingSearch::mixes_equations(const Configuration& configuration) const {
  return std::any_of(configuration.binaries.begin(), configuration.binaries.end(),
                     [&](const BinaryDecision& decision) {
                       if (!decision.between) return false;
                       const std::uint32_t component = run_.held.component_of(*decision.between);
                       return run_.components[component].mode().compiled->mixes_equations;
                     });
}

bool SwitchingSearch::is_of_one_problem(SurfaceId a, SurfaceId b) const {
  const auto has = [](const SubProblem& problem, SurfaceId inequality) {
    return std::find(problem.inequalities.begin(), problem.inequalities.end(), inequality) !=
           problem.inequalities.end();
  };
  const std::vector<SubProblem>& problems = run_.system().sub_problems;
  return std::any_of(problems.begin(), problems.end(),
                     [&](const SubProblem& problem) { return has(problem, a) && has(problem, b); });
}

// With the present values no mode can be entered: an ideal diode that blocks while its inductor
// carries a current, a surface that is none any more. Whatever the mode depends on may have to be
// decided otherwise.
void SwitchingSearch::expand_failure(const Configuration& from, std::size_t rank) {
  const std::uint32_t component = attempt_.verdict().component;
  const ComponentRun& run = run_.components[component];
  // More surfaces hold it than can: some of them are redundant.
  for (const SurfaceId surface : std::vector(run_.held.of(component))) {
    if (!run_.held.fixed_share(surface) && attempt_.can_hold(surface)) {
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
      push(from.with(SurfaceDecision{surface, choice_of(side)}), rank + 1);
    }
  }
  for (const SubProblem& problem : run_.system().sub_problems) {
    if (belongs_to(run_.system(), problem, component)) switch_binaries_of(problem, from, rank);
  }
}

// Whether another configuration as near is consistent as well. The attempt stands at `found`
// afterwards.
void SwitchingSearch::compare(const Node& found) {
  bool has_moved = false;
  const bool is_comparable =
      found.held == 0 &&
      std::none_of(found.configuration.binaries.begin(), found.configuration.binaries.end(),
                   [](const auto& decision) { return decision.between; });
  for (int compared = 0; is_comparable && is_unique_ && compared < kMostCompared; ++compared) {
    const auto next = std::find_if(open_.begin(), open_.end(), [&](const Node& node) {
      return node.held == 0 && node.switched == found.switched &&
             (node.switched > 0 || node.rank == found.rank);
    });
    if (next == open_.end()) break;
    const Node node = open_.extract(next).value();
    has_moved = true;
    is_unique_ = !evaluate(node.configuration) || doubt().any();
  }
  if (has_moved) attempt_.evaluate(found.configuration);
}

// The author may have written what holds on the surface itself, `else` after `v > 0` and
// `v < 0`. If that keeps the motion there it counts, unless it says the same as the mixture.
void SwitchingSearch::prefer_what_is_written(Configuration& found) {
  for (const SurfaceDecision& decision : std::vector(found.surfaces)) {
    if (decision.choice != Choice::held || attempt_.is_zero_like_a_side(decision.surface)) continue;
    const std::uint32_t component = run_.held.component_of(decision.surface);
    const std::vector<double> mixed = values_of(component);
    const Configuration written = found.with(SurfaceDecision{decision.surface, Choice::zero});
    if (evaluate(written) && !are_same(mixed, values_of(component), component)) {
      found = written;
      continue;
    }
    attempt_.evaluate(found);
  }
}

// A surface that is zero because others hold the motion there, not because of what is written
// for zero: its share decides what they bear, and nothing else. `sign(0)` is the mean already.
void SwitchingSearch::find_redundant(Configuration& found) {
  for (const SurfaceDecision& decision : std::vector(found.surfaces)) {
    const std::uint32_t component = run_.held.component_of(decision.surface);
    const bool may_be = decision.choice == Choice::zero && !run_.held.of(component).empty() &&
                        attempt_.can_hold(decision.surface);
    if (!may_be) continue;
    const std::vector<double> written = values_of(component);
    const Configuration mean = found.with(SurfaceDecision{decision.surface, Choice::held_mean});
    if (evaluate(mean) && are_same(written, values_of(component), component)) {
      const std::vector<double> borne = shares_of(component);
      const Configuration low = found.with(SurfaceDecision{decision.surface, Choice::held_low});
      const AttemptVerdict& verdict = attempt_.evaluate(low);
      if (!verdict.failure && shares_of(component) != borne) found = mean;
    }
    attempt_.evaluate(found);
  }
}

std::vector<double> SwitchingSearch::shares_of(std::uint32_t component) const {
  const ComponentRun& run = run_.components[component];
  std::vector<double> shares;
  for (const HeldSurface& held : run.mode().compiled->sliding) {
    shares.push_back(run.multiplier(held.surface).value_or(0.0));
  }
  return shares;
}

std::vector<double> SwitchingSearch::values_of(std::uint32_t component) const {
  const ComponentRun& run = run_.components[component];
  std::vector<double> values;
  for (std::uint32_t u = 0; u < run.component().variables.size(); ++u) {
    values.push_back(run.value(u, 0));
  }
  return values;
}

bool SwitchingSearch::are_same(const std::vector<double>& a, const std::vector<double>& b,
                               std::uint32_t component) const {
  const ComponentRun& run = run_.components[component];
  for (std::uint32_t u = 0; u < a.size(); ++u) {
    const double size = std::max({std::fabs(a[u]), std::fabs(b[u]), run.scale(u)});
    if (std::fabs(a[u] - b[u]) > kSame * run_.options.tolerance * size) return false;
  }
  return true;
}

}  // namespace saltus
