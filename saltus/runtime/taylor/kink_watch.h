#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "saltus/executable/executable_mode.h"
#include "saltus/runtime/events/first_crossing.h"
#include "saltus/runtime/taylor/expansion.h"
#include "saltus/runtime/taylor/rounding_sweep.h"
#include "saltus/runtime/taylor/step_outcome.h"

namespace saltus {

// Watches where operations with branches (abs, min, noEvent(if …), floor, atan2) leave the branch
// that an expansion takes: beyond, its series is that of another function. No event happens
// there, but the step ends (docs/theory/branches.md).
class KinkWatch {
 public:
  explicit KinkWatch(const ExecutableMode& mode);

  bool is_empty() const { return mode_.kinks.empty(); }

  // Takes the switching functions, coefficients 0 … degree, of an expansion whose branches are
  // held.
  void look(const Expansion& expansion, int degree);

  // Switching functions in the same unit of time as the expansion; of branches that are not taken
  // they may be not finite, and are then not watched.
  std::size_t function_count() const { return functions_.size(); }
  std::span<const double> series(std::size_t i) const {
    return std::span(series_).subspan(i * stride_, stride_);
  }
  bool is_watched(std::size_t i) const { return functions_[i].is_watched; }
  // A root on its way to zero: where that is in the next steps decides, not in this one.
  bool is_root_on_its_way(std::size_t i) const { return functions_[i].is_root_itself; }
  // The sum of the absolute values of what the function's value is made of.
  double magnitude(std::size_t i) const { return functions_[i].magnitude; }

  // The first place within `length` at which a branch is left, in units of the expansion's time;
  // `direction` is that of the run. What crosses there is remembered for cross(). A branch that the
  // solution comes to within `soon` is not left before.
  std::optional<double> find(double length, double direction, double soon = 0.0);

  // Functions whose value at a point that was expanded, at `s`, is on the side that is not held,
  // by more than rounding: the polynomial has not seen it. They are remembered as those of find().
  // Of what only event functions read the expansion knows nothing.
  template <class Sweep>
  bool find_left(const Expansion& reached, double s, const Sweep& sweep) {
    found_.clear();
    for (std::size_t i = 0; i < functions_.size(); ++i) {
      const Function& function = functions_[i];
      if (!is_difference_known(function)) continue;
      const double value = value_of(function, reached);
      const double sign = static_cast<double>(static_cast<int>(function.held));
      if (!(sign * value < 0.0) || !(std::fabs(value) > rounding_of(function, sweep()))) continue;
      found_.push_back({i, s, opposite(function.held)});
    }
    return !found_.empty();
  }

  // Whether branches are left where they begin: the switching function is zero, within `noise` of
  // its magnitude or the rounding of its operands, and the first of its coefficients that is not
  // zero leads to the other side.
  bool find_at_once(double noise, double direction, const RoundingSweep& rounding);

  // Of the first switching function found last: its value at a point that was reached, and its
  // slope at `s`, both positive towards the side that is left. Nothing for a root, or for what was
  // zero.
  struct Distance {
    double value, slope;
  };
  std::optional<Distance> distance(const Expansion& reached, double s) const;
  // What rounding may have done to that value, by a sweep at the point.
  double rounding_of_distance(const RoundingSweep& rounding) const;
  // Whether a root is zero and not zero immediately after, or comes to zero, or has left it, within
  // `soon`: there is no series, or none that reaches so far.
  bool is_at_root(double direction, double soon) const;

  // Operands of roots that come to zero within `soon` become zero, if they are sums of states. True
  // if there is one.
  bool put_arriving_on_zero(const Expansion& expansion, double direction, double soon,
                            std::span<const double> scale, std::span<double> state) const;

  // Operands of branches, roots apart, become zero, if they are sums of states: of what was found
  // last, of what comes to zero within `soon`. True if there is one.
  bool put_found_on_zero(const Expansion& reached, std::span<const double> scale,
                         std::span<double> state) const;
  bool put_near_on_zero(const Expansion& expansion, double direction, double soon,
                        std::span<const double> scale, std::span<double> state) const;

  // Whether the branches are right at a point that was reached: no switching function is on its
  // other side there, by more than `accuracy` of its operands. A polynomial may not know: that of
  // tanh(100*x) - 0.5 far from x = 0.
  bool are_branches_right(const Expansion& reached, double accuracy) const;

  // Holds the expansion's roots that are so near to their zero, all others are chosen anew.
  void hold_roots_at_zero(Expansion& expansion, double soon) const;

  // Puts the expansion on the branches beyond the place found last. All others are chosen anew,
  // unless several kinks are met one after the other without moving on. Roots apart: they end only
  // where their operand is zero.
  void cross(Expansion& expansion, bool moves_on) const;
  // The same, and all others stay as they are.
  void hold_beyond(Expansion& expansion) const;

  // Roots among what was found last, at the point that was reached: they have come to zero if their
  // operand is not positive, or if no time is left before it is zero (`is_here`). They stay there,
  // and a state that is the operand is zero exactly. True if there is one.
  bool end_roots(const Expansion& reached, bool is_here, Expansion& expansion,
                 std::span<double> state) const;

  // An event is located as accurately as the solution is, and the root of that error is no error of
  // its kind. Where the operand of a root is, up to its sign, an event function that crosses, the
  // state at the event is moved to where both are zero. True if it was moved.
  struct RootAccuracy {
    double relative;  // of the operand
    double time;      // of the event
  };
  bool put_on_roots(const Expansion& reached, std::span<const SurfaceCrossing> crossings,
                    const RootAccuracy& accuracy, std::span<const double> scale,
                    std::span<double> state) const;

 private:
  struct Function {
    std::uint32_t row;           // of the operation
    std::optional<double> next;  // its branch beyond; nothing: the sign that the function gets
    Side held;
    double magnitude;
    bool is_watched;
    bool is_root = false;  // that is not zero: the root itself, or its operand
    bool is_root_itself = false;
    std::uint32_t operand = kNoRow;  // of a root
    std::span<const double> operand_series = {};
    bool is_zero_root() const { return operand != kNoRow && !is_root; }
    // constant + factor*(value of row a, less that of row b)
    double constant = 0.0, factor = 1.0;
    std::uint32_t a = kNoRow, b = kNoRow;
  };

  void add(const Expansion& expansion, const Instruction& instruction, double constant,
           double factor, Side held, std::optional<double> next);
  void add_root(const Expansion& expansion, const Instruction& instruction, bool is_zero);
  void add_root_function(const Expansion& expansion, const Instruction& instruction,
                         std::uint32_t watched, bool is_zero);
  void add_integers(const Expansion& expansion, const Instruction& instruction, double branch);
  static bool is_zero_with_operand(const Function& function);
  double noise(std::size_t i, double length) const;
  bool is_difference_known(const Function& function) const;
  static double value_of(const Function& function, const Expansion& reached);
  const Function* first_found() const;
  double rounding_of(const Function& function, const RoundingSweep& rounding) const;
  std::optional<std::size_t> first_beyond(double rounding, double length) const;
  bool is_zero_within(std::span<const double> series, double soon) const;
  Side side_after_zero(std::size_t i, double direction) const;

  const ExecutableMode& mode_;
  std::vector<std::uint8_t> is_observed_;  // per row: only event functions read it
  std::vector<Function> functions_;
  std::vector<double> series_, size_;  // per function: coefficients, and sums of absolute values
  std::size_t stride_ = 0;
  std::vector<double> oriented_;
  struct Found {
    std::size_t function;
    double at;
    Side after;
  };
  std::vector<Found> found_;
  CrossingSearch search_;
};

}  // namespace saltus
