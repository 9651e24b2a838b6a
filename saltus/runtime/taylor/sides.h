#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "saltus/runtime/taylor/held_branches.h"
#include "saltus/runtime/taylor/present_series.h"

namespace saltus {

// The sides on which event functions are immediately after the present point, where a mode has
// begun (semantics 4, ties).
class Sides {
 public:
  // All must outlive it.
  Sides(const ExecutableMode& mode, PresentSeries& series, const HeldBranches& branches);

  // The length of the run.
  void set_span(double length) { span_ = length; }

  // The value of a function at the present point.
  double value(std::uint32_t surface);
  // Whether it counts as zero.
  bool is_at_surface(std::uint32_t surface, bool has_crossed);
  // The sign of a function's first coefficient that is not zero. Where it has just crossed, its
  // value counts as zero as far as the place of the crossing is known; its derivatives do as far as
  // the solution is known, if that accuracy is asked for.
  using Accuracy = EventFunctions::Accuracy;
  Side after(std::uint32_t surface, bool has_crossed, Accuracy accuracy = Accuracy::of_rounding);
  // The same after the author has set a state: the side to which that sends it at first. An arc so
  // low that it does not leave the rounding of a height is one nevertheless, and ends in a
  // crossing.
  Side after_jump(std::uint32_t surface, bool has_crossed);

  // An event function that is not a number: nothing can be decided by it.
  std::optional<std::uint32_t> find_undefined() const;

 private:
  // What after() has found, as long as the series about the present point is the same. Where the
  // value decides it does not matter how accurately the derivatives are looked at.
  struct Known {
    std::uint64_t expansion = 0;
    Side side = Side::zero;
    bool has_crossed = false;
    bool is_by_value = false;
    Accuracy accuracy = Accuracy::of_rounding;
  };
  Side find(std::uint32_t surface, bool has_crossed, Accuracy accuracy, bool& is_by_value);
  bool is_at_root() const;
  double next_step();
  Side beside(std::uint32_t surface);
  Side beside_root(std::uint32_t surface);
  double value_after(double length, std::uint32_t surface);

  const ExecutableMode& mode_;
  PresentSeries& series_;
  const HeldBranches& branches_;
  double span_ = 0.0;
  std::vector<Known> known_;    // per surface
  std::vector<double> beside_;  // scratch: a state
};

}  // namespace saltus
