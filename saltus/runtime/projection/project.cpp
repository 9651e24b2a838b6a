#include "saltus/runtime/projection/project.h"

#include <Eigen/Core>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "saltus/runtime/numeric/dense_lu.h"
#include "saltus/runtime/projection/balance.h"
#include "saltus/runtime/projection/decouple.h"

namespace saltus {
namespace {

using Dense = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;
using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Index = Eigen::Index;
using Kind = ProjectionFault::Kind;

constexpr double epsilon = std::numeric_limits<double>::epsilon();
// Errors of a component, in units of epsilon times the magnitudes it was made from: this many,
// plus as many as there are rows, times the growth by rank decisions as far as it is believed.
constexpr double least_roundings = 16.0;
constexpr double largest_growth = 100.0;

Eigen::Map<const RowMajor> view(const Matrix& matrix) {
  return {matrix.entries.data(), static_cast<Index>(matrix.rows),
          static_cast<Index>(matrix.columns)};
}

Eigen::Map<const Vector> view(std::span<const double> values) {
  return {values.data(), static_cast<Index>(values.size())};
}

std::vector<double> to_vector(const Vector& values) { return {values.begin(), values.end()}; }

bool all_finite(std::span<const double> values) {
  return std::ranges::all_of(values, [](double value) { return std::isfinite(value); });
}

bool has_shape(const Matrix& matrix, std::size_t rows, std::size_t columns) {
  return matrix.rows == rows && matrix.columns == columns &&
         matrix.entries.size() == rows * columns;
}

std::optional<ProjectionFault> find_fault(const LinearSystem& system,
                                          std::span<const double> before,
                                          std::span<const std::vector<double>> inputs) {
  const std::size_t size = system.e.rows;
  const auto wrong_size = [](std::string_view where) {
    return ProjectionFault{Kind::wrong_size, where};
  };
  if (size == 0 || !has_shape(system.e, size, size)) return wrong_size("E");
  if (!has_shape(system.a, size, size)) return wrong_size("A");
  if (system.b.columns > 0 && !has_shape(system.b, size, system.b.columns)) return wrong_size("B");
  if (before.size() != size) return wrong_size("x");
  for (const auto& values : inputs) {
    if (values.size() != system.b.columns) return wrong_size("u");
    if (!all_finite(values)) return ProjectionFault{Kind::not_finite, "u"};
  }
  const auto not_finite = [](std::string_view where) {
    return ProjectionFault{Kind::not_finite, where};
  };
  if (!all_finite(system.e.entries)) return not_finite("E");
  if (!all_finite(system.a.entries)) return not_finite("A");
  if (!all_finite(system.b.entries)) return not_finite("B");
  if (!all_finite(before)) return not_finite("x");
  return std::nullopt;
}

std::vector<std::size_t> participants(std::span<const double> null_vector) {
  constexpr double negligible = 1e-6;  // relative to the largest
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < null_vector.size(); ++i) {
    if (std::abs(null_vector[i]) > negligible) result.push_back(i);
  }
  return result;
}

// y (s E + A) = 0 and (s E + A) x = 0 at some s that is no eigenvalue of the regular part: their
// components say who is involved at every s.
ProjectionFault describe_singular(const Matrix& e, const Matrix& a) {
  constexpr double generic = 0.7390851332151607;
  std::vector<double> pencil(e.entries.size());
  for (std::size_t k = 0; k < pencil.size(); ++k) {
    pencil[k] = generic * e.entries[k] + a.entries[k];
  }
  return {Kind::singular_pencil,
          {},
          participants(left_null_vector(pencil, e.rows)),
          participants(null_vector(pencil, e.rows))};
}

// One projection, in the units of the balance. Values carry a magnitude beside them, the sum of
// the magnitudes of all terms they were made from; multiples of it bound the rounding errors.
// Entries of Q are at most 1 and all equally wrong, so they count as 1 unless they are exactly 0.
class Projection {
 public:
  Projection(const Balance& balance, const Staircase& staircase, const Decoupled& decoupled,
             const Matrix& balanced_b)
      : balance_(balance),
        staircase_(staircase),
        columns_(view(staircase.column_rotation)),
        pattern_((columns_.array() != 0.0).cast<double>()),
        coupling_(view(decoupled.coupling)),
        nilpotent_(view(decoupled.nilpotent) * balance.time),
        input_(view(decoupled.input)),
        rotated_b_(view(staircase.row_rotation) * view(balanced_b)),
        finite_(static_cast<Index>(staircase.finite)),
        infinite_(columns_.rows() - finite_) {}

