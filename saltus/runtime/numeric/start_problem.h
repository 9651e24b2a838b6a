#pragma once

#include <span>
#include <vector>

#include "saltus/runtime/numeric/nearest_point.h"

namespace saltus {

// The question that find_nearest_point was asked, and the point it has reached.
class StartProblem {
 public:
  StartProblem(NonlinearSystem& system, std::span<const StartValue> start,
               const NearestPointOptions& options);

  const BipartiteGraph& pattern() const { return pattern_; }
  const StartValue& start(Column column) const { return start_[column.index()]; }
  std::span<const StartValue> starts() const { return start_; }
  const NearestPointOptions& options() const { return options_; }
  bool is_interrupted() const { return saltus::is_interrupted(options_.interruption); }

  // What counts as a move by 1: the author's scale.
  double scale(Column column) const { return scale_[column.index()]; }
  // What a move is compared with when it is judged to be small.
  double magnitude(Column column) const;
  // (x - start)/scale of guessed unknowns, 0 of others.
  double displacement(Column column) const;

  // Residual and Jacobian at x. They may be not finite: what that means is decided block by block.
  void evaluate();
  int evaluation_count() const { return evaluation_count_; }
  double jacobian(Row row, std::size_t position) const {
    return jacobian_values[pattern_.first_edge(row) + position];
  }
  // |F_i| / max_j |J_ij| magnitude_j: does not depend on the unit of the row.
  double scaled_residual(Row row) const;
  // False where a derivative that grew without bound makes a residual look small:
  // it is neither small compared with the one at the start, nor with the terms
  // J_ij x_j of its row, nor with the derivatives at the start.
  bool is_plausible(Row row) const;

  std::vector<double> x;
  std::vector<double> residual;
  std::vector<double> jacobian_values;  // in the order of the pattern's edges

 private:
  double sensitivity(Row row) const;

  NonlinearSystem& system_;
  const BipartiteGraph& pattern_;
  std::span<const StartValue> start_;
  NearestPointOptions options_;
  std::vector<double> scale_;
  std::vector<double> first_residual_, first_sensitivity_;
  int evaluation_count_ = 0;
};

}  // namespace saltus
