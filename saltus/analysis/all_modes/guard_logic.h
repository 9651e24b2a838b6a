#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "saltus/analysis/all_modes/mode_count.h"
#include "saltus/analysis/all_modes/mode_set.h"
#include "saltus/compiler/flat/flat_system.h"
#include "saltus/compiler/modes/mode.h"

namespace saltus {

// Guards whose values depend on each other, and the values that are possible.
struct GuardGroup {
  std::vector<std::uint32_t> levels;  // ascending
  ModeSet possible;                   // never empty
};

// The modes of a model that its own logic allows: thresholds are ordered, Boolean
// variables are what their equations say, assertions hold. `pre(…)` and what changes in
// when clauses is free.
//
// A set of modes is *possible* if it excludes what the logic excludes, as far as it depends
// on the guards concerned: such a set is empty exactly if no mode is in it, and stays small
// where the logic elsewhere is large. `&` keeps possible sets possible; after `-` and `!`
// comes possible().
class GuardLogic {
 public:
  // `neighbours`: for each equation what it mentions: guards, by index, then unknowns, by
  // index behind the guards. Decides the order of the diagrams.
  GuardLogic(FlatSystem& system, const std::vector<std::vector<std::uint32_t>>& neighbours);

  // The assertions and equations of Booleans contradict each other: there is no mode.
  bool is_contradictory() const { return is_contradictory_; }
  bool is_exhausted() const { return space_->is_exhausted(); }

  std::uint32_t level(GuardId guard) const { return level_of_[guard.index()]; }
  GuardId guard_at(std::uint32_t level) const { return GuardId(guard_at_[level]); }
  std::size_t guard_count() const { return guard_count_; }
  std::size_t level_count() const { return guard_at_.size(); }

  ModeSet literal(GuardId guard, bool value) const;
  // All literals hold; possible.
  ModeSet all_of(const std::vector<GuardLiteral>& literals) const;
  ModeSet possible(const ModeSet& set) const;
  // The modes that some value of the guard makes one of `set`.
  ModeSet whatever(const ModeSet& set, GuardId guard) const {
    return space_->exists(set, level(guard));
  }
  ModeSet without(const ModeSet& set, const ModeSet& excluded) const {
    return set.is_empty() || excluded.is_empty() ? set : possible(set - excluded);
  }

  // The equations of `neighbours` in the order that the diagrams follow.
  const std::vector<std::uint32_t>& equation_order() const { return equation_order_; }

  // Each guard is in one group; by their first level.
  const std::vector<GuardGroup>& groups() const { return groups_; }
  std::size_t group_at(std::uint32_t level) const { return group_at_[level]; }

  // By level, for ModeSet::contains.
  std::vector<bool> valuation(const Mode& mode) const;
  bool is_possible(const Mode& mode) const;

 private:
  std::unique_ptr<ModeSpace> space_;
  std::size_t guard_count_;
  bool is_contradictory_ = false;
  bool is_free_ = true;                  // every group allows everything
  std::vector<std::uint32_t> level_of_;  // by guard
  std::vector<std::uint32_t> guard_at_;  // by level; atoms: no guard
  std::vector<std::uint32_t> equation_order_;
  std::vector<GuardGroup> groups_;
  std::vector<std::size_t> group_at_;  // by level
};

}  // namespace saltus
