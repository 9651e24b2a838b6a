#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "saltus/executable/executable_model.h"
#include "saltus/executable/known_values.h"
#include "saltus/foundation/base/interruption.h"
#include "saltus/foundation/base/result.h"

namespace saltus {

// A change into `mode` at `time` (docs/theory/resets.md).
//
// The values before the change are listed unknown after unknown: x, x', …, x^(d), d the offset
// of the unknown in the mode (not in its block: what other blocks differentiate has a past too);
// or as far as the state of Expansion goes, and then the others are not known.
struct ResetProblem {
  const ExecutableMode& mode;
  double time;
  const KnownValues& known;
  // Left limits; NaN where there is none.
  std::span<const double> left;
  // Per unknown: how many of x, x', …, x^(d-1) the past has fixed, min(d of the old mode, d).
  std::span<const int> facts;
  // Relative; left limits that miss a constraint by less than 100 times that satisfy it.
  double tolerance;
  // Sizes of these values, below which `tolerance` is absolute; may be empty.
  std::span<const double> scale = {};
  // What rounding may have done to these values, absolute; may be empty. Where a contact is reached
  // its gap is nothing but that, and to close it is no jump.
  std::span<const double> noise = {};
  // Where equations of `mode` stand for combinations (docs/theory/cancellations.md): a combination
  // says something else than its equations as long as these do not hold.
  const WrittenMode* as_written = nullptr;
  Interruption* interruption = nullptr;  // then the reset fails: interrupted
};

// An unknown that contains weights[0] delta + weights[1] delta' + … at the instant.
struct Impulse {
  std::uint32_t unknown;
  int order;  // = weights.size(): the infinite values are of order eps^-order
  std::vector<double> weights;
};

// f_i, `shift` instants after the change, contradicts the past and does not hold yet.
struct DeferredEquation {
  std::uint32_t equation;
  int shift;
};

// x_j^(order) took its left limit because no equation determines it.
struct OpenState {
  std::uint32_t unknown;
  int order;
};

enum class ResetMethod : std::uint8_t { series, numeric_limit, projection };

struct ResetResult {
  // Right limits in the layout of Expansion: unknown after unknown x, x', …, x^(d), d the offset
  // in the unknown's block; leading values included.
  std::vector<double> state;
  std::vector<Impulse> impulses;
  std::vector<DeferredEquation> deferred;
  std::vector<OpenState> from_left_limit;
  // A value that the past has fixed is infinite in between, so what it is the derivative of jumps:
  // a position by an infinite velocity.
  bool has_infinite_state = false;
  // Equations in which the factor of an infinite value jumps: an implicit difference, or a
  // stiff model in place of the constraint, would give another reset.
  std::vector<std::uint32_t> path_dependent;
  ResetMethod method = ResetMethod::series;
  int ticks = 0;
  int iterations = 0;
};

enum class ResetFault : std::uint8_t {
  singular,          // the block's Jacobian has no inverse
  diverged,          // Newton's iteration does not settle
  not_finite,        // a value of the new mode is infinite, or no number
  undetermined,      // no equation and no left limit says what a new state is
  never_consistent,  // the right limits miss an equation
  unbalanced,        // the impulses miss an equation
  interrupted,
  cancellation,  // equations whose highest derivatives cancel do not hold before, nor are linear
};

struct ResetFailure {
  ResetFault fault;
  std::uint32_t block;
};

// Resets into one mode. Keeps what does not depend on numbers from one reset to the next;
// the mode must outlive it.
class Resetter {
 public:
  explicit Resetter(const ExecutableMode& mode);
  ~Resetter();
  Resetter(Resetter&&) noexcept;
  Resetter& operator=(Resetter&&) noexcept;

  // `problem.mode` must be the mode of the constructor.
  Result<ResetResult, ResetFailure> reset(const ResetProblem& problem);
  // The same in extended precision with small numbers in place of the infinitesimal.
  Result<ResetResult, ResetFailure> reset_by_numeric_limit(const ResetProblem& problem);

 private:
  struct Content;
  std::unique_ptr<Content> content_;
};

Result<ResetResult, ResetFailure> find_reset(const ResetProblem& problem);
Result<ResetResult, ResetFailure> find_reset_by_numeric_limit(const ResetProblem& problem);

}  // namespace saltus