  ProjectionResult run(std::span<const double> before, std::span<const std::vector<double>> inputs,
                       int derivative_count) {
    split(before);
    infinite_after_ = prescribed(inputs, 0);
    ProjectionResult result;
    result.index = static_cast<int>(staircase_.steps.size());
    result.finite = staircase_.finite;
    result.near_decisions = staircase_.near_decisions;
    result.condition = std::hypot(finite_ > 0 ? 1.0 : 0.0, coupling_.norm());
    fill_after(result);
    fill_projector(result);
    fill_impulses(result);
    fill_derivatives(inputs, derivative_count, result);
    return result;
  }

 private:
  struct Value {
    Vector value;
    Vector magnitude;
  };

  static Value times(const Dense& matrix, const Value& x) {
    return {matrix * x.value, matrix.cwiseAbs() * x.magnitude};
  }

  // x_1 = y_1 - R y_2, x_2 = y_2
  void split(std::span<const double> before) {
    const Vector balanced = view(before).cwiseQuotient(view(std::span(balance_.column)));
    const Value y = {columns_.transpose() * balanced, pattern_.transpose() * balanced.cwiseAbs()};
    infinite_before_ = {y.value.tail(infinite_), y.magnitude.tail(infinite_)};
    const Value coupled = times(coupling_, infinite_before_);
    finite_part_ = {y.value.head(finite_) - coupled.value,
                    y.magnitude.head(finite_) + coupled.magnitude};
  }

  // x_2^(m)+ = -sum_k (-N)^k A_i^-1 B_2 u^(k+m), by Horner's rule
  Value prescribed(std::span<const std::vector<double>> inputs, std::size_t derivative) const {
    Value result = nothing(infinite_);
    const std::size_t given = inputs.size() - std::min(inputs.size(), derivative);
    const std::size_t count = std::min(given, staircase_.steps.size());
    for (std::size_t k = count; k-- > 0;) {
      const Vector u = view(std::span(inputs[k + derivative]));
      const Value forced = times(input_, {u, u.cwiseAbs()});
      const Value higher = times(nilpotent_, result);
      result = {-forced.value - higher.value, forced.magnitude + higher.magnitude};
    }
    return result;
  }

  // E_f y_1' + E_c y_2' + A_f y_1 + A_c y_2 + (P B u)_1 = 0, and the same of its derivatives; the
  // balanced E is that for another unit of time.
  void fill_derivatives(std::span<const std::vector<double>> inputs, int count,
                        ProjectionResult& result) const {
    if (count == 0) return;
    const auto e = view(staircase_.e), a = view(staircase_.a);
    const auto units = view(std::span(balance_.column));
    Vector y(finite_ + infinite_);
    y << finite_part_.value + coupling_ * infinite_after_.value, infinite_after_.value;
    Eigen::ColPivHouseholderQR<Dense> factors;  // of nothing there are none
    if (finite_ > 0) factors.compute(e.topLeftCorner(finite_, finite_));
    for (int m = 0; m < count; ++m) {
      Vector next = Vector::Zero(y.size());
      next.tail(infinite_) = prescribed(inputs, static_cast<std::size_t>(m) + 1).value;
      Vector right = a.topRows(finite_) * y +
                     balance_.time * e.topRightCorner(finite_, infinite_) * next.tail(infinite_);
      if (static_cast<std::size_t>(m) < inputs.size()) {
        right += rotated_b_.topRows(finite_) * view(std::span(inputs[static_cast<std::size_t>(m)]));
      }
      if (finite_ > 0) next.head(finite_) = -factors.solve(right) / balance_.time;
      result.derivatives.push_back(to_vector((columns_ * next).cwiseProduct(units)));
      y = next;
    }
  }

  // x = C Q (x_1 + R x_2, x_2), in the author's units
  Value assemble(const Value& finite_part, const Value& infinite_part) const {
    const Value coupled = times(coupling_, infinite_part);
    Value y{Vector(finite_ + infinite_), Vector(finite_ + infinite_)};
    y.value << finite_part.value + coupled.value, infinite_part.value;
    y.magnitude << finite_part.magnitude + coupled.magnitude, infinite_part.magnitude;
    const Value x = {columns_ * y.value, pattern_ * y.magnitude};
    const auto units = view(std::span(balance_.column));
    return {x.value.cwiseProduct(units), x.magnitude.cwiseProduct(units)};
  }

