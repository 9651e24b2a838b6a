#pragma once

#include <span>
#include <vector>

#include "saltus/compiler/multilinear/multilinear_model.h"

namespace saltus {

// The functions of a multilinear model at one point v, and their derivatives. Everything is
// computed from the matrices, in time linear in their non-zeros; only a whole Jacobian takes
// sum_k nnz(Phi_k) nnz(S_k), the number of its contributions.
class MultilinearPoint {
 public:
  // `model` must outlive the point.
  MultilinearPoint(const MultilinearModel& model, std::span<const double> signals);
  void move_to(std::span<const double> signals);

  // p_k(v) of each column.
  std::span<const double> products() const { return products_; }
  // dp_k/dv_i for the non-zeros of S, in their order.
  std::span<const double> slopes() const { return slopes_; }

  std::vector<double> f() const { return times_products(model_.phi_f); }
  std::vector<double> g() const { return times_products(model_.phi_g); }

  // (8), as the columns of Jf and Jg: one column per signal.
  SparseMatrix f_jacobian() const { return jacobian(model_.phi_f); }
  SparseMatrix g_jacobian() const { return jacobian(model_.phi_g); }

  // (9): Jf w and Jg w along w = dv/dt.
  std::vector<double> f_along(std::span<const double> w) const { return along(model_.phi_f, w); }
  std::vector<double> g_along(std::span<const double> w) const { return along(model_.phi_g, w); }

  // How far f and g can move when each signal moves by at most |w|, to first order:
  // |Phi| |dp/dv| |w|.
  std::vector<double> f_within(std::span<const double> w) const { return within(model_.phi_f, w); }
  std::vector<double> g_within(std::span<const double> w) const { return within(model_.phi_g, w); }

 private:
  void evaluate_column(std::size_t k, std::span<const double> signals);
  std::vector<double> times_products(const SparseMatrix& phi) const;
  std::vector<double> along(const SparseMatrix& phi, std::span<const double> w) const;
  std::vector<double> within(const SparseMatrix& phi, std::span<const double> w) const;
  SparseMatrix jacobian(const SparseMatrix& phi) const;

  const MultilinearModel& model_;
  std::vector<double> products_;
  std::vector<double> slopes_;
};

}  // namespace saltus
