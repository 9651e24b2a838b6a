#pragma once

#include <memory>
#include <span>
#include <vector>

#include "saltus/foundation/graph/bipartite_graph.h"

namespace saltus {

// The d that minimises 1/2 sum_{guessed} d_j^2 + g.d subject to A d = b, where A is
// small enough for orthogonal factors, or sparse (theory/start.md, eq. 4 and 5).
// Columns are measured in their scale. Where the rank is too low for a solution,
// A d = b holds in the least-squares sense and d is the shortest.
class ConstrainedStep {
 public:
  virtual ~ConstrainedStep() = default;
  // `entries` in the order of the pattern's edges. False when the rank is below
  // `rank` (or, if sparse, when the optimality conditions are singular).
  [[nodiscard]] virtual bool factor(std::span<const double> entries, std::size_t rank) = 0;
  virtual void solve(std::span<const double> g, std::span<const double> b, std::span<double> d,
                     std::span<double> multipliers) const = 0;
};

std::unique_ptr<ConstrainedStep> make_constrained_step(const BipartiteGraph& pattern,
                                                       const std::vector<bool>& guessed);

}  // namespace saltus
