#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "saltus/runtime/taylor/series_table.h"

namespace saltus {

// Where the series of each group terminate. A series that does (free fall) is not computed beyond
// its end: every rule is a sum of products u_i v_(m-i), so if all coefficients of stages
// K+1 … 2K+2d+1 vanish, K the last stage that is not zero here and in the groups before, so do all
// later ones. Where the rules are linear, a stage depends on the d before it: K+1 … K+d are enough,
// if the series before terminate.
class SeriesEnds {
 public:
  // Both must outlive it.
  SeriesEnds(const ExecutableMode& mode, const ExpansionPlan& plan);

  // A new expansion.
  void begin();

  bool is_at_end(std::uint32_t group) const { return is_at_end_[group] != 0; }
  void set_at_end(std::uint32_t group) { is_at_end_[group] = 1; }
  // Whether all series on which this group depends terminate.
  bool are_ended_before(std::uint32_t group) const;

  // Something may be written at a stage from now on.
  void enter(std::uint32_t group, int stage) {
    nonzero_until_[group] = std::max(nonzero_until_[group], stage);
  }
  // A stage > 0 has been computed: whether nothing follows it. `follows_ended`: the rules of the
  // group are linear, and all series on which it depends terminate.
  bool ends_with(std::uint32_t group, int stage, bool follows_ended, const SeriesTable& series) {
    if (!is_zero_stage(mode_.groups[group], stage, series)) {
      last_nonzero_ = std::max(last_nonzero_, stage);
      return false;
    }
    return stage > 2 * (last_nonzero_ + mode_.largest_offset) ||
           (follows_ended && stage >= last_nonzero_ + mode_.largest_offset);
  }

  // Coefficients of the stages `stage` … `order`, as far as there may be any that are not zero.
  void clear_from(std::uint32_t group, int stage, int order, SeriesTable& series);

 private:
  bool is_zero_stage(const ExecutableGroup& group, int stage, const SeriesTable& series) const;

  const ExecutableMode& mode_;
  const ExpansionPlan& plan_;
  int last_nonzero_ = 0;                 // stage, of the groups so far
  std::vector<std::uint8_t> is_at_end_;  // per group: its series terminates
  std::vector<int> nonzero_until_;       // per group: later stages are zero in the table
};

}  // namespace saltus
