#include "saltus/runtime/simulate/instant_history.h"

#include <algorithm>
#include <bit>

namespace saltus {

namespace {

std::uint64_t hash_of(const SettledPoint& point) {
  std::uint64_t hash = 0x9E3779B97F4A7C15ull;
  const auto add = [&](std::uint64_t word) {
    hash = (hash ^ word) * 0xBF58476D1CE4E5B9ull;
    hash ^= hash >> 29;
  };
  for (const std::uint32_t component : point.components) add(component);
  for (const double value : point.points) add(std::bit_cast<std::uint64_t>(value + 0.0));
  for (const double value : point.values) add(std::bit_cast<std::uint64_t>(value + 0.0));
  return hash;
}

}  // namespace

void InstantHistory::clear() {
  repeated_.reset();
  if (points_.empty()) return;
  points_.clear();
  changed_.clear();
  known_.clear();
}

// Nothing has moved since the step before: what the next one does is decided by what only this one
// has made the past, as `pre` of a value that changed in the step before.
bool InstantHistory::changes_nothing(const SettledPoint& point, const Attempt& attempt) const {
  if (!attempt.outcome().changed_values.empty() || !attempt.outcome().changed_guards.empty()) {
    return false;
  }
  const std::vector<std::uint32_t>& touched = attempt.touched();
  const bool is_moved = std::any_of(touched.begin(), touched.end(), [&](std::uint32_t c) {
    const ComponentChange& change = attempt.change(c);
    return change.is_mode_change || !change.impulses.empty() || attempt.has_reinit(c);
  });
  return !is_moved &&
         (touched.empty() || (!points_.empty() && is_same_point(points_.back(), point)));
}

void InstantHistory::add(const RunState& run, Attempt& attempt) {
  repeated_.reset();
  SettledPoint point;
  for (const std::uint32_t c : attempt.touched()) {
    const ComponentRun& component = run.components[c];
    point.components.push_back(c);
    point.modes.push_back(&component.mode());
    point.points.insert(point.points.end(), component.point().begin(), component.point().end());
    for (const SurfaceId surface : component.component().surfaces) {
      point.sides.push_back(run.discrete.side(surface.index()));
    }
    if (!attempt.change(c).is_mode_change) continue;
    for (const GuardValue& guard : run.guard_values(c)) point.guards.push_back(guard);
  }
  for (const std::uint32_t variable : attempt.outcome().changed_values) {
    if (std::find(changed_.begin(), changed_.end(), variable) == changed_.end()) {
      changed_.push_back(variable);
    }
  }
  point.fired = attempt.outcome().fired;
  point.is_in_conflict = !attempt.verdict().is_consistent();
  for (const std::uint32_t variable : changed_) {
    point.values.push_back(run.discrete.known().value[variable]);
  }
  // A step that changes nothing is no part of a cycle.
  if (changes_nothing(point, attempt)) return;
  const std::uint64_t hash = hash_of(point);
  const auto [first, last] = known_.equal_range(hash);
  for (auto entry = first; entry != last; ++entry) {
    if (!is_same_point(points_[entry->second], point)) continue;
    repeated_ = std::max(repeated_.value_or(0), entry->second);
  }
  known_.emplace(hash, points_.size());
  points_.push_back(std::move(point));
}

bool InstantHistory::are_all_in_conflict(std::size_t first) const {
  return std::all_of(points_.begin() + static_cast<std::ptrdiff_t>(first) + 1, points_.end(),
                     [](const SettledPoint& point) { return point.is_in_conflict; });
}

// The last one repeats the first and is left out. Discrete variables that keep one value in all of
// them are, too.
std::vector<CycleStep> InstantHistory::steps_since(std::size_t first) const {
  const auto begin = points_.begin() + static_cast<std::ptrdiff_t>(first);
  const auto is_kept = [&](std::size_t variable) {
    return std::any_of(begin, points_.end(), [&](const SettledPoint& point) {
      return variable >= point.values.size() ||
             point.values[variable] != points_.back().values[variable];
    });
  };
  std::vector<std::size_t> alternating;
  for (std::size_t v = 0; v < changed_.size(); ++v) {
    if (is_kept(v)) alternating.push_back(v);
  }
  std::sort(alternating.begin(), alternating.end(),
            [&](std::size_t a, std::size_t b) { return changed_[a] < changed_[b]; });
  std::vector<CycleStep> steps;
  for (std::size_t i = first; i + 1 < points_.size(); ++i) {
    const SettledPoint& point = points_[i];
    CycleStep& step = steps.emplace_back(CycleStep{.mode = point.guards, .fired = point.fired});
    for (const std::size_t v : alternating) {
      if (v < point.values.size())
        step.values.emplace_back(VariableId(changed_[v]), point.values[v]);
    }
  }
  return steps;
}

std::vector<CycleStep> InstantHistory::last_steps(std::size_t count) const {
  const std::size_t most = points_.empty() ? 0 : points_.size() - 1;
  return steps_since(most - std::min(most, count));
}

std::vector<SurfaceId> InstantHistory::surfaces_since(std::size_t first,
                                                      const ExecutableModel& model) const {
  std::vector<SurfaceId> surfaces;
  std::size_t entry = 0;
  for (std::size_t i = 0; i < points_[first].components.size(); ++i) {
    for (const SurfaceId surface : model.components[points_[first].components[i]].surfaces) {
      const auto is_held = [&](const SettledPoint& point) {
        const std::vector<HeldSurface>& held = point.modes[i]->compiled->sliding;
        return std::find(held.begin(), held.end(), HeldSurface{surface, false}) != held.end();
      };
      for (std::size_t k = first + 1; k < points_.size(); ++k) {
        if (points_[k].components != points_[first].components) return {};
        if (points_[k].sides[entry] == points_[first].sides[entry] &&
            is_held(points_[k]) == is_held(points_[first])) {
          continue;
        }
        surfaces.push_back(surface);
        break;
      }
      ++entry;
    }
  }
  return surfaces;
}

}  // namespace saltus
