#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "saltus/runtime/taylor/expansion.h"

namespace saltus {

// Whether the series at the begin of a step can speak for all of it.
//
// The tail of a series says how far it reaches, unless what happens later does not show in any of
// its coefficients: tanh(x/0.001) is constant to the last bit while x < -0.02, and sin(t)^60 has
// no coefficient of order less than 60 at 0. Such a step looks exact at both ends. What gives it
// away are operations, not their result (docs/theory/taylor.md, "The whole step"):
//   - an operand of a product or function whose higher coefficients are as large as its lower ones
//     has left out a part as large as itself;
//   - exp and tanh over the range of their operand change by more than their coefficients say.
// Neither proves anything; where one is found, the equations are evaluated at points within the
// step.
class SeriesCheck {
 public:
  SeriesCheck(const ExecutableMode& mode, int order);

  enum class Verdict : std::uint8_t {
    representative,  // the series speaks for the step
    look_within,     // the equations have to be evaluated at points()
    too_long,        // where to look cannot be told
  };
  // Looks at the operations over 0 … s, s positive in units of the expansion's time scale; the
  // step runs in the direction of time if `direction` is positive.
  Verdict judge(const Expansion& expansion, double s, double direction);

  // Where within the step to look, as parts of it, ascending.
  std::span<const double> points() const { return points_; }

 private:
  double variation(std::span<const double> series) const;
  bool is_decaying(std::span<const double> series) const;
  bool is_saturated(const Instruction& instruction, const Expansion& expansion) const;
  bool is_known(std::span<const double> operand) const;
  void add_extremes(std::span<const double> operand, double s, double direction);

  const ExecutableMode& mode_;
  int order_;
  std::vector<std::uint32_t> operands_;      // rows of products and functions
  std::vector<const Instruction*> bounded_;  // exp and tanh
  std::vector<double> power_;                // of s
  std::vector<double> points_;
};

}  // namespace saltus
