#include <algorithm>

#include "saltus/runtime/simulate/hybrid_run.h"

// The switching problem (S4, Figure 3): inequalities that a motion would violate choose
// other values of the binary unknowns, sub-problem by sub-problem.

namespace saltus {

namespace {

// Valuations of one sub-problem that are tried at one event.
constexpr int kMostCandidates = 1 << 14;

}  // namespace

// Of the present micro-step's event: its side is the one after the crossing.
bool HybridRun::has_crossed_inequality(const Instantaneous& event) const {
  return event.clocks.empty() &&
         std::any_of(event.crossed.begin(), event.crossed.end(),
                     [&](SurfaceId surface) {
                       return model_.discrete.surfaces[surface.index()].is_inequality &&
                              discrete_.side(surface.index()) == Side::positive;
                     }) &&
         std::all_of(event.crossed.begin(), event.crossed.end(), [&](SurfaceId surface) {
           return model_.discrete.surfaces[surface.index()].is_inequality;
         });
}

// Whether the motion immediately after this instant violates the inequality g <= 0.
bool HybridRun::is_violated(SurfaceId inequality) {
  if (held_.holds(inequality) || held_.has_left(inequality)) return false;
  const std::uint32_t component = *model_.discrete.surfaces[inequality.index()].component;
  // Before anything was tried the sides are those after the crossings.
  if (!is_touched_[component] || !is_tried_) {
    return discrete_.side(inequality.index()) == Side::positive;
  }
  ComponentRun& run = components_[component];
  return run.side_after(run.position_of(inequality), has_crossed_[inequality.index()] != 0) ==
         Side::positive;
}

bool HybridRun::is_violated(const SubProblem& problem) {
  return std::any_of(problem.inequalities.begin(), problem.inequalities.end(),
                     [&](SurfaceId inequality) { return is_violated(inequality); });
}

// Sub-problems in their order: what an earlier one has decided is fixed for later ones. An
// inequality that is as good as reached when another one is crossed shows only after that one was
// switched; then its sub-problem has its turn, wherever it stands in the order.
bool HybridRun::settle_inequalities(std::size_t mark) {
  const std::vector<SubProblem>& problems = model_.discrete.sub_problems;
  std::vector<bool> is_settled(problems.size(), false);
  for (bool has_switched = true; has_switched;) {
    has_switched = false;
    for (std::size_t i = 0; i < problems.size(); ++i) {
      if (is_settled[i] || !is_violated(problems[i])) continue;
      if (!switch_binaries(problems[i], mark)) return false;
      is_settled[i] = has_switched = true;
    }
  }
  return true;
}

bool HybridRun::try_candidate(const SubProblem& problem, const std::vector<bool>& is_flipped,
                              std::size_t mark) {
  ++result_.statistics.candidates;
  ++valuations_;
  undo_valuation(mark);
  const std::vector<double>& value = discrete_.known().value;
  for (std::size_t i = 0; i < is_flipped.size(); ++i) {
    const std::uint32_t binary = problem.binaries[i];
    if (is_flipped[i]) discrete_.assign(binary, 1.0 - value[binary]);
  }
  return try_valuation() && !is_violated(problem);
}

// The nearest valuation that satisfies the inequalities, and whether another one as near does
// as well. The components stand at the last candidate that was tried.
HybridRun::FoundCandidate HybridRun::search_candidates(const SubProblem& problem,
                                                       SwitchingCandidates candidates,
                                                       std::size_t mark) {
  FoundCandidate found;
  std::size_t distance = 0;
  for (int tried = 0; tried < kMostCandidates && candidates.next(); ++tried) {
    if (found.is_flipped && candidates.distance() > distance) break;
    found.is_last = try_candidate(problem, candidates.is_flipped(), mark);
    if (!found.is_last) continue;
    if (found.is_flipped) {
      found.is_unique = found.is_last = false;
      break;
    }
    found.is_flipped = candidates.is_flipped();
    distance = candidates.distance();
  }
  return found;
}

// Chooses the values of the sub-problem's binary unknowns. Models are periodic: what was right
// from this valuation before is expected again, and tried last, so that it need not be returned
// to. Among several the first in the order of the unknowns is taken, whatever was expected.
bool HybridRun::switch_binaries(const SubProblem& problem, std::size_t mark) {
  ++result_.statistics.switching_problems;
  const std::size_t count = problem.binaries.size();
  std::vector<std::uint32_t> ones;  // the valuation that is left
  for (const std::uint32_t binary : problem.binaries) {
    if (discrete_.known().value[binary] != 0.0) ones.push_back(binary);
  }
  std::vector<bool>& expected = expected_[{problem.binaries.front(), std::move(ones)}];
  FoundCandidate found = search_candidates(problem, SwitchingCandidates(count, expected), mark);
  if (!found.is_unique) {
    is_unique_ = false;
    found = search_candidates(problem, SwitchingCandidates(count), mark);
  }
  if (!found.is_flipped && slide_between_values(problem, mark)) return true;
  if (!found.is_flipped) {
    SimulationEnd end{.reason = EndReason::inequalities_infeasible, .time = now_.value()};
    end.surfaces = problem.inequalities;
    for (const std::uint32_t binary : problem.binaries) end.variables.emplace_back(binary);
    return fail(std::move(end));
  }
  expected = *found.is_flipped;
  if (!found.is_last) try_candidate(problem, expected, mark);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t binary = problem.binaries[i];
    if (expected[i]) decided_.emplace_back(binary, discrete_.known().value[binary]);
  }
  return true;
}

// Both values of a binary unknown lead across an inequality that is reached: the motion
// stays on it, with a value in between.
bool HybridRun::slide_between_values(const SubProblem& problem, std::size_t mark) {
  undo_valuation(mark);
  for (const SurfaceId inequality : problem.inequalities) {
    if (!has_crossed_[inequality.index()]) continue;
    const std::uint32_t component = *model_.discrete.surfaces[inequality.index()].component;
    for (const std::uint32_t binary : problem.binaries) {
      undo_valuation(mark);
      held_.hold_between(inequality, {VariableId(binary), discrete_.known().value[binary]});
      alter(component);
      if (try_valuation() && are_multipliers_inside(component) && !is_violated(problem)) {
        return true;
      }
      held_.let_go(inequality);
    }
  }
  return false;
}

}  // namespace saltus
