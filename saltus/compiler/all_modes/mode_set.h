#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace saltus {

// A set of modes as a Boolean function of numbered literals, a reduced ordered decision
// diagram: equal sets are equal nodes. Literal 0 is asked first. Valid while the ModeSpace
// lives.
class ModeSet {
 public:
  ModeSet() = default;  // no mode
  static ModeSet none() { return {}; }
  static ModeSet all() { return ModeSet(1); }

  ModeSet(const ModeSet& other) : node_(other.node_) { acquire(); }
  ModeSet(ModeSet&& other) noexcept : node_(std::exchange(other.node_, 0)) {}
  ModeSet& operator=(const ModeSet& other) {
    return *this = ModeSet(other);  // through the move, which is safe for itself
  }
  ModeSet& operator=(ModeSet&& other) noexcept {
    std::swap(node_, other.node_);
    return *this;
  }
  ~ModeSet() { release(); }

  bool is_empty() const { return node_ == 0; }
  bool is_all() const { return node_ == 1; }
  int node() const { return node_; }

  // Of a set that is neither empty nor all: its first literal, and what is left of the set
  // when that is false or true.
  std::uint32_t level() const;
  ModeSet low() const;
  ModeSet high() const;

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
  explicit ModeSet(int node) : node_(node) { acquire(); }
  void acquire() const {
    if (node_ > 1) add_reference();
  }
  void release() const {
    if (node_ > 1) drop_reference();
  }
  void add_reference() const;
  void drop_reference() const;

  int node_ = 0;
};

// From the last literals to the first, so that what is joined already lies below.
ModeSet union_of(std::vector<ModeSet> sets);

// Owns the diagrams. The library behind it has one global state: only one space at a time.
class ModeSpace {
 public:
  static constexpr std::size_t default_node_limit = 24'000'000;  // about 20 bytes each
  explicit ModeSpace(std::size_t literal_count, std::size_t node_limit = default_node_limit);
  ~ModeSpace();
  ModeSpace(const ModeSpace&) = delete;
  ModeSpace& operator=(const ModeSpace&) = delete;

  ModeSet literal(std::uint32_t level, bool value) const;
  // The valuations that some value of `levels` completes to one of `set`.
  ModeSet exists(const ModeSet& set, const std::vector<std::uint32_t>& levels) const;
  // The diagrams became too large; sets computed since then mean nothing.
  bool is_exhausted() const;
};

}  // namespace saltus
