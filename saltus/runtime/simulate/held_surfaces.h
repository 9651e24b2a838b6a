#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "saltus/executable/discrete_system.h"
#include "saltus/executable/sliding.h"

namespace saltus {

// The surfaces that hold the motion of components: they slide along them, rest on them, or
// keep a binary unknown between its values there.
class HeldSurfaces {
 public:
  HeldSurfaces(const DiscreteSystem& system, std::size_t components);

  bool holds(SurfaceId surface) const { return is_held_[surface.index()] != 0; }
  // In the order in which they were reached.
  const std::vector<SurfaceId>& of(std::uint32_t component) const { return held_[component]; }
  std::uint32_t component_of(SurfaceId surface) const {
    return *system_.surfaces[surface.index()].component;
  }

  // What holds a component at rest there; nullptr if it does not rest.
  const std::vector<Reaction>* rest_on(SurfaceId surface) const;
  // The binary unknown between its values there, or nullptr.
  const BinaryShare* share_at(SurfaceId surface) const;

  // Where a binary unknown is between its values, if it is.
  std::optional<SurfaceId> surface_of_share(VariableId binary) const;

  void hold(SurfaceId surface);
  void hold_at_rest(SurfaceId surface, std::vector<Reaction> reactions);
  void hold_between(SurfaceId surface, BinaryShare share);
  // Other surfaces keep the motion on it: its multiplier is given.
  void hold_at_share(SurfaceId surface, double share);
  std::optional<double> fixed_share(SurfaceId surface) const;
  // Whether another surface of its component has a multiplier that the motion determines.
  bool has_free_beside(SurfaceId surface) const;
  void let_go(SurfaceId surface);

  // Surfaces whose multiplier has reached 0 or 1 in this instant: the motion goes on along the
  // surface at first, so that the sign of the function immediately after is rounding.
  void mark_left(SurfaceId surface);
  bool has_left(SurfaceId surface) const { return has_left_[surface.index()] != 0; }
  void forget_left();

  // Everything since mark() is undone.
  std::size_t mark() const { return journal_.size(); }
  void undo_to(std::size_t mark);
  void forget_journal() { journal_.clear(); }

  // Different for different sets of surfaces.
  std::uint64_t key() const { return key_; }

  // The guards that a crossing decides, ascending; nullptr if it does more than that, and
  // the surface cannot be slid along.
  const std::vector<std::uint32_t>* guards_of(SurfaceId surface);

 private:
  // How a surface held the motion before a change, and where it stood among the others.
  struct Change {
    SurfaceId surface;
    bool was_held = false;
    bool had_left = false;
    std::size_t position = 0;
    std::vector<Reaction> reactions = {};
    std::optional<BinaryShare> share = {};
    std::optional<double> fixed_share = {};
  };
  void remember(SurfaceId surface);
  void insert(SurfaceId surface, std::size_t position);
  void erase(SurfaceId surface);
  void fix(SurfaceId surface, double share);

  struct Decided {
    bool is_known = false;
    std::optional<std::vector<std::uint32_t>> guards;
  };
  const DiscreteSystem& system_;
  std::vector<std::vector<SurfaceId>> held_;                        // per component
  std::vector<std::uint8_t> is_held_, has_left_;                    // per surface
  std::vector<SurfaceId> left_;                                     // that has_left_ marks
  std::unordered_map<std::uint32_t, std::vector<Reaction>> rests_;  // looked up only
  std::unordered_map<std::uint32_t, BinaryShare> shares_;           // looked up only
  std::unordered_map<std::uint32_t, double> fixed_shares_;          // looked up only
  std::vector<Decided> decided_;                                    // per surface
  std::vector<Change> journal_;
  std::uint64_t key_ = 0;
};

// How the component moves along its surfaces, the guards' values at the corners left open:
// surfaces that decide a guard together are one cluster. Nothing if crossing one of them
// does more than change guards.
std::optional<Sliding> find_clusters(HeldSurfaces& held, std::uint32_t component);

// A surface that decides nothing now: `h > 1 and q > 0` after q has become negative. Both
// its sides are the same, so there is nothing to mix.
std::optional<SurfaceId> find_undecisive(const Sliding& sliding);

}  // namespace saltus
