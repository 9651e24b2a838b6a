#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace saltus {

// How many modes: a natural number of any size.
class ModeCount {
 public:
  ModeCount() = default;
  explicit ModeCount(std::uint64_t value) {
    if (value != 0) limbs_.push_back(value);
  }

  bool is_zero() const { return limbs_.empty(); }
  ModeCount& operator+=(const ModeCount& other);
  friend ModeCount operator+(ModeCount a, const ModeCount& b) { return a += b; }
  // `b` must not be larger.
  friend ModeCount operator-(const ModeCount& a, const ModeCount& b);
  ModeCount& operator<<=(std::size_t bits);
  friend ModeCount operator*(const ModeCount& a, const ModeCount& b);
  // Becomes *this * factor + addend.
  void multiply_add(std::uint64_t factor, std::uint64_t addend);
  friend bool operator==(const ModeCount&, const ModeCount&) = default;
  friend bool operator<(const ModeCount& a, const ModeCount& b);

  // All digits.
  std::string digits() const;
  // For people: `1024`, from a million on `1.07e9`.
  std::string text() const;
  double log10() const;  // of zero: minus infinity

 private:
  void trim();
  std::vector<std::uint64_t> limbs_;  // the lowest first, the last one is not 0
};

}  // namespace saltus