  double relative_rounding() const {
    return epsilon * (least_roundings + static_cast<double>(columns_.rows())) *
           std::min(staircase_.growth, largest_growth);
  }

  Value nothing(Index size) const { return {Vector::Zero(size), Vector::Zero(size)}; }

  void fill_after(ProjectionResult& result) const {
    const Value after = assemble(finite_part_, infinite_after_);
    result.after = to_vector(after.value);
    result.rounding = to_vector(relative_rounding() * after.magnitude);
    result.offset = to_vector(assemble(nothing(finite_), infinite_after_).value);
  }

  // C Q [I -R; 0 0] Q^T C^-1
  void fill_projector(ProjectionResult& result) const {
    const auto units = view(std::span(balance_.column));
    const Dense kept = columns_.leftCols(finite_).transpose() -
                       coupling_ * columns_.rightCols(infinite_).transpose();
    const Dense projector = units.asDiagonal() * (columns_.leftCols(finite_) * kept) *
                            units.cwiseInverse().asDiagonal();
    const auto size = static_cast<std::size_t>(projector.rows());
    result.projector = Matrix(size, size);
    Eigen::Map<RowMajor>(result.projector.entries.data(), projector.rows(), projector.cols()) =
        projector;
  }

  // x_2 has the impulses sum_{k>=1} (-N)^k (x_2+ - x_2-) delta^(k-1); see
  // docs/theory/projection.md.
  void fill_impulses(ProjectionResult& result) const {
    const auto size = static_cast<std::size_t>(columns_.rows());
    result.impulses.assign(size, {});
    result.impulse_terms.assign(size, {});
    Value power = {infinite_after_.value - infinite_before_.value,
                   infinite_after_.magnitude + infinite_before_.magnitude};
    for (std::size_t order = 1; order < staircase_.steps.size(); ++order) {
      power = times(-nilpotent_, power);
      const Value weight = assemble(nothing(finite_), power);
      for (std::size_t i = 0; i < size; ++i) {
        const auto at = static_cast<Index>(i);
        const double rounding = relative_rounding() * weight.magnitude[at];
        if (std::abs(weight.value[at]) <= rounding) continue;
        result.impulses[i].resize(order, 0.0);
        result.impulses[i].back() = weight.value[at];
        result.impulse_terms[i].resize(order, 0.0);
        result.impulse_terms[i].back() = weight.magnitude[at];
      }
    }
  }

  const Balance& balance_;
  const Staircase& staircase_;
  Dense columns_;    // Q
  Dense pattern_;    // 1 where Q is not 0
  Dense coupling_;   // R
  Dense nilpotent_;  // N, in the author's unit of time
  Dense input_;
  Dense rotated_b_;  // P B
  Index finite_, infinite_;
  Value finite_part_, infinite_before_, infinite_after_;
};

bool all_finite(const ProjectionResult& result) {
  return all_finite(result.after) && all_finite(result.projector.entries) &&
         all_finite(result.offset) &&
         std::ranges::all_of(result.derivatives, [](const auto& x) { return all_finite(x); }) &&
         std::ranges::all_of(result.impulses, [](const auto& w) { return all_finite(w); });
}

}  // namespace

Result<ProjectionResult, ProjectionFault> project(const LinearSystem& system,
                                                  std::span<const double> before,
                                                  std::span<const std::vector<double>> inputs,
                                                  int derivative_count) {
  if (auto fault = find_fault(system, before, inputs)) return *fault;
  const auto balance = find_balance(system.e, system.a);
  if (!balance) return describe_singular(system.e, system.a);
  const Matrix e = balance->balanced_e(system.e);
  const Matrix a = balance->balanced_a(system.a);
  const auto staircase = reduce_to_staircase(e, a);
  if (!staircase) {
    if (staircase.error().kind == StaircaseFault::Kind::too_large) {
      return ProjectionFault{Kind::too_large};
    }
    return describe_singular(e, a);
  }
  // Without inputs, B may have no rows.
  const Matrix b = balance->balanced_b(system.b.columns == 0 ? Matrix(e.rows, 0) : system.b);
  const Decoupled decoupled = decouple(staircase.value(), b);
  ProjectionResult result =
      Projection(*balance, staircase.value(), decoupled, b).run(before, inputs, derivative_count);
  if (!all_finite(result)) return ProjectionFault{Kind::overflow};
  return result;
}

}  // namespace saltus
