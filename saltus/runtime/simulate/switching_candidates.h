#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace saltus {

// Valuations of one sub-problem that are tried at one event.
inline constexpr int kMostCandidates = 1 << 14;

// The valuations of n binary unknowns other than the present one, nearest first: by
// Hamming distance, then in the order of the unknowns. One of them may be asked to be the last
// of its distance: if it is the one that is taken, nothing was tried after it.
class SwitchingCandidates {
 public:
  explicit SwitchingCandidates(std::size_t count, std::vector<bool> last = {})
      : is_flipped_(count, false), last_(std::move(last)) {
    last_distance_ = static_cast<std::size_t>(std::count(last_.begin(), last_.end(), true));
  }

  // Moves to the next one; false when there is none left.
  bool next() {
    const bool was_at_last = std::exchange(is_at_last_, false);
    while (!was_at_last && distance_ > 0 &&
           std::prev_permutation(is_flipped_.begin(), is_flipped_.end())) {
      if (is_flipped_ != last_) return true;
    }
    if (!was_at_last && distance_ > 0 && distance_ == last_distance_) {
      return is_at_last_ = true;
    }
    if (distance_ == is_flipped_.size()) return false;
    ++distance_;
    std::fill(is_flipped_.begin(), is_flipped_.end(), false);
    std::fill_n(is_flipped_.begin(), distance_, true);
    return is_flipped_ != last_ || next();
  }

  std::size_t distance() const { return distance_; }
  const std::vector<bool>& is_flipped() const { return is_at_last_ ? last_ : is_flipped_; }

 private:
  std::vector<bool> is_flipped_, last_;
  std::size_t distance_ = 0, last_distance_ = 0;
  bool is_at_last_ = false;
};

}  // namespace saltus
