#include "saltus/runtime/numeric/homotopy.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace saltus {
namespace {

constexpr int most_arc_steps = 400;
constexpr int most_corrections = 8;
constexpr double first_arc_step = 0.1;
constexpr double smallest_arc_step = 1e-6;
constexpr double largest_arc_step = 10.0;
constexpr double curve_tolerance = 1e-6;  // the curve need not be followed exactly
constexpr double farthest = 1e8;          // scales from the start: the curve runs away

// A point (xi, s) on the curve, xi = x/scale, and directions there.
struct CurvePoint {
  std::vector<double> xi;
  double s = 0.0;
};

double inner(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0.0;
  for (std::size_t j = 0; j < a.size(); ++j) sum += a[j] * b[j];
  return sum;
}

class HomotopyCurve {
 public:
  HomotopyCurve(std::uint32_t block, const StartPlan& plan, StartProblem& problem,
                BlockNewton& newton)
      : block_(block),
        plan_(plan),
        problem_(problem),
        newton_(newton),
        rows_(plan.rows_of(block)),
        columns_(plan.columns_of(block)) {}

  bool follow() {
    const std::vector<double> start = problem_.x;
    if (follow_from_here()) return true;
    problem_.x = start;
    problem_.evaluate();
    return false;
  }

 private:
  bool follow_from_here() {
    problem_.evaluate();
    for (const Row row : rows_) start_residual_.push_back(problem_.residual[row.index()]);
    CurvePoint point = here(0.0);
    std::optional<CurvePoint> tangent = tangent_at(point, nullptr);
    double arc = first_arc_step;
    for (int step = 0; tangent && step < most_arc_steps && arc > smallest_arc_step; ++step) {
      if (problem_.is_interrupted()) return false;
      const std::optional<CurvePoint> next = corrected(advanced(point, *tangent, arc), *tangent);
      std::optional<CurvePoint> next_tangent;
      if (next) next_tangent = tangent_at(*next, &*tangent);
      // A sharp turn within one step may be a jump to another branch.
      if (!next_tangent || turn(*tangent, *next_tangent) < 0.8) {
        arc *= 0.5;
        continue;
      }
      if (next->s >= 1.0) return finish(point, *next);
      if (std::sqrt(inner(next->xi, next->xi)) > farthest) return false;
      point = *next;
      tangent = next_tangent;
      if (corrections_ <= 3) arc = std::min(2.0 * arc, largest_arc_step);
    }
    return false;
  }

  CurvePoint here(double s) const {
    CurvePoint point{.xi = {}, .s = s};
    for (const Column column : columns_) {
      point.xi.push_back(problem_.x[column.index()] / problem_.scale(column));
    }
    return point;
  }

  void move_to(const CurvePoint& point) {
    for (std::size_t j = 0; j < columns_.size(); ++j) {
      problem_.x[columns_[j].index()] = point.xi[j] * problem_.scale(columns_[j]);
    }
    problem_.evaluate();
  }

  bool factor() { return newton_.has_values(block_) && newton_.factors().factor(block_); }

  // J^-1 b in scaled columns.
  std::vector<double> solve(std::vector<double> b) {
    std::vector<double> solution(columns_.size());
    newton_.factors().solve(block_, b, solution);
    for (std::size_t j = 0; j < columns_.size(); ++j) solution[j] /= problem_.scale(columns_[j]);
    return solution;
  }

  // dxi/ds = -J^-1 F(x0): J dx + F(x0) ds = 0 along the curve.
  std::vector<double> slope() {
    std::vector<double> b;
    for (const double residual : start_residual_) b.push_back(-residual);
    return solve(b);
  }

  // The unit tangent, in the sense of `previous`, or of growing s at the start.
  std::optional<CurvePoint> tangent_at(const CurvePoint& point, const CurvePoint* previous) {
    move_to(point);
    if (!factor()) return std::nullopt;
    CurvePoint tangent{.xi = slope(), .s = 1.0};
    const double length = std::sqrt(inner(tangent.xi, tangent.xi) + 1.0);
    if (!std::isfinite(length)) return std::nullopt;
    double sign = 1.0;
    if (previous != nullptr)
      sign = inner(tangent.xi, previous->xi) + previous->s < 0.0 ? -1.0 : 1.0;
    for (double& component : tangent.xi) component *= sign / length;
    tangent.s = sign / length;
    return tangent;
  }

  static double turn(const CurvePoint& first, const CurvePoint& second) {
    return inner(first.xi, second.xi) + first.s * second.s;
  }

  static CurvePoint advanced(const CurvePoint& point, const CurvePoint& tangent, double arc) {
    CurvePoint result = point;
    for (std::size_t j = 0; j < point.xi.size(); ++j) result.xi[j] += arc * tangent.xi[j];
    result.s += arc * tangent.s;
    return result;
  }

  // Newton back to the curve, orthogonally to the tangent t: J a = -H, J z = -F(x0),
  // d xi = a + z ds with t.(d xi, ds) = 0.
  std::optional<CurvePoint> corrected(CurvePoint point, const CurvePoint& tangent) {
    double previous = HUGE_VAL;
    for (corrections_ = 0; corrections_ < most_corrections; ++corrections_) {
      move_to(point);
      if (!factor()) return std::nullopt;
      std::vector<double> b;
      for (std::size_t i = 0; i < rows_.size(); ++i) {
        b.push_back((1.0 - point.s) * start_residual_[i] - problem_.residual[rows_[i].index()]);
      }
      const std::vector<double> a = solve(b);
      const std::vector<double> z = slope();
      const double ds = -inner(tangent.xi, a) / (inner(tangent.xi, z) + tangent.s);
      double move = std::abs(ds);
      for (std::size_t j = 0; j < a.size(); ++j) {
        const double change = a[j] + z[j] * ds;
        point.xi[j] += change;
        move = std::max(move, std::abs(change) / std::max(1.0, std::abs(point.xi[j])));
      }
      point.s += ds;
      if (!std::isfinite(move) || move > previous) return std::nullopt;
      if (move <= curve_tolerance) return point;
      previous = move;
    }
    return std::nullopt;
  }

  // Newton on F itself from where the chord of the last step meets s = 1.
  bool finish(const CurvePoint& before, const CurvePoint& after) {
    CurvePoint point = before;
    const double share = (1.0 - before.s) / (after.s - before.s);
    for (std::size_t j = 0; j < point.xi.size(); ++j) {
      point.xi[j] += share * (after.xi[j] - before.xi[j]);
    }
    move_to(point);
    newton_.run(std::span(&block_, 1));
    return newton_.unit_state(plan_.unit_of(block_)) == BlockNewton::UnitState::converged &&
           newton_.state(block_) == BlockNewton::BlockState::active;
  }

  std::uint32_t block_;
  const StartPlan& plan_;
  StartProblem& problem_;
  BlockNewton& newton_;
  std::span<const Row> rows_;
  std::span<const Column> columns_;
  std::vector<double> start_residual_;
  int corrections_ = 0;
};

}  // namespace

bool follow_homotopy(std::uint32_t block, const StartPlan& plan, StartProblem& problem,
                     BlockNewton& newton) {
  return HomotopyCurve(block, plan, problem, newton).follow();
}

}  // namespace saltus
