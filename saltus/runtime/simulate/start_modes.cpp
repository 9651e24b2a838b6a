#include "saltus/runtime/simulate/start_modes.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace saltus {

namespace {

constexpr std::size_t kMostOptions = 12;
constexpr int kMostStartValuations = 1 << 12;

}  // namespace

std::optional<SimulationEnd> StartModes::find() {
  auto end = find_with({});
  if (end) {
    // A surface of which zero and a side ask for each other holds the motion, too: a force that is
    // exactly what friction can bear.
    counts_zero_ = true;
    wanted_.clear();
    if (!find_with({})) return std::nullopt;
  }
  if (end && !run_.system().sub_problems.empty()) end = find_with_other_binaries(std::move(*end));
  return end;
}

// False if the modes that the sides select cannot be entered. `inconsistent_` then says which
// sides do not agree with them.
bool StartModes::try_valuation(const std::vector<BinaryDecision>& binaries) {
  instant_.set_has_values(false);
  for (const BinaryDecision& binary : binaries) {
    run_.discrete.assign(binary.variable, binary.value);
  }
  outcome_ = &run_.discrete.run_pass(run_.options.start_time, instant_);
  failure_.reset();
  inconsistent_.clear();
  if (outcome_->non_finite_node) {
    failure_ = SimulationEnd{.reason = EndReason::discrete_not_finite,
                             .time = run_.options.start_time,
                             .node = *outcome_->non_finite_node};
    return false;
  }
  const bool is_found = start_components();
  instant_.set_has_values(is_found);
  return is_found;
}

std::optional<SimulationEnd> StartModes::find_with(const std::vector<BinaryDecision>& binaries) {
  const std::size_t mark = run_.discrete.mark();
  ValuationSearch search(ValuationSearch::Order::wishes_first);
  std::vector<std::vector<GuardValue>> tried_modes;
  on_boundary_.reset();
  std::optional<SimulationEnd> not_entered;
  for (;;) {
    const bool is_found = try_valuation(binaries);
    if (is_found && (inconsistent_.empty() || is_contested())) return std::nullopt;
    if (failure_ && failure_->reason == EndReason::discrete_not_finite) return failure_;
    if (is_found && !on_boundary_ && is_on_boundary()) on_boundary_ = search.flips();
    tried_modes.push_back(run_.guard_values(failed_component_));
    run_.discrete.undo_to(mark);
    instant_.set_has_values(false);
    if (failure_) not_entered = failure_;
    if (try_another(search)) continue;
    const auto failure = failure_;
    if (not_entered && on_boundary_ && start_on_boundary(binaries, mark)) return std::nullopt;
    failure_ = failure;
    return explain(std::move(tried_modes));
  }
}

// Whether all that does not agree is decided by what comes after the start, and is taken
// literally at the start itself.
bool StartModes::is_on_boundary() {
  return std::all_of(inconsistent_.begin(), inconsistent_.end(), [&](const WantedSide& wanted) {
    const SurfaceId surface(wanted.first);
    ComponentRun& run = run_.component_of_surface(surface);
    return run_.discrete.side(wanted.first) == Side::zero &&
           run.is_at_surface(run.position_of(surface), false);
  });
}

bool StartModes::start_on_boundary(const std::vector<BinaryDecision>& binaries, std::size_t mark) {
  run_.discrete.undo_to(mark);
  for (const auto& [surface, side] : *on_boundary_) run_.discrete.set_side(surface, side);
  if (!try_valuation(binaries)) return false;
  postponed_ = inconsistent_;
  return true;
}

SimulationEnd StartModes::explain(std::vector<std::vector<GuardValue>> tried_modes) {
  if (!failure_) {
    failure_ =
        SimulationEnd{.reason = EndReason::events_unsettled, .time = run_.options.start_time};
    for (const auto& [surface, side] : inconsistent_) {
      failure_->surfaces.push_back(SurfaceId(surface));
    }
  }
  std::sort(tried_modes.begin(), tried_modes.end(), [](const auto& a, const auto& b) {
    return std::lexicographical_compare(
        a.begin(), a.end(), b.begin(), b.end(),
        [](const GuardValue& l, const GuardValue& r) { return l.value < r.value; });
  });
  tried_modes.erase(std::unique(tried_modes.begin(), tried_modes.end()), tried_modes.end());
  if (tried_modes.size() > 1) failure_->cycle = std::move(tried_modes);
  return in_mode_of(run_, failed_component_, *failure_);
}

bool StartModes::start_components() {
  report_ = StartReport();
  const double time = run_.options.start_time;
  for (std::uint32_t c = 0; c < run_.components.size(); ++c) {
    StartReport report;
    ComponentRun& component = run_.components[c];
    auto failure = run_.options.start_from_left_limits ? component.start_from_left_limits(time)
                                                       : component.find_start(time, report);
    instant_.note_left_limit(c);
    if (failure) {
      failure_ = in_mode_of(run_, c, std::move(*failure));
      failed_component_ = c;
      return false;
    }
    component.keep_left_limit();
    report_.iterations += report.iterations;
    report_.used_homotopy |= report.used_homotopy;
    report_.largest_residual = std::max(report_.largest_residual, report.largest_residual);
    report_.moved.insert(report_.moved.end(), report.moved.begin(), report.moved.end());
    report_.defaulted.insert(report_.defaulted.end(), report.defaulted.begin(),
                             report.defaulted.end());
    compare_sides(c);
  }
  return true;
}

