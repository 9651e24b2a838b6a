#include "saltus/runtime/numeric/nearest_point.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "saltus/runtime/numeric/approach_guesses.h"
#include "saltus/runtime/numeric/row_dependency.h"
#include "saltus/runtime/numeric/start_problem.h"
#include "saltus/runtime/numeric/start_search.h"

namespace saltus {
namespace {

// Newton has converged on the rows of square blocks; what is left there are
// rounding errors of the evaluation.
constexpr double largest_rounding_residual = 1e-7;
// Rows that no unknown serves must hold by themselves.
constexpr double redundancy_margin = 100.0;  // times the tolerance
// Rows with less than this share of the largest residual do not take part in a conflict.
constexpr double conflict_share = 1e-6;

std::vector<Column> unique(std::vector<Column> columns) {
  std::sort(columns.begin(), columns.end());
  columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
  return columns;
}

// Rows that do not hold, and why: they have no value, are too many for their
// unknowns, or were not solved.
struct Violations {
  NearestPointFault fault;
  std::vector<Row> rows;
};

Violations find_violations(const StartPlan& plan, const StartProblem& problem) {
  const double tolerance = redundancy_margin * problem.options().tolerance;
  std::vector<Row> not_finite, conflicting, unsolved;
  for (const Row row : problem.pattern().rows()) {
    if (!std::isfinite(problem.residual[row.index()])) not_finite.push_back(row);
  }
  if (!not_finite.empty()) return {NearestPointFault::not_finite, not_finite};
  for (const Row row : plan.checked_rows()) {
    if (problem.scaled_residual(row) <= tolerance) continue;
    conflicting.push_back(row);
    const std::vector<Row> behind = rows_behind(row, plan, problem);
    conflicting.insert(conflicting.end(), behind.begin(), behind.end());
  }
  for (std::uint32_t block = 0; block < plan.block_count(); ++block) {
    const auto rows = plan.rows_of(block);
    const bool is_redundant = rows.size() > plan.rank_of(block);
    double largest = 0.0;
    for (const Row row : rows) {
      largest = std::max(largest, problem.scaled_residual(row));
      if (!problem.is_plausible(row)) unsolved.push_back(row);
    }
    if (largest <= (is_redundant ? tolerance : largest_rounding_residual)) continue;
    for (const Row row : rows) {
      if (problem.scaled_residual(row) < conflict_share * largest) continue;
      (is_redundant ? conflicting : unsolved).push_back(row);
    }
  }
  if (!conflicting.empty()) return {NearestPointFault::conflict, conflicting};
  return {NearestPointFault::not_converged, unsolved};
}

// Whether other values of the fixed columns could satisfy the rows, as far as their derivatives
// tell: whether J d = -F has a solution over all columns. Not asked for many rows, nor where a
// derivative by a fixed column vanishes and so tells nothing.
bool are_at_fault(const std::vector<Column>& fixed, const std::vector<Row>& rows,
                  const StartProblem& problem) {
  constexpr std::size_t most_rows = 100;
  if (fixed.empty() || rows.size() > most_rows) return !fixed.empty();
  std::map<Column, Eigen::Index> place;
  for (const Row row : rows) {
    for (const Column column : problem.pattern().columns_of(row)) {
      place.emplace(column, static_cast<Eigen::Index>(place.size()));
    }
  }
  const auto height = static_cast<Eigen::Index>(rows.size());
  Eigen::MatrixXd jacobian = Eigen::MatrixXd::Zero(height, static_cast<Eigen::Index>(place.size()));
  Eigen::VectorXd residual(height);
  for (Eigen::Index i = 0; i < height; ++i) {
    const Row row = rows[static_cast<std::size_t>(i)];
    const auto columns = problem.pattern().columns_of(row);
    residual[i] = problem.residual[row.index()];
    for (std::size_t k = 0; k < columns.size(); ++k) {
      jacobian(i, place[columns[k]]) = problem.jacobian(row, k) * problem.magnitude(columns[k]);
    }
    const double largest = jacobian.row(i).lpNorm<Eigen::Infinity>();
    if (!(largest > 0.0) || !std::isfinite(largest)) return true;
    jacobian.row(i) /= largest;
    residual[i] /= largest;
  }
  for (const Column column : fixed) {
    if (jacobian.col(place[column]).lpNorm<Eigen::Infinity>() < conflict_share) return true;
  }
  const Eigen::VectorXd step = jacobian.colPivHouseholderQr().solve(residual);
  return (residual - jacobian * step).norm() <= conflict_share * residual.norm();
}

NearestPointFailure make_failure(NearestPointFault fault, std::vector<Row> rows,
                                 const StartProblem& problem) {
  // Rows whose residual is rounding keep their order.
  const auto weight = [&](Row row) {
    const double residual = problem.scaled_residual(row);
    return residual > redundancy_margin * problem.options().tolerance ? residual : 0.0;
  };
  std::stable_sort(rows.begin(), rows.end(), [&](Row a, Row b) { return weight(a) > weight(b); });
  IdMap<Row, bool> seen(problem.pattern().row_count(), false);
  NearestPointFailure failure{fault, {}, {}, {}, {}, problem.x};
  for (const Row row : rows) {
    if (seen[row]) continue;
    seen[row] = true;
    failure.rows.push_back(row);
    failure.residuals.push_back(problem.residual[row.index()]);
    for (const Column column : problem.pattern().columns_of(row)) {
      const bool fixed = problem.start(column).kind == StartKind::fixed;
      (fixed ? failure.fixed : failure.unknowns).push_back(column);
    }
  }
  failure.fixed = unique(std::move(failure.fixed));
  failure.unknowns = unique(std::move(failure.unknowns));
  if (fault == NearestPointFault::conflict && !are_at_fault(failure.fixed, failure.rows, problem)) {
    failure.fixed.clear();
  }
  return failure;
}

std::vector<Column> moved_guesses(const StartProblem& problem) {
  std::vector<Column> moved;
  for (const Column column : problem.pattern().columns()) {
    const StartValue& start = problem.start(column);
    if (start.kind != StartKind::guessed) continue;
    const double noticeable =
        problem.options().tolerance * std::max(problem.scale(column), std::abs(start.value));
    if (std::abs(problem.x[column.index()] - start.value) > noticeable) moved.push_back(column);
  }
  std::stable_sort(moved.begin(), moved.end(), [&](Column a, Column b) {
    return std::abs(problem.displacement(a)) > std::abs(problem.displacement(b));
  });
  return moved;
}

std::vector<Column> defaulted_columns(const StartPlan& plan, const StartProblem& problem) {
  std::vector<Column> defaulted;
  for (const Column column : problem.pattern().columns()) {
    if (plan.is_given(column) && problem.start(column).kind == StartKind::standard) {
      defaulted.push_back(column);
    }
  }
  std::stable_sort(defaulted.begin(), defaulted.end(), [&](Column a, Column b) {
    return problem.start(a).preference > problem.start(b).preference;
  });
  return defaulted;
}

}  // namespace

Result<NearestPoint, NearestPointFailure> find_nearest_point(NonlinearSystem& system,
                                                             std::span<const StartValue> start,
                                                             const NearestPointOptions& options) {
  StartProblem problem(system, start, options);
  StartSearch search(problem);
  if (const auto obstacle = search.run()) {
    problem.evaluate();
    return make_failure(obstacle->fault, obstacle->rows, problem);
  }
  approach_guesses(search.plan(), problem, search.newton());
  problem.evaluate();
  const Violations violations = find_violations(search.plan(), problem);
  if (!violations.rows.empty()) {
    return make_failure(violations.fault, violations.rows, problem);
  }
  NearestPoint point;
  point.x = problem.x;
  point.iterations = search.iteration_count();
  point.used_homotopy = search.used_homotopy();
  for (const Row row : problem.pattern().rows()) {
    point.largest_residual = std::max(point.largest_residual, problem.scaled_residual(row));
  }
  point.moved = moved_guesses(problem);
  point.defaulted = defaulted_columns(search.plan(), problem);
  return point;
}

}  // namespace saltus
