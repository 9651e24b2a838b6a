#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "saltus/foundation/graph/bipartite_graph.h"

namespace saltus {

// LU factors of a large sparse matrix with a fixed pattern, on SuiteSparse's
// KLU. Orders once; the first factor() chooses pivots, later ones keep them
// until they grow bad. Otherwise used like DenseLu.
class SparseLu {
 public:
  explicit SparseLu(const BipartiteGraph& square_pattern);
  ~SparseLu();
  SparseLu(const SparseLu& other);  // the same factors, bit for bit
  SparseLu(SparseLu&&) noexcept;
  SparseLu& operator=(SparseLu&&) noexcept;

  std::size_t size() const;
  // The entries, in the order of the pattern's edges. Kept through factor().
  std::span<double> entries();
  std::span<const double> entries() const;

  // False when singular to working precision, by DenseLu's measure.
  [[nodiscard]] bool factor();
  // Overwrites b by the solution of A x = b. Requires a successful factor().
  void solve(std::span<double> right_side) const;
  double reciprocal_condition_estimate() const;

 private:
  class Factors;
  std::unique_ptr<Factors> factors_;
};

}  // namespace saltus
