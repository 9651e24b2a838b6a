#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <iterator>
#include <optional>
#include <vector>

#include "saltus/executable/executable_mode.h"
#include "saltus/runtime/events/first_crossing.h"
#include "saltus/runtime/numeric/tolerances.h"

namespace saltus {

// What a micro-step may decide of a surface beyond what the crossings have decided: on which
// side the motion goes on, that the function vanishes identically, or that the surface holds the
// motion, which then has a multiplier between the two sides. Where other surfaces keep the motion
// on it, its multiplier is not determined; it is chosen: the mean, or where it has come to one, a
// bound.
enum class Choice : std::int8_t {
  negative = -1,
  zero = 0,
  positive = 1,
  held = 2,
  held_low,
  held_mean,
  held_high,
  // Beside the mean, to see whether another share would do.
  held_below_mean,
  held_above_mean,
};

inline bool holds(Choice choice) { return choice >= Choice::held; }
// Of a choice that holds; nothing if the motion determines it.
inline std::optional<double> share_of(Choice choice) {
  switch (choice) {
    case Choice::negative:
    case Choice::zero:
    case Choice::positive:
    case Choice::held:
      break;
    case Choice::held_low:
      return 0.0;
    case Choice::held_mean:
      return 0.5;
    case Choice::held_high:
      return 1.0;
    case Choice::held_below_mean:
      return 0.5 - tolerances::other_share;
    case Choice::held_above_mean:
      return 0.5 + tolerances::other_share;
  }
  return std::nullopt;
}

inline Choice choice_of(Side side) { return static_cast<Choice>(side); }
inline Side side_of(Choice choice) { return static_cast<Side>(choice); }

struct SurfaceDecision {
  SurfaceId surface;
  Choice choice = Choice::negative;
  // Its multiplier has left [0, 1]: the motion leaves along the surface, and the sign of the
  // function immediately after is rounding.
  bool is_left = false;
  friend auto operator<=>(const SurfaceDecision&, const SurfaceDecision&) = default;
};

// A binary unknown with its other value, or between its values on an inequality.
struct BinaryDecision {
  std::uint32_t variable = 0;
  double value = 0.0;
  std::optional<SurfaceId> between = {};
  friend auto operator<=>(const BinaryDecision&, const BinaryDecision&) = default;
};

// All decisions of one attempt at a micro-step.
struct Configuration {
  std::vector<BinaryDecision> binaries = {};   // ascending, each variable once
  std::vector<SurfaceDecision> surfaces = {};  // ascending, each surface once

  const SurfaceDecision* at(SurfaceId surface) const {
    const auto found = std::find_if(surfaces.begin(), surfaces.end(), [&](const auto& decision) {
      return decision.surface == surface;
    });
    return found == surfaces.end() ? nullptr : &*found;
  }
  const BinaryDecision* of(std::uint32_t variable) const {
    const auto found = std::find_if(binaries.begin(), binaries.end(), [&](const auto& decision) {
      return decision.variable == variable;
    });
    return found == binaries.end() ? nullptr : &*found;
  }
  Configuration with(const SurfaceDecision& decision) const {
    Configuration other = *this;
    std::erase_if(other.surfaces,
                  [&](const auto& known) { return known.surface == decision.surface; });
    other.surfaces.insert(std::lower_bound(other.surfaces.begin(), other.surfaces.end(), decision),
                          decision);
    return other;
  }
  Configuration with(const BinaryDecision& decision) const {
    Configuration other{.surfaces = surfaces};
    other.binaries.reserve(binaries.size() + 1);
    std::copy_if(binaries.begin(), binaries.end(), std::back_inserter(other.binaries),
                 [&](const auto& known) { return known.variable != decision.variable; });
    other.binaries.insert(std::lower_bound(other.binaries.begin(), other.binaries.end(), decision),
                          decision);
    return other;
  }
  void clear() {
    binaries.clear();
    surfaces.clear();
  }
  bool holds_more() const {
    return std::any_of(surfaces.begin(), surfaces.end(),
                       [](const auto& decision) { return holds(decision.choice); });
  }
  friend auto operator<=>(const Configuration&, const Configuration&) = default;
};

}  // namespace saltus
