#include <algorithm>

#include "saltus/runtime/simulate/hybrid_run.h"

// The switching problem (S4, Figure 3): inequalities that a motion would violate choose
// other values of the binary unknowns, sub-problem by sub-problem.

namespace saltus {

namespace {

bool belongs_to(const DiscreteSystem& system, const SubProblem& problem, std::uint32_t component) {
  return std::any_of(problem.inequalities.begin(), problem.inequalities.end(),
                     [&](SurfaceId inequality) {
                       return system.surfaces[inequality.index()].component == component;
                     });
}

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

// With other values of the binary unknowns the inequality is another function, which need not
// vanish where the one before has crossed: only a positive value is forgiven as inaccuracy of the
// solution (S4, Remark 3.3). Otherwise what is left in tanks near empty would be no room for them.
Side HybridRun::side_of_candidate(ComponentRun& run, std::uint32_t position, bool has_crossed) {
  if (has_crossed && !run.is_at_surface(position, false)) {
    const Side side = run.side_after(position, false);
    if (side == Side::negative) return side;
  }
  return run.side_after(position, has_crossed, ComponentRun::Accuracy::of_solution);
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
  const std::uint32_t position = run.position_of(inequality);
  // An impulse across it violates it, whatever the values after it are: a diode cannot block
  // while its inductor's current is forced to zero.
  const Side after = side_of_candidate(run, position, has_crossed_[inequality.index()] != 0);
  const Side by_impulse = run.side_of_impulse(position, changes_[component]);
  return (by_impulse != Side::zero ? by_impulse : after) == Side::positive;
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

// What an earlier candidate had to hold or to leave is as it was.
void HybridRun::hold_again() {
  for (const SurfaceId surface : held_by_candidate_) held_.let_go(surface);
  held_by_candidate_.clear();
  for (const auto& [surface, share] : left_by_candidate_) {
    if (share) {
      held_.hold_between(surface, *share);
    } else {
      held_.hold(surface);
    }
    held_.unmark_left(surface);
    const SurfaceId left = surface;
    std::erase_if(forced_, [&](const auto& forced) { return forced.first == left; });
  }
  left_by_candidate_.clear();
}

// With the binary unknowns as they are: guards that agree with them, and surfaces left that
// hold the motion no more.
bool HybridRun::find_consistent(std::size_t mark, std::optional<SurfaceId> tried) {
  const auto is_found = [&] {
    if (try_valuation()) return true;
    if (failure_) return false;
    const auto contested = inconsistent_;
    if (!slide_where_contested(mark)) return find_valuation(mark);
    for (const auto& [surface, side] : contested) {
      if (held_.holds(SurfaceId(surface))) held_by_candidate_.emplace_back(surface);
    }
    return true;
  };
  if (!is_found()) return false;
  while (const auto surface = may_leave_ ? find_exhausted(tried) : std::nullopt) {
    const BinaryShare* const share = held_.share_at(*surface);
    left_by_candidate_.emplace_back(*surface, share ? std::optional(*share) : std::nullopt);
    stop_sliding(*surface, side_to_leave_to(*surface));
    undo_valuation(mark);
    if (!is_found()) return false;
  }
  // What leads back to the surface that it has left is held there by something else as well.
  return std::none_of(left_by_candidate_.begin(), left_by_candidate_.end(), [&](const auto& left) {
    const std::uint32_t component = held_.component_of(left.first);
    return !left.second &&
           is_leading_back(component, components_[component].position_of(left.first));
  });
}

// A surface, other than the one that is tried, that cannot hold the motion: its multiplier is
// outside of [0, 1].
std::optional<SurfaceId> HybridRun::find_exhausted(std::optional<SurfaceId> tried) {
  for (const std::uint32_t c : touched_) {
    for (const SurfaceId surface : held_.of(c)) {
      if (held_.rest_on(surface) || surface == tried) continue;
      ComponentRun& run = components_[c];
      if (run.side_after(run.position_of(surface), false) == Side::negative) return surface;
    }
  }
  return std::nullopt;
}

// What this micro-step has decided, or the value before it.
double HybridRun::present_value(std::uint32_t binary) const {
  const auto decided = std::find_if(decided_.rbegin(), decided_.rend(),
                                    [&](const auto& each) { return each.first == binary; });
  return decided == decided_.rend() ? discrete_.known().value[binary] : decided->second;
}

bool HybridRun::try_candidate(const SubProblem& problem, const std::vector<bool>& is_flipped,
                              std::size_t mark) {
  ++result_.statistics.candidates;
  ++valuations_;
  hold_again();
  decided_.resize(decided_before_);
  undo_valuation(mark);
  for (std::size_t i = 0; i < is_flipped.size(); ++i) {
    const std::uint32_t binary = problem.binaries[i];
    if (!is_flipped[i]) continue;
    decided_.emplace_back(binary, 1.0 - present_value(binary));
    discrete_.assign(binary, decided_.back().second);
  }
  const bool was_unique = is_unique_;
  const bool is_good = find_consistent(mark) && !is_violated(problem);
  if (!is_good) is_unique_ = was_unique;
  return is_good;
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

// Chooses other values of the sub-problem's binary unknowns. Models are periodic: what was right
// from this valuation before is expected again, and tried last, so that it need not be returned
// to. Among several the first in the order of the unknowns is taken, whatever was expected.
bool HybridRun::choose_binaries(const SubProblem& problem, std::size_t mark) {
  ++result_.statistics.switching_problems;
  const std::size_t count = problem.binaries.size();
  std::vector<std::uint32_t> ones;  // the valuation that is left
  for (const std::uint32_t binary : problem.binaries) {
    if (present_value(binary) != 0.0) ones.push_back(binary);
  }
  decided_before_ = decided_.size();
  std::vector<bool>& expected = expected_[{problem.binaries.front(), std::move(ones)}];
  FoundCandidate found = search_candidates(problem, SwitchingCandidates(count, expected), mark);
  if (!found.is_unique) {
    is_unique_ = false;
    found = search_candidates(problem, SwitchingCandidates(count), mark);
  }
  if (!found.is_flipped) {
    hold_again();
    decided_.resize(decided_before_);
    return false;
  }
  expected = *found.is_flipped;
  if (!found.is_last) try_candidate(problem, expected, mark);
  left_by_candidate_.clear();
  held_by_candidate_.clear();
  return true;
}

bool HybridRun::switch_binaries(const SubProblem& problem, std::size_t mark) {
  if (choose_binaries(problem, mark) || slide_between_values(problem, mark)) return true;
  // What leads across an inequality once a surface is left may be held there afterwards.
  may_leave_ = false;
  const bool is_found = choose_binaries(problem, mark);
  may_leave_ = true;
  if (is_found) return true;
  undo_valuation(mark);
  SimulationEnd end{.reason = EndReason::inequalities_infeasible, .time = now_.value()};
  end.surfaces = problem.inequalities;
  for (const std::uint32_t binary : problem.binaries) {
    end.variables.emplace_back(binary);
    end.values.push_back(present_value(binary));
  }
  return fail(std::move(end));
}

// With the present values of the binary unknowns no mode can be entered: an ideal diode that
// blocks while its inductor carries a current. Others may do.
bool HybridRun::switch_to_enter(std::size_t mark) {
  const std::uint32_t component = failed_component_;
  return std::any_of(model_.discrete.sub_problems.begin(), model_.discrete.sub_problems.end(),
                     [&](const SubProblem& problem) {
                       return belongs_to(model_.discrete, problem, component) &&
                              choose_binaries(problem, mark);
                     });
}

// The same at the start, where there is no point yet that satisfies or violates anything.
bool HybridRun::start_with_other_binaries() {
  const SimulationEnd first_end = result_.end;
  const std::uint32_t component = failed_component_;
  for (const SubProblem& problem : model_.discrete.sub_problems) {
    if (!belongs_to(model_.discrete, problem, component)) continue;
    SwitchingCandidates candidates(problem.binaries.size());
    for (int tried = 0; tried < kMostCandidates && candidates.next(); ++tried) {
      for (std::size_t i = 0; i < problem.binaries.size(); ++i) {
        const std::uint32_t binary = problem.binaries[i];
        if (!candidates.is_flipped()[i]) continue;
        decided_.emplace_back(binary, 1.0 - discrete_.known().value[binary]);
      }
      const bool is_found = find_start_modes();
      decided_.clear();
      if (is_found) return true;
    }
  }
  return fail(first_end);
}

// Whether the other value of a binary unknown violates an inequality besides this one. Then it
// has no share in a motion along this one.
bool HybridRun::is_excluded_elsewhere(const SubProblem& problem, std::uint32_t binary,
                                      SurfaceId inequality, std::size_t mark) {
  hold_again();
  decided_.resize(decided_before_);
  undo_valuation(mark);
  decided_.emplace_back(binary, 1.0 - present_value(binary));
  discrete_.assign(binary, decided_.back().second);
  if (!find_consistent(mark)) return false;
  return std::any_of(problem.inequalities.begin(), problem.inequalities.end(),
                     [&](SurfaceId other) { return other != inequality && is_violated(other); });
}

// Both values of a binary unknown lead across an inequality that is reached: the motion
// stays on it, with a value in between.
bool HybridRun::slide_between_values(const SubProblem& problem, std::size_t mark) {
  undo_valuation(mark);
  decided_before_ = decided_.size();
  for (const SurfaceId inequality : problem.inequalities) {
    if (!has_crossed_[inequality.index()]) continue;
    const std::uint32_t component = *model_.discrete.surfaces[inequality.index()].component;
    for (const std::uint32_t binary : problem.binaries) {
      if (is_excluded_elsewhere(problem, binary, inequality, mark)) continue;
      hold_again();
      decided_.resize(decided_before_);
      undo_valuation(mark);
      held_.hold_between(inequality, {VariableId(binary), present_value(binary)});
      alter(component);
      if (find_consistent(mark, inequality) && are_multipliers_inside(component) &&
          !is_violated(problem)) {
        left_by_candidate_.clear();
        held_by_candidate_.clear();
        return true;
      }
      held_.let_go(inequality);
    }
  }
  hold_again();
  decided_.resize(decided_before_);
  return false;
}

}  // namespace saltus
