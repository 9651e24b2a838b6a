#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "saltus/runtime/taylor/expansion.h"

namespace saltus {

// A row that is infinite at an instant: of an unknown or of a derivative, with the weight of its
// impulse.
struct InfiniteRow {
  std::uint32_t row;
  double weight;
};

// What rows are while some of them are infinite: with u/eps in place of an impulse of weight u, eps
// positive and infinitely small, every operation has a leading term c eps^-p. Sums and products
// with what is finite keep it an impulse, of weight c; what depends on an impulse in another way,
// as its square or its absolute value, has a sign all the same. Functions that stay bounded are
// finite.
class ImpulseSweep {
 public:
  explicit ImpulseSweep(const ExecutableMode& mode);

  // `expansion`: about the right limit. `sizes`: of the entries of the state, over the last step.
  void run(const Expansion& expansion, std::span<const double> sizes,
           std::span<const InfiniteRow> infinite);

  // The coefficient of the leading term of a row; zero if the row is finite, also where what is
  // infinite cancels.
  double leading_of(std::uint32_t row) const;

 private:
  // coefficient * eps^-power; finite where the power is zero.
  struct Term {
    double power = 0.0;
    double coefficient = 0.0;
    double size = 0.0;  // of what the coefficient is the sum of
  };
  void pass(const Instruction& instruction);
  Term of_sum(const Instruction& sum) const;
  Term of_operation(const Instruction& instruction) const;
  Term of_companion(const Instruction& instruction) const;
  Term of_smaller(std::uint32_t a, std::uint32_t b, double sign) const;
  Term raised(std::uint32_t row, double exponent) const;
  Term quotient(std::uint32_t a, std::uint32_t b) const;
  Term product(const ProductTerm& term) const;
  double finite_size(const Instruction& instruction) const;
  double value(std::uint32_t row) const { return expansion_->value(row); }
  bool is_infinite(std::uint32_t row) const { return leading_of(row) != 0.0; }

  const ExecutableMode& mode_;
  const Expansion* expansion_ = nullptr;  // while it runs
  std::span<const double> sizes_;         // the same
  std::vector<Term> terms_;               // per row
  std::vector<double> finite_size_;       // per row: beside which a factor of it is zero
};

}  // namespace saltus
