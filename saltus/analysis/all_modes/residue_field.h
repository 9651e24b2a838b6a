#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace saltus {

// Numbers modulo a prime p = k*2^24 + 1 below 2^62, and discrete Fourier transforms over them.
// A residue a is stored as a*2^64 mod p (Montgomery).
class ResidueField {
 public:
  using Residue = std::uint64_t;

  explicit ResidueField(std::uint64_t prime);
  // The largest such prime but `number`. Any product of m of them exceeds 2^(61 m).
  static std::uint64_t prime_number(std::size_t number);
  static constexpr std::size_t bits_per_prime = 61;

  std::uint64_t prime() const { return prime_; }
  Residue from(std::uint64_t value) const { return multiply(value % prime_, square_); }
  std::uint64_t value(Residue residue) const { return multiply(residue, 1); }
  Residue add(Residue a, Residue b) const {
    const std::uint64_t sum = a + b;
    return sum >= prime_ ? sum - prime_ : sum;
  }
  Residue subtract(Residue a, Residue b) const { return a >= b ? a - b : a + prime_ - b; }
  Residue multiply(Residue a, Residue b) const {
    const Wide product = Wide{a} * b;
    const std::uint64_t quotient = static_cast<std::uint64_t>(product) * negative_inverse_;
    const auto high = static_cast<std::uint64_t>((product + Wide{quotient} * prime_) >> 64);
    return high >= prime_ ? high - prime_ : high;
  }
  Residue power(Residue base, std::uint64_t exponent) const;
  Residue inverse(Residue a) const { return power(a, prime_ - 2); }

  // Values at the powers of a root of unity, in bit-reversed order; and back. The size is a
  // power of two, at most 2^24.
  void transform(std::span<Residue> coefficients);
  void transform_back(std::span<Residue> values);

 private:
  __extension__ using Wide = unsigned __int128;
  void prepare(std::size_t size);

  std::uint64_t prime_;
  std::uint64_t negative_inverse_;  // -1/p mod 2^64
  std::uint64_t square_;            // 2^128 mod p
  Residue one_;
  Residue root_;                // of order 2^24
  std::vector<Residue> roots_;  // [h + j]: the j-th power of a root of order 2h
};

}  // namespace saltus
