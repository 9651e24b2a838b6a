#pragma once

#include <cstdint>
#include <vector>

#include "saltus/analysis/all_modes/mode_count.h"

namespace saltus {

// How many valuations have which sum, guard by guard. Between two guards there are states: what
// the guards so far leave to be decided. Each value of a guard leads from a state to one
// behind it and adds something. There is one state at the beginning and one at the end, so
// that the layers of independent parts can be put one behind the other.
struct SumLayers {
  struct Step {
    std::uint32_t from, to;
    std::uint32_t added;    // in units above the least
    std::uint32_t choices;  // 1, or 2 if both values of the guard do this
  };
  std::vector<std::vector<Step>> steps;   // by guard
  std::vector<std::size_t> widths = {1};  // states before the k-th guard, and at the end
  int least = 0;                          // of the sum, over all valuations counted
  int most = 0;
  bool is_empty = false;  // nothing is counted

  void append(const SumLayers& next);
};

// The number of valuations by sum: entry k is for the sum `least` + k. A product of many small
// matrices of polynomials, theory/all_modes.md (5), modulo as many primes as the numbers need.
class SumCounts {
 public:
  SumCounts() = default;  // none
  explicit SumCounts(const SumLayers& layers);

  void add(const SumCounts& other);
  void subtract(const SumCounts& other);
  int least() const { return least_; }
  std::vector<ModeCount> counts() const;

 private:
  void widen(const SumCounts& other);
  template <class Combine>
  void combine(const SumCounts& other, Combine combine);

  int least_ = 0;
  std::size_t size_ = 0;
  std::vector<std::vector<std::uint64_t>> residues_;  // by prime, by sum
};

}  // namespace saltus
