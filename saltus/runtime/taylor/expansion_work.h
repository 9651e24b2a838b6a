#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "saltus/runtime/taylor/block_solver.h"
#include "saltus/runtime/taylor/series_table.h"

namespace saltus {

// What the stages of one expansion read and write, block after block. Nothing allocates after
// construction but what is larger than ever before.
struct ExpansionWork {
  ExpansionWork(const ExecutableMode& executable_mode, const ExpansionPlan& expansion_plan,
                int largest_order, const KnownValues& known);

  // A copy, put in the place of its original (Memento).
  void rebind();

  const ExecutableMode& mode;
  const ExpansionPlan& plan;
  SeriesTable series;
  std::vector<BlockSolver> solvers;  // per block; empty for assignments

  // Of the present expansion.
  std::span<double> state;
  std::span<const double> scale;
  std::vector<double> leading_correction;  // of the seeds, per unknown
  double largest_projection = 0.0;         // move of a state entry, in units of its scale

  std::uint64_t newton_iterations = 0, factorizations = 0;

  // Scratch, zero or without meaning between two solves.
  std::vector<double> tangent;  // changes of top coefficients; per row, and one zero
  std::vector<double> adjoint;  // per row, and one that is never read
  std::vector<double> solution;
  struct Projection {
    std::vector<std::uint32_t> rows;
    std::vector<double> residual, weight, move;
  } projection;
};

}  // namespace saltus
