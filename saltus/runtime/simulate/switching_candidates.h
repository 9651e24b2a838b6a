#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace saltus {

// The valuations of n binary unknowns other than the present one, nearest first: by
// Hamming distance, then in the order of the unknowns.
class SwitchingCandidates {
 public:
  explicit SwitchingCandidates(std::size_t count) : is_flipped_(count, false) {}

  // Moves to the next one; false when there is none left.
  bool next() {
    if (distance_ > 0 && std::prev_permutation(is_flipped_.begin(), is_flipped_.end())) return true;
    if (distance_ == is_flipped_.size()) return false;
    ++distance_;
    std::fill(is_flipped_.begin(), is_flipped_.end(), false);
    std::fill_n(is_flipped_.begin(), distance_, true);
    return true;
  }

  std::size_t distance() const { return distance_; }
  const std::vector<bool>& is_flipped() const { return is_flipped_; }

 private:
  std::vector<bool> is_flipped_;
  std::size_t distance_ = 0;
};

}  // namespace saltus
