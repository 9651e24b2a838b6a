#include "saltus/runtime/numeric/equilibration.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace saltus {
namespace {

// One pass over the columns after one over the rows leaves rows whose largest
// entry sits in a column that was scaled up; a second pair of passes settles them.
constexpr int sweeps = 2;

// Replaces largest magnitudes by the factors that make them near 1.
bool invert_magnitudes(std::span<double> magnitudes) {
  for (double& magnitude : magnitudes) {
    if (!(magnitude > 0.0) || !std::isfinite(magnitude)) return false;
    magnitude = reciprocal_power_of_two(magnitude);
  }
  return true;
}

template <class VisitEntries>
bool equilibrate(Equilibration& scales, const VisitEntries& visit_entries) {
  std::fill(scales.column.begin(), scales.column.end(), 1.0);
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    std::fill(scales.row.begin(), scales.row.end(), 0.0);
    bool finite = true;
    visit_entries([&](std::size_t row, std::size_t column, double entry) {
      const double magnitude = std::abs(entry) * scales.column[column];
      finite &= magnitude <= std::numeric_limits<double>::max();
      scales.row[row] = std::max(scales.row[row], magnitude);
    });
    if (!finite || !invert_magnitudes(scales.row)) return false;
    std::fill(scales.column.begin(), scales.column.end(), 0.0);
    visit_entries([&](std::size_t row, std::size_t column, double entry) {
      scales.column[column] = std::max(scales.column[column], std::abs(entry) * scales.row[row]);
    });
    if (!invert_magnitudes(scales.column)) return false;
  }
  return true;
}

}  // namespace

double reciprocal_power_of_two(double magnitude) {
  // The exponent field e of a double means 2^(e - 1023); mirrored around it, less one.
  const auto exponent = std::bit_cast<std::uint64_t>(magnitude) >> 52 & 0x7ff;
  const std::uint64_t mirrored = std::clamp<std::uint64_t>(2045 - exponent, 1, 2046);
  return std::bit_cast<double>(mirrored << 52);
}

bool Equilibration::compute_dense(std::span<const double> row_major) {
  return equilibrate(*this, [&](const auto& use) {
    const double* entry = row_major.data();
    for (std::size_t i = 0; i < row.size(); ++i) {
      for (std::size_t j = 0; j < column.size(); ++j) use(i, j, *entry++);
    }
  });
}

bool Equilibration::compute_sparse(const CompressedRows& pattern, std::span<const double> entries) {
  return equilibrate(*this, [&](const auto& use) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      for (std::uint32_t k = pattern.row_start[i]; k < pattern.row_start[i + 1]; ++k) {
        use(i, pattern.columns[k], entries[k]);
      }
    }
  });
}

}  // namespace saltus
