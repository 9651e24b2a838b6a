#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "saltus/analysis/all_modes/decision_diagrams.h"

namespace saltus {

// A set of modes as a Boolean function of numbered literals, a reduced ordered decision
// diagram: equal sets are equal nodes. Literal 0 is asked first. Valid while the ModeSpace
// lives; sets of one space are for one thread at a time.
class ModeSet {
 public:
  ModeSet() = default;  // no mode
  static ModeSet none() { return {}; }
  static ModeSet all() { return ModeSet(nullptr, 1); }

  ModeSet(const ModeSet& other) : ModeSet(other.diagrams_, other.node_) {}
  ModeSet(ModeSet&& other) noexcept
      : diagrams_(other.diagrams_), node_(std::exchange(other.node_, 0)) {}
  ModeSet& operator=(const ModeSet& other) {
    return *this = ModeSet(other);  // through the move, which is safe for itself
  }
  ModeSet& operator=(ModeSet&& other) noexcept {
    std::swap(diagrams_, other.diagrams_);
    std::swap(node_, other.node_);
    return *this;
  }
  ~ModeSet() {
    if (node_ > 1) diagrams_->drop_reference(node_);
  }

  bool is_empty() const { return node_ == 0; }
  bool is_all() const { return node_ == 1; }
  std::uint32_t node() const { return node_; }

  // Of a set that is neither empty nor all: its first literal, and what is left of the set
  // when that is false or true.
  std::uint32_t level() const { return diagrams_->level(node_); }
  ModeSet low() const { return ModeSet(diagrams_, diagrams_->low(node_)); }
  ModeSet high() const { return ModeSet(diagrams_, diagrams_->high(node_)); }

  // The literals on which it depends, ascending.
  std::vector<std::uint32_t> support() const;
  bool contains(const std::vector<bool>& valuation) const;

  friend bool operator==(const ModeSet& a, const ModeSet& b) { return a.node_ == b.node_; }
  friend ModeSet operator&(const ModeSet& a, const ModeSet& b);
  friend ModeSet operator|(const ModeSet& a, const ModeSet& b);
  friend ModeSet operator-(const ModeSet& a, const ModeSet& b);
  friend ModeSet operator!(const ModeSet& a);
  ModeSet& operator&=(const ModeSet& b) { return *this = *this & b; }
  ModeSet& operator|=(const ModeSet& b) { return *this = *this | b; }
  ModeSet& operator-=(const ModeSet& b) { return *this = *this - b; }

 private:
  friend class ModeSpace;
  ModeSet(DecisionDiagrams* diagrams, DecisionDiagrams::Node node)
      : diagrams_(diagrams), node_(node) {
    if (node_ > 1) diagrams_->add_reference(node_);
  }

  DecisionDiagrams* diagrams_ = nullptr;  // of all and none there may be none
  DecisionDiagrams::Node node_ = 0;
};

// From the last literals to the first, so that what is joined already lies below.
ModeSet union_of(std::vector<ModeSet> sets);

// Owns the diagrams.
class ModeSpace {
 public:
  static constexpr std::size_t default_node_limit = 24'000'000;  // about 25 bytes each
  // Some ten seconds. Models whose parts are coupled locally need 10^6 for 1,000 guards.
  static constexpr std::uint64_t default_step_limit = 40'000'000;
  explicit ModeSpace(std::size_t node_limit = default_node_limit,
                     std::uint64_t step_limit = default_step_limit)
      : diagrams_(std::make_unique<DecisionDiagrams>(node_limit, step_limit)) {}

  ModeSet literal(std::uint32_t level, bool value) const {
    return ModeSet(diagrams_.get(), diagrams_->literal(level, value));
  }
  // The valuations that some value of `level` completes to one of `set`.
  ModeSet exists(const ModeSet& set, std::uint32_t level) const {
    return ModeSet(diagrams_.get(), diagrams_->exists(set.node_, level));
  }
  // The diagrams became too large, or the work with them; sets computed since then mean nothing.
  bool is_exhausted() const { return diagrams_->is_exhausted(); }
  std::uint64_t steps() const { return diagrams_->steps(); }

 private:
  std::unique_ptr<DecisionDiagrams> diagrams_;
};

}  // namespace saltus
