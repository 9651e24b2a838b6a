#include "saltus/analysis/all_modes/residue_field.h"

#include <array>
#include <mutex>

#include "saltus/foundation/base/check.h"

namespace saltus {
namespace {

__extension__ using Wide = unsigned __int128;
constexpr int order_bits = 24;

std::uint64_t power_modulo(std::uint64_t base, std::uint64_t exponent, std::uint64_t modulus) {
  std::uint64_t result = 1;
  for (; exponent != 0; exponent >>= 1) {
    if ((exponent & 1) != 0) result = static_cast<std::uint64_t>(Wide{result} * base % modulus);
    base = static_cast<std::uint64_t>(Wide{base} * base % modulus);
  }
  return result;
}

// Miller and Rabin's test; these bases decide all numbers below 2^64.
bool is_prime(std::uint64_t n) {
  std::uint64_t odd = n - 1;
  int twos = 0;
  for (; odd % 2 == 0; odd /= 2) ++twos;
  for (const std::uint64_t base : {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37}) {
    std::uint64_t x = power_modulo(base, odd, n);
    if (x == 1 || x == n - 1) continue;
    bool is_witness = true;
    for (int k = 1; k < twos && is_witness; ++k) {
      x = static_cast<std::uint64_t>(Wide{x} * x % n);
      is_witness = x != n - 1;
    }
    if (is_witness) return false;
  }
  return true;
}

std::uint64_t negative_inverse_of(std::uint64_t odd) {
  std::uint64_t inverse = odd;  // right in 3 bits; each step doubles them
  for (int k = 0; k < 5; ++k) inverse *= 2 - odd * inverse;
  return 0 - inverse;
}

}  // namespace

// Found once for all analyses, which may run in several threads.
std::uint64_t ResidueField::prime_number(std::size_t number) {
  static std::mutex finding;
  static std::vector<std::uint64_t> primes;
  const std::lock_guard lock(finding);
  std::uint64_t factor =
      primes.empty() ? std::uint64_t{1} << (62 - order_bits) : (primes.back() - 1) >> order_bits;
  while (primes.size() <= number) {
    --factor;
    const std::uint64_t candidate = (factor << order_bits) + 1;
    if (is_prime(candidate)) primes.push_back(candidate);
  }
  return primes[number];
}

ResidueField::ResidueField(std::uint64_t prime)
    : prime_(prime), negative_inverse_(negative_inverse_of(prime)) {
  const auto word = static_cast<std::uint64_t>((Wide{1} << 64) % prime);
  square_ = static_cast<std::uint64_t>(Wide{word} * word % prime);
  one_ = from(1);
  // The first number whose power has the full order.
  for (std::uint64_t base = 2;; ++base) {
    root_ = power(from(base), (prime - 1) >> order_bits);
    if (power(root_, std::uint64_t{1} << (order_bits - 1)) != one_) break;
  }
}

ResidueField::Residue ResidueField::power(Residue base, std::uint64_t exponent) const {
  Residue result = from(1);
  for (; exponent != 0; exponent >>= 1) {
    if ((exponent & 1) != 0) result = multiply(result, base);
    base = multiply(base, base);
  }
  return result;
}

void ResidueField::prepare(std::size_t size) {
  SALTUS_CHECK(size <= std::size_t{1} << order_bits);
  if (roots_.empty()) roots_ = {0, one_};
  for (std::size_t half = roots_.size(); half < size; half *= 2) {
    const Residue root = power(root_, (std::uint64_t{1} << order_bits) / (2 * half));
    roots_.resize(2 * half);
    Residue next = one_;
    for (std::size_t j = 0; j < half; ++j) {
      roots_[half + j] = next;
      next = multiply(next, root);
    }
  }
}

void ResidueField::transform(std::span<Residue> coefficients) {
  const std::size_t size = coefficients.size();
  prepare(size);
  for (std::size_t half = size / 2; half >= 1; half /= 2) {
    for (std::size_t begin = 0; begin < size; begin += 2 * half) {
      for (std::size_t j = 0; j < half; ++j) {
        Residue& a = coefficients[begin + j];
        Residue& b = coefficients[begin + half + j];
        const Residue difference = subtract(a, b);
        a = add(a, b);
        b = multiply(difference, roots_[half + j]);
      }
    }
  }
}

void ResidueField::transform_back(std::span<Residue> values) {
  const std::size_t size = values.size();
  prepare(size);
  for (std::size_t half = 1; half < size; half *= 2) {
    for (std::size_t begin = 0; begin < size; begin += 2 * half) {
      for (std::size_t j = 0; j < half; ++j) {
        Residue& a = values[begin + j];
        Residue& b = values[begin + half + j];
        // The inverse of the j-th power of a root of order 2h is minus its (h - j)-th.
        const Residue turned = j == 0 ? b : subtract(0, multiply(b, roots_[2 * half - j]));
        b = subtract(a, turned);
        a = add(a, turned);
      }
    }
  }
  const Residue scale = inverse(from(size));
  for (Residue& value : values) value = multiply(value, scale);
}

}  // namespace saltus
