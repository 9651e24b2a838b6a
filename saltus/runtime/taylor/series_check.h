#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "saltus/runtime/numeric/tolerances.h"
#include "saltus/runtime/taylor/expansion.h"
#include "saltus/runtime/taylor/operation_tail.h"
#include "saltus/runtime/taylor/step_cells.h"

namespace saltus {

// Whether the series at the begin of a step can speak for all of it.
//
// The tail of a series says how far it reaches, unless what happens later does not show in its last
// coefficients, or in none: sin(t^8) has the coefficients 8, 24, 40, … only, sin(t)^60 has no
// coefficient of order less than 60 at 0, and tanh(x/0.001) is constant to the last bit while
// x < -0.02. So every operation that is not linear is asked what it may have left out
// (docs/theory/taylor.md, "The whole step"). Its series is *followed* if
//   - Cauchy's estimate, from the moves of its operands, shows that this is little; or
//   - its last coefficients go on like those before, so that whoever looks at the tails sees it.
// Where one is not followed, the equations have to be evaluated at points within the step.
class SeriesCheck {
 public:
  SeriesCheck(const ExecutableMode& mode, const Tolerances& tolerances, int order);

  enum class Verdict : std::uint8_t {
    representative,  // the series speaks for the step
    look_within,     // the equations have to be evaluated in cells()
    too_long,        // where to look cannot be told
  };
  // Looks at the operations over 0 … s, s positive in units of the expansion's time scale; the
  // step runs in the direction of time if `direction` is positive. `narrowest`: the part of it that
  // time resolves.
  Verdict judge(const Expansion& expansion, double s, double direction, double narrowest);

  // Parts of the step in which no operation that is not followed changes much.
  std::span<const StepCell> cells() const { return cells_.cells(); }
  // Where unknowns may be infinite.
  std::span<const StepCells::PossiblePole> possible_poles() const {
    return cells_.possible_poles();
  }

 private:
  void forget_unused(const Expansion& expansion);
  void take_radius(double radius);
  void find_moves(const Expansion& expansion, double radius);
  double move_of(std::span<const double> series) const;
  double first_terms(std::span<const double> series) const;
  struct Term {
    std::size_t order;
    double size;
  };
  Term largest_term(std::span<const double> series, std::size_t first, std::size_t last) const;
  double expected(const Term& middle, const Term& late) const;
  // An error, relative to a size; what has overflowed is no size.
  static bool is_within(double error, double size, double allowed) {
    return error <= allowed * size && size <= std::numeric_limits<double>::max();
  }
  template <class Size>
  bool is_small(const Instruction& operation, const Expansion& expansion, double left_out,
                double allowed, Size size_of) const;
  double curvature_of(const Instruction& operation, const Expansion& expansion) const;
  bool is_small_closely(const Instruction& operation, const Expansion& expansion, double allowed);
  bool are_products_small(const Instruction& sum, const Expansion& expansion, double allowed);
  void find_loose(const Expansion& expansion);
  bool goes_on(const Instruction& operation, const Expansion& expansion) const;
  bool stays_away(std::span<const double> series) const;

  const ExecutableMode& mode_;
  int order_;
  double allowed_;   // error of a result, relative to its size
  double left_out_;  // what Cauchy's estimate makes of a bound, with the usual radius
  std::vector<std::uint32_t> operands_;         // rows of products and functions
  std::vector<const Instruction*> operations_;  // that are not linear
  std::vector<double> move_;                    // per row, of operands
  std::vector<double> reach_power_;             // of the radius, zero beyond the order
  double s_ = 0.0;                              // the step
  std::vector<const Instruction*> unfollowed_, loose_;
  bool has_choices_ = false;           // `if` that no event decides
  std::vector<std::uint8_t> is_used_;  // per row
  StepCells cells_;
};

}  // namespace saltus
