#include "saltus/compiler/structure/offsets.h"

#include <algorithm>
#include <queue>
#include <utility>
#include <vector>

namespace saltus {
namespace {

// Inside a block, potentials c°, d° are its own canonical offsets. Later blocks may
// need more of its variables: d_j >= sigma_ij + c_i for rows i of later blocks. So
// blocks are taken from the last to the first, and in each the offsets are raised by
// the least e_j >= 0 with
//   d°_j + e_j >= what later blocks need,
//   e_j >= e_k - slack_ij   for edges (i, j) of the block, k matched to i,
// where slack_ij = d°_j - c°_i - sigma_ij >= 0: longest paths from the needs, found by
// Dijkstra's search since no slack is negative.
class OffsetRaiser {
 public:
  OffsetRaiser(const BipartiteGraph& signature, const BlockTriangularForm& coarse,
               const WeightedMatching& transversal)
      : signature_(signature),
        coarse_(coarse),
        transversal_(transversal),
        needed_(signature.column_count(), 0),
        offsets_{transversal.row_potential, transversal.column_potential} {}

  Offsets run() {
    for (std::uint32_t block = coarse_.block_count(); block-- > 0;) {
      seed(block);
      spread(block);
      pass_needs_on(block);
    }
    return std::move(offsets_);
  }

 private:
  Row row_of(Column column) const { return *transversal_.matching.row_of[column]; }
  Column column_of(Row row) const { return *transversal_.matching.column_of[row]; }

  void seed(std::uint32_t block) {
    for (const Row row : coarse_.rows_of(block)) {
      const Column column = column_of(row);
      if (needed_[column] > offsets_.variable[column]) {
        raise(column, needed_[column] - offsets_.variable[column]);
      }
    }
  }

  int raised_by(Column column) const {
    return offsets_.variable[column] - transversal_.column_potential[column];
  }

  void raise(Column column, int by) {
    offsets_.variable[column] += by;
    offsets_.equation[row_of(column)] += by;
    open_.emplace(raised_by(column), column);
  }

  void spread(std::uint32_t block) {
    while (!open_.empty()) {
      const auto [raised, column] = open_.top();
      open_.pop();
      if (raised == raised_by(column)) spread_from(row_of(column), block);
    }
  }

  void spread_from(Row row, std::uint32_t block) {
    for_each_edge(row, [&](Column column, int order) {
      const int missing = offsets_.equation[row] + order - offsets_.variable[column];
      if (missing > 0 && coarse_.block_of[row_of(column)] == block) raise(column, missing);
    });
  }

  void pass_needs_on(std::uint32_t block) {
    for (const Row row : coarse_.rows_of(block)) {
      for_each_edge(row, [&](Column column, int order) {
        needed_[column] = std::max(needed_[column], offsets_.equation[row] + order);
      });
    }
  }

  template <class Visit>
  void for_each_edge(Row row, Visit visit) const {
    const auto columns = signature_.columns_of(row);
    const auto orders = signature_.weights_of(row);
    for (std::size_t k = 0; k < columns.size(); ++k) visit(columns[k], orders[k]);
  }

  const BipartiteGraph& signature_;
  const BlockTriangularForm& coarse_;
  const WeightedMatching& transversal_;
  IdMap<Column, int> needed_;  // the least d that rows treated so far allow
  Offsets offsets_;
  std::priority_queue<std::pair<int, Column>> open_;  // largest raise first
};

}  // namespace

Offsets canonical_offsets(const BipartiteGraph& signature, const BlockTriangularForm& coarse,
                          const WeightedMatching& transversal) {
  return OffsetRaiser(signature, coarse, transversal).run();
}

}  // namespace saltus
