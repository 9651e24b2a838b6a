#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "saltus/compiler/flat/flat_system.h"
#include "saltus/compiler/multilinear/input_signal.h"
#include "saltus/compiler/multilinear/sparse_matrix.h"

namespace saltus {

// A hybrid implicit multilinear model (iMTI) in normalised canonical polyadic form: over the
// signals v = [x'; x; u; y; z], column k of S is the product
//   p_k(v) = prod_i (1 - |S_ik| + S_ik v_i)
// and the model is  Phi_f p(v) = 0,  Phi_g p(v) <= 0  (theory/multilinear.md, (1) to (3)).
struct MultilinearModel {
  std::string name = "Multilinear";
  std::vector<std::string> x, u, y, z;  // names, as the author writes them
  SparseMatrix structure;               // S
  SparseMatrix phi_f, phi_g;
  std::vector<InputSignal> u_value;
  std::vector<std::optional<double>> x_start, y_start, z_start;  // where one is given
  Experiment experiment;

  std::size_t signal_count() const { return 2 * x.size() + u.size() + y.size() + z.size(); }
  // Positions of the first signal of each kind in v; x' begins at 0.
  std::size_t first_x() const { return x.size(); }
  std::size_t first_u() const { return 2 * x.size(); }
  std::size_t first_y() const { return first_u() + u.size(); }
  std::size_t first_z() const { return first_y() + y.size(); }
  // "der(x1)", "x1", "u1", …
  std::string signal_name(std::size_t signal) const;
};

}  // namespace saltus
