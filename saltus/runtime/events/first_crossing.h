#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "saltus/runtime/events/sign_changes.h"

namespace saltus {

// On which side of its surface an event function is: the sign of g.
enum class Side : std::int8_t { negative = -1, zero = 0, positive = 1 };
// Of a value that is not zero, and of a side that is not.
inline Side side_of(double value) { return value > 0.0 ? Side::positive : Side::negative; }
inline Side opposite(Side side) { return side == Side::positive ? Side::negative : Side::positive; }

struct Crossing {
  double at = 0.0;  // in [0, length]: not before the crossing, and within an ulp or two of it
  Side after = Side::zero;  // the side immediately after it
  bool is_cluster = false;  // an odd number of roots too close together to be told apart
  bool operator==(const Crossing&) const = default;
};

// Finds crossings of polynomials; keeps its scratch so that nothing allocates once warmed up.
// The method, and why nothing is missed, is in docs/theory/event_location.md.
class CrossingSearch {
 public:
  // The first place where
  //
  //     g(s) = sum over m of coefficients[m] s^m,   s in [0, length],
  //
  // leaves `held`: where g has the opposite strict sign immediately after s. The coefficients are
  // taken as exact. A touch (root of even order) is no crossing; a pair of crossings, however
  // close, is two of them, and the first is returned. A crossing at the very end counts, also when
  // rounding puts it a few ulp beyond; it is then reported at `length`.
  //
  // How g starts, p = g if held is positive and -g if it is negative:
  //   p > 0 at 0 or immediately after: g is on the held side, any later change of sign counts,
  //       also one at 1e-300.
  //   -noise <= p(0) <= 0 and p < 0 immediately after: the start counts as on the held side. If
  //       p comes to p > 0 before it falls below -noise, what came before does not count
  //       (g(0) = -1e-17 after the reset that made g positive). If it falls below -noise first, g
  //       leaves at once: a crossing at 0. If it does neither on [0, length], no crossing: the
  //       next step will tell.
  //   p(0) < -noise: g starts on the wrong side, as after a jump: a crossing at 0.
  // Nowhere else does noise matter.
  //
  // What is beyond zero by no more than `depth` everywhere between two changes of sign is a touch
  // as far as g is known: both are passed over. With depth = 0 g is exact.
  //
  // held = zero says that g was identically zero: it still is if no |coefficient| exceeds
  // noise; else a crossing at 0 to the side that the first coefficient beyond noise points to.
  // Identically zero polynomials never cross.
  //
  // Requires finite coefficients, a finite length > 0, noise >= 0 and depth >= 0.
  [[nodiscard]] std::optional<Crossing> first(std::span<const double> coefficients, Side held,
                                              double length, double noise, double depth = 0.0);

  // After a crossing: whether g comes back to its side within the length.
  bool comes_back() { return changes_.next().has_value(); }

 private:
  std::optional<SignChange> next_deep(std::span<const double> coefficients, int held, double from,
                                      double length, double depth);
  void raise(std::span<const double> coefficients, int held, double by);
  bool falls_below_noise(std::span<const double> coefficients, int held, double length,
                         double noise, const std::optional<SignChange>& arrival);

  SignChanges changes_;
  SignChanges changes_beyond_noise_;
  std::vector<double> raised_;  // p + noise, or p + depth
};

}  // namespace saltus
