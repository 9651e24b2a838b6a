#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "saltus/foundation/base/interruption.h"
#include "saltus/foundation/base/result.h"
#include "saltus/foundation/graph/bipartite_graph.h"

namespace saltus {

// A sparse nonlinear system F(x) = 0, with fewer, as many or more rows than columns.
class NonlinearSystem {
 public:
  virtual ~NonlinearSystem() = default;
  // Which unknown occurs in which equation; weights mean nothing here.
  virtual const BipartiteGraph& pattern() const = 0;
  // Residuals at `x` and the Jacobian's entries, in the order of the pattern's edges.
  // False when some value is not finite there (an operation left its domain).
  virtual bool evaluate(std::span<const double> x, std::span<double> residual,
                        std::span<double> jacobian) = 0;
};

// Where an unknown's start value comes from, and so how much it weighs.
enum class StartKind : std::uint8_t {
  fixed,     // a condition: holds exactly
  guessed,   // written by the author: moves as little as possible
  standard,  // nobody wrote it: only seeds Newton and fills what is left free
};

struct StartValue {
  double value = 0.0;
  StartKind kind = StartKind::standard;
  // A move by `scale` counts as 1 in the least squares. 0: nobody knows, the rows tell.
  double scale = 1.0;
  int preference = 0;  // among standard ones, higher is pinned first when something is left free
};

struct NearestPointOptions {
  double tolerance = 1e-12;  // on scaled residuals and on the last move
  int max_iterations = 60;
  Interruption* interruption = nullptr;  // then it does not converge
};

struct NearestPoint {
  std::vector<double> x;
  int iterations = 0;
  bool used_homotopy = false;
  double largest_residual = 0.0;
  std::vector<Column> moved;  // guessed values that had to move, farthest first
  std::vector<Column>
      defaulted;  // standard values that nothing determined, best candidates to write first
};

enum class NearestPointFault : std::uint8_t {
  conflict,       // rows and fixed values contradict each other
  not_converged,  // also the homotopy stalled
  not_finite,     // the system has no finite value at the start values, nor near them
};

struct NearestPointFailure {
  NearestPointFault fault;
  std::vector<Row> rows;          // the equations at fault, largest residual first
  std::vector<double> residuals;  // parallel to rows, at the best point found
  std::vector<Column> fixed;      // fixed values without which the rows might hold
  std::vector<Column> unknowns;   // the unknowns that these rows share
  std::vector<double> x;          // the best point found
};

// The point nearest to `start` on which all rows and all fixed values hold
// (semantics 7): minimises sum over guessed unknowns of ((x - start)/scale)^2
// subject to F(x) = 0, x = start where fixed.
Result<NearestPoint, NearestPointFailure> find_nearest_point(
    NonlinearSystem& system, std::span<const StartValue> start,
    const NearestPointOptions& options = {});

}  // namespace saltus