void StartModes::compare_sides(std::uint32_t component) {
  ComponentRun& run = run_.components[component];
  for (std::uint32_t p = 0; p < run.component().surfaces.size(); ++p) {
    const std::uint32_t surface = run.component().surfaces[p].index();
    const Side side = run.side_after(p, false);
    if (side == run_.discrete.side(surface)) continue;
    // An inequality that does not hold has no other mode to offer: the binary unknowns do.
    if (run_.system().surfaces[surface].is_inequality) {
      run_.discrete.set_side(surface, side);
      continue;
    }
    inconsistent_.emplace_back(surface, side);
    failed_component_ = component;
  }
}

bool StartModes::is_contested() {
  bool is_all = true;
  for (const auto& [surface, side] : inconsistent_) {
    ComponentRun& run = run_.component_of_surface(SurfaceId(surface));
    const bool is_there = run.is_at_surface(run.position_of(SurfaceId(surface)), false);
    if (is_there) wanted_.insert({surface, side});
    const auto first = wanted_.lower_bound({surface, Side::negative});
    const auto last = wanted_.upper_bound({surface, Side::positive});
    const bool is_both = counts_zero_
                             ? std::distance(first, last) > 1
                             : side != Side::zero && wanted_.contains({surface, opposite(side)});
    is_all = is_all && is_there && is_both;
  }
  if (!is_all) return false;
  for (const auto& [surface, side] : inconsistent_) contested_.push_back(SurfaceId(surface));
  return true;
}

// After an attempt that was undone: the next valuation, set. False when all were tried.
bool StartModes::try_another(ValuationSearch& search) {
  for (const auto& [surface, side] : inconsistent_) {
    search.add_wish(surface, run_.discrete.side(surface), side);
  }
  if (!search.next()) {
    // All event functions of the component at fault that its mode decides may have to differ.
    for (const SurfaceId surface : run_.components[failed_component_].component().surfaces) {
      if (search.option_count() >= kMostOptions) break;
      if (run_.watched(surface).is_inequality) continue;
      search.add_option(surface.index(), run_.discrete.side(surface.index()));
    }
    if (!search.next()) return false;
  }
  for (const auto& [surface, side] : search.flips()) run_.discrete.set_side(surface, side);
  return true;
}

// There is no point yet that satisfies or violates anything: other values of the binary
// unknowns may have a mode that can be entered.
std::optional<SimulationEnd> StartModes::find_with_other_binaries(SimulationEnd first) {
  const std::uint32_t component = failed_component_;
  for (const SubProblem& problem : run_.system().sub_problems) {
    const bool belongs = std::any_of(
        problem.inequalities.begin(), problem.inequalities.end(),
        [&](SurfaceId inequality) { return run_.watched(inequality).component == component; });
    if (!belongs) continue;
    const std::size_t count = problem.binaries.size();
    for (std::size_t distance = 1, tried = 0; distance <= count; ++distance) {
      std::vector<bool> is_flipped(count, false);
      std::fill_n(is_flipped.begin(), distance, true);
      do {
        if (++tried > kMostStartValuations) return first;
        std::vector<BinaryDecision> binaries;
        for (std::size_t i = 0; i < count; ++i) {
          const std::uint32_t binary = problem.binaries[i];
          if (!is_flipped[i]) continue;
          binaries.push_back(
              {.variable = binary, .value = 1.0 - run_.discrete.known().value[binary]});
        }
        if (!find_with(binaries)) return std::nullopt;
      } while (std::prev_permutation(is_flipped.begin(), is_flipped.end()));
    }
  }
  return first;
}

namespace {

// The values of a component and their first derivatives.
std::vector<double> motion_of(const ComponentRun& run) {
  std::vector<double> values;
  for (std::uint32_t u = 0; u < run.component().variables.size(); ++u) {
    for (const int order : {0, 1}) values.push_back(run.value(u, order));
  }
  return values;
}

bool is_same_motion(const std::vector<double>& a, const std::vector<double>& b, double tolerance) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](double x, double y) {
    return std::fabs(x - y) <= tolerance * std::max(std::fabs(x), std::fabs(y));
  });
}

}  // namespace

void look_for_repelling_at_start(RunState& run, Attempt& attempt, RunListener& listener) {
  attempt.begin();
  for (ComponentRun& component : run.components) {
    const std::vector<SurfaceId>& surfaces = component.component().surfaces;
    if (surfaces.empty()) continue;
    const std::vector<double> motion = motion_of(component);
    const auto goes_otherwise_at = [&](SurfaceId surface, Side side) {
      const Configuration configuration =
          Configuration().with(SurfaceDecision{surface, choice_of(side)});
      return attempt.evaluate(configuration).is_consistent() &&
             !is_same_motion(motion, motion_of(component), run.options.tolerance);
    };
    for (std::uint32_t p = 0; p < surfaces.size(); ++p) {
      const Side side = run.discrete.side(surfaces[p].index());
      if (!attempt.can_hold(surfaces[p]) || !component.is_at_surface(p, false)) continue;
      if (side == Side::zero) {
        if (goes_otherwise_at(surfaces[p], Side::positive) ||
            goes_otherwise_at(surfaces[p], Side::negative)) {
          listener.remark(SurfaceRemarkKind::stays_as_written, surfaces[p]);
        }
      } else if (goes_otherwise_at(surfaces[p], opposite(side))) {
        listener.remark(SurfaceRemarkKind::repelling, surfaces[p]);
      }
      attempt.undo();
    }
  }
}

}  // namespace saltus
