#include <algorithm>

#include "saltus/runtime/simulate/hybrid_run.h"

// The start of a run: modes that agree with the consistent point that they lead to.

namespace saltus {

bool HybridRun::start() {
  now_ = Instant(options_.start_time);
  instant_number_ = 1;
  for (std::uint32_t s = 0; s < model_.discrete.surfaces.size(); ++s) {
    if (!model_.discrete.surfaces[s].threshold) discrete_.set_side(s, guess_.sides[s]);
  }
  discrete_.begin_start();
  for (std::uint32_t s = 0; s < model_.discrete.surfaces.size(); ++s) {
    if (model_.discrete.surfaces[s].threshold) schedule_threshold(s);
  }
  if (!find_start_modes() && !start_with_other_binaries()) return false;
  // Discrete values that were found from start values, before the consistent point was known.
  discrete_.continuous_values_changed();
  const std::size_t changed_values = outcome_->changed_values.size();
  discrete_.refresh_fired(now_.value(), *this);
  for (std::size_t i = changed_values; i < outcome_->changed_values.size(); ++i) {
    touch_readers_of_value(outcome_->changed_values[i]);
  }
  for (std::uint32_t g = 0; g < model_.discrete.guard_count; ++g) {
    if (discrete_.guard(g)) mode_key_ ^= mode_key_of(ModeItem::guard, g);
  }
  mode_number();
  // What the start set in motion: `when initial()`, reinit, values that differ from their pre.
  Instantaneous event{.time = now_, .components = {}, .crossed = {}, .clocks = {}};
  collect_reinits();
  for (std::uint32_t c = 0; c < components_.size(); ++c) {
    if (!reinits_[c].empty()) touch(c);
  }
  if (!check_outcome()) return false;
  changed_pre_.clear();
  discrete_.settle(changed_pre_);
  for (const std::uint32_t variable : changed_pre_) touch_readers_of_pre(variable);
  discrete_.end_start();
  for (std::uint32_t k = 0; k < model_.discrete.clocks.size(); ++k) schedule_clock(k);
  const Agenda::Entry* first = agenda_.first();
  const bool is_event = first != nullptr && first->time == options_.start_time;
  if (is_event) collect_event(event);
  look_for_repelling_at_start();
  // Binary unknowns whose start values violate an inequality are switched at once.
  for (std::uint32_t s = 0; s < model_.discrete.surfaces.size(); ++s) {
    const WatchedSurface& watched = model_.discrete.surfaces[s];
    if (!watched.is_inequality || discrete_.side(s) != Side::positive) continue;
    event.crossed.push_back(SurfaceId(s));
    alter(*watched.component);
  }
  for (const SurfaceId surface : contested_) {
    const std::uint32_t component = *model_.discrete.surfaces[surface.index()].component;
    event.crossed.push_back(surface);
    has_crossed_[surface.index()] = 1;
    alter(component);
  }
  if ((is_event || discrete_.is_due() || !touched_.empty()) && !work_through(event)) return false;
  discrete_.forget_journal();
  if (output_times_.is_per_step() && !write_row(options_.start_time)) return false;
  for (std::uint32_t c = 0; c < components_.size(); ++c) {
    if (!take_step(c)) return false;
  }
  return true;
}

// The start lies on surfaces to which both sides lead back: it will slide.
bool HybridRun::is_contested() {
  bool is_all = true;
  for (const auto& [surface, side] : inconsistent_) {
    ComponentRun& run = components_[*model_.discrete.surfaces[surface].component];
    const bool is_there = run.is_at_surface(run.position_of(SurfaceId(surface)), false);
    if (is_there) wished_.insert({surface, side});
    is_all =
        is_all && is_there && side != Side::zero && wished_.contains({surface, opposite(side)});
  }
  if (!is_all) return false;
  for (const auto& [surface, side] : inconsistent_) contested_.push_back(SurfaceId(surface));
  return true;
}

// Guards depend on values that depend on the mode (semantics 7): a mode is assumed, its
// consistent point found, and the guards evaluated there, until they agree.
bool HybridRun::find_start_modes() {
  const std::size_t mark = discrete_.mark();
  ValuationSearch search(ValuationSearch::Order::wishes_first);
  std::vector<std::vector<GuardValue>> tried_modes;
  for (;;) {
    has_begun_ = false;
    for (const auto& [binary, value] : decided_) discrete_.assign(binary, value);
    outcome_ = &discrete_.run_pass(options_.start_time, *this);
    failure_.reset();
    inconsistent_.clear();
    const bool is_found = start_components(inconsistent_);
    has_begun_ = is_found;
    if (is_found && (inconsistent_.empty() || is_contested())) break;
    const bool has_surfaces = std::any_of(model_.components.begin(), model_.components.end(),
                                          [](const auto& c) { return !c.surfaces.empty(); });
    tried_modes.push_back(guard_values(failed_component_));
    discrete_.undo_to(mark);
    has_begun_ = false;
    if (!has_surfaces || !try_another(search)) {
      if (!failure_) {
        failure_ =
            SimulationEnd{.reason = EndReason::events_unsettled, .time = options_.start_time};
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
      return fail_in(failed_component_, std::move(*failure_));
    }
  }
  return true;
}

bool HybridRun::start_components(std::vector<std::pair<std::uint32_t, Side>>& inconsistent) {
  result_.start = StartReport();
  for (std::uint32_t c = 0; c < components_.size(); ++c) {
    StartReport report;
    ComponentRun& run = components_[c];
    auto failure = options_.start_from_left_limits ? run.start_from_left_limits(options_.start_time)
                                                   : run.find_start(options_.start_time, report);
    evaluated_at_[c] = instant_number_;
    if (failure) {
      failure_ = std::move(failure);
      failure_->mode = guard_values(c);
      failed_component_ = c;
      return false;
    }
    run.keep_left_limit();
    result_.start.iterations += report.iterations;
    result_.start.used_homotopy |= report.used_homotopy;
    result_.start.largest_residual =
        std::max(result_.start.largest_residual, report.largest_residual);
    result_.start.moved.insert(result_.start.moved.end(), report.moved.begin(), report.moved.end());
    result_.start.defaulted.insert(result_.start.defaulted.end(), report.defaulted.begin(),
                                   report.defaulted.end());
    for (std::uint32_t p = 0; p < run.component().surfaces.size(); ++p) {
      const std::uint32_t surface = run.component().surfaces[p].index();
      const Side side = run.side_after(p, false);
      if (side == discrete_.side(surface)) continue;
      if (model_.discrete.surfaces[surface].is_inequality) {
        discrete_.set_side(surface, side);
        continue;
      }
      inconsistent.emplace_back(surface, side);
      failed_component_ = c;
    }
  }
  return true;
}

}  // namespace saltus
