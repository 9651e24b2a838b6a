#include "saltus/runtime/numeric/unknown_sizes.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace saltus {
namespace {

// A chain of rows that is longer than this says little about sizes.
constexpr int most_sweeps = 20;
// Coefficients that differ by less at two points are constant.
constexpr double same_coefficient = 1e-12;
// The second point, relative to the first.
constexpr double aside = 0.37;

class SizeSearch {
 public:
  SizeSearch(NonlinearSystem& system, std::span<const double> x, std::span<double> size)
      : pattern_(system.pattern()),
        size_(size),
        residual_(pattern_.row_count()),
        jacobian_(pattern_.edge_count()),
        jacobian_aside_(pattern_.edge_count()) {
    std::vector<double> point_aside(x.begin(), x.end());
    for (std::size_t j = 0; j < x.size(); ++j) {
      const double step = x[j] != 0.0 ? std::abs(x[j]) : (size[j] > 0.0 ? size[j] : 1.0);
      point_aside[j] += aside * step;
    }
    // Rows without a value say nothing.
    std::vector<double> ignored(pattern_.row_count());
    static_cast<void>(system.evaluate(point_aside, ignored, jacobian_aside_));
    static_cast<void>(system.evaluate(x, residual_, jacobian_));
  }

  // In each sweep rows with a size give one to the unknowns in them. Of several the smallest
  // counts: where it matters first.
  bool sweep() {
    std::vector<double> found(size_.size(), 0.0);
    bool has_found = false;
    for (const Row row : pattern_.rows()) {
      const double terms = size_of(row);
      if (!(terms > 0.0)) continue;
      const auto columns = pattern_.columns_of(row);
      for (std::size_t k = 0; k < columns.size(); ++k) {
        const std::size_t j = columns[k].index();
        const std::size_t edge = pattern_.first_edge(row) + k;
        if (size_[j] > 0.0 || !is_constant(edge)) continue;
        const double size = terms / std::abs(jacobian_[edge]);
        if (!std::isfinite(size) || !(size > 0.0)) continue;
        found[j] = found[j] > 0.0 ? std::min(found[j], size) : size;
        has_found = true;
      }
    }
    for (std::size_t j = 0; j < found.size(); ++j) {
      if (found[j] > 0.0) size_[j] = found[j];
    }
    return has_found;
  }

 private:
  bool is_constant(std::size_t edge) const {
    const double here = jacobian_[edge], there = jacobian_aside_[edge];
    return here != 0.0 && std::abs(here - there) <= same_coefficient * std::abs(here);
  }

  double size_of(Row row) const {
    double largest = std::isfinite(residual_[row.index()]) ? std::abs(residual_[row.index()]) : 0.0;
    const auto columns = pattern_.columns_of(row);
    for (std::size_t k = 0; k < columns.size(); ++k) {
      const double term =
          std::abs(jacobian_[pattern_.first_edge(row) + k]) * size_[columns[k].index()];
      if (std::isfinite(term)) largest = std::max(largest, term);
    }
    return largest;
  }

  const BipartiteGraph& pattern_;
  std::span<double> size_;
  std::vector<double> residual_, jacobian_, jacobian_aside_;
};

}  // namespace

void find_unknown_sizes(NonlinearSystem& system, std::span<const double> x,
                        std::span<double> size) {
  const auto is_unknown = [](double each) { return !(each > 0.0); };
  if (std::none_of(size.begin(), size.end(), is_unknown)) return;
  SizeSearch search(system, x, size);
  for (int sweeps = 0; sweeps < most_sweeps && search.sweep(); ++sweeps) {
  }
  std::replace_if(size.begin(), size.end(), is_unknown, 1.0);
}

}  // namespace saltus
