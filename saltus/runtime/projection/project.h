#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "saltus/foundation/base/result.h"
#include "saltus/runtime/projection/linear_system.h"
#include "saltus/runtime/projection/staircase.h"

namespace saltus {

// x+ = projector x- + offset, and the impulses at the instant of the change.
struct ProjectionResult {
  std::vector<double> after;   // x+
  Matrix projector;            // on the finite deflating subspace along the infinite one
  std::vector<double> offset;  // what u and its derivatives prescribe
  int index = 0;               // 0 when E is regular
  std::size_t finite = 0;      // degrees of freedom after the change

  // impulses[i][k] multiplies the k-th derivative of Dirac's delta in x_i; the last one is not
  // negligible. Empty when x_i has no impulse; otherwise the length is the order of the impulse.
  std::vector<std::vector<double>> impulses;
  // Of the same shape: the magnitudes of the terms that the weights were made from.
  std::vector<std::vector<double>> impulse_terms;

  // x', x'', … at the right limit, as many as were asked for.
  std::vector<std::vector<double>> derivatives;

  // Norm of the projector in balanced units: by how much errors of x- may grow.
  double condition = 1.0;
  // What rounding may have left in place of a zero, for each entry of `after`.
  std::vector<double> rounding;
  std::vector<NearDecision> near_decisions;
};

struct ProjectionFault {
  enum class Kind {
    wrong_size,       // `where` does not fit E
    not_finite,       // `where` holds an infinite value or none
    singular_pencil,  // det(s E + A) = 0 for all s
    overflow,         // the result is too large for a double
    too_large,        // order and index are: the reduction would take too long
  };
  Kind kind;
  std::string_view where = {};
  // Of a singular pencil: the equations that depend on each other (with their derivatives), and
  // variables that the equations leave open.
  std::vector<std::size_t> equations = {};
  std::vector<std::size_t> variables = {};
};

// The right limit of E x' + A x + B u = 0 after a change at which x- was the left limit. `inputs`
// are u, u', u'', … at the right limit, one value per column of B each; what is not given is zero.
// Derivatives from the order of the index on do not matter, unless derivatives of x are asked for.
Result<ProjectionResult, ProjectionFault> project(const LinearSystem& system,
                                                  std::span<const double> before,
                                                  std::span<const std::vector<double>> inputs,
                                                  int derivative_count = 0);

}  // namespace saltus
