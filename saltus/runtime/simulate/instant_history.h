#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "saltus/runtime/simulate/attempt.h"

namespace saltus {

// A micro-step as far as it decides whether the same comes again.
struct SettledPoint {
  std::vector<std::uint32_t> components;
  std::vector<const VisitedMode*> modes;
  std::vector<double> points;  // component after component
  std::vector<double> values;  // of discrete variables that have changed in this instant
  std::vector<Side> sides;     // of the components' surfaces, component after component
  std::vector<GuardValue> guards;
  std::vector<std::uint32_t> fired;  // when-actions
  bool is_in_conflict = false;       // taken although it is not consistent

  friend bool is_same_point(const SettledPoint& a, const SettledPoint& b) {
    return a.components == b.components && a.modes == b.modes && a.points == b.points &&
           a.values == b.values && a.sides == b.sides;
  }
};

// The micro-steps of one instant: the same modes at the same point twice would go on for ever.
class InstantHistory {
 public:
  void clear();
  void add(const RunState& run, Attempt& attempt);
  // Whether none of the micro-steps after `first` is consistent: what repeats is a contradiction.
  bool are_all_in_conflict(std::size_t first) const;
  // The first micro-step that the last one repeats.
  std::optional<std::size_t> repeated() const { return repeated_; }
  std::vector<CycleStep> steps_since(std::size_t first) const;
  std::vector<CycleStep> last_steps(std::size_t count) const;
  // The surfaces whose sides differ in the micro-steps from `first` on, or that hold the motion
  // in some of them only.
  std::vector<SurfaceId> surfaces_since(std::size_t first, const ExecutableModel& model) const;

 private:
  bool changes_nothing(const SettledPoint& point, const Attempt& attempt) const;

  std::vector<SettledPoint> points_;
  std::vector<std::uint32_t> changed_;                         // discrete variables
  std::unordered_multimap<std::uint64_t, std::size_t> known_;  // by hash; looked up only
  std::optional<std::size_t> repeated_;
};

}  // namespace saltus
