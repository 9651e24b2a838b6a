#include "saltus/runtime/taylor/rounding_of_solve.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace saltus {

void add_errors_of_right_side(const Expansion& expansion, std::uint32_t block,
                              std::span<const double> errors, std::span<double> scratch,
                              std::span<double> largest) {
  for (const bool alternates : {false, true}) {
    for (std::size_t i = 0; i < errors.size(); ++i) {
      scratch[i] = alternates && i % 2 == 1 ? -errors[i] : errors[i];
    }
    expansion.solve_with_jacobian(block, scratch);
    for (std::size_t j = 0; j < largest.size(); ++j) {
      largest[j] = std::max(largest[j], std::fabs(scratch[j]));
    }
  }
}

namespace {

// The same numbers for every block: of both signs, sizes from 0.5 to 1.5, all digits used.
class Digits {
 public:
  double next() {
    part_ += std::numbers::phi - 1.0;
    part_ -= std::floor(part_);
    return part_ < 0.5 ? -1.0 - part_ : part_;
  }

 private:
  double part_ = 0.0;
};

}  // namespace

void add_rounding_of_solve(const Expansion& expansion, std::uint32_t block,
                           std::span<const double> sizes, std::span<double> scratch,
                           std::span<double> largest) {
  constexpr int probes = 2;
  if (sizes.size() == 1) return;
  Digits digits;
  std::vector<double> known(sizes.size());
  for (int probe = 0; probe < probes; ++probe) {
    for (std::size_t j = 0; j < known.size(); ++j) known[j] = digits.next() * sizes[j];
    expansion.multiply_by_jacobian(block, known, scratch);
    expansion.solve_with_jacobian(block, scratch);
    for (std::size_t j = 0; j < largest.size(); ++j) {
      largest[j] = std::max(largest[j], std::fabs(scratch[j] - known[j]));
    }
  }
}

}  // namespace saltus
