#include "saltus/runtime/projection/staircase.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace saltus {
namespace {

using Dense = Eigen::MatrixXd;
using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using PivotedQr = Eigen::ColPivHouseholderQR<Dense>;
using Index = Eigen::Index;

// Rounding leaves up to this many epsilons per row in place of a zero.
constexpr double roundings_per_row = 16.0;
// However badly conditioned the steps before were, larger magnitudes than this are never noise.
constexpr double largest_noise = 1e-8;
// A decision is near when the magnitudes on its two sides are within this factor.
constexpr double clear_gap = 1e4;
// In cubes of the order: index 20 of 1,000 equations, or any index of 300.
constexpr double most_work = 2e10;
constexpr double epsilon = std::numeric_limits<double>::epsilon();

Dense to_dense(const Matrix& matrix) {
  return Eigen::Map<const RowMajor>(matrix.entries.data(), static_cast<Index>(matrix.rows),
                                    static_cast<Index>(matrix.columns));
}

Matrix to_matrix(const Dense& dense) {
  Matrix matrix(static_cast<std::size_t>(dense.rows()), static_cast<std::size_t>(dense.cols()));
  Eigen::Map<RowMajor>(matrix.entries.data(), dense.rows(), dense.cols()) = dense;
  return matrix;
}

double largest_column_norm(const Dense& matrix) {
  return matrix.size() == 0 ? 0.0 : matrix.colwise().norm().maxCoeff();
}

struct RankDecision {
  Index rank = 0;
  double smallest_kept = 1.0;
  double largest_dropped = 0.0;
};

class Reduction {
 public:
  Reduction(const Matrix& e, const Matrix& a)
      : e_(to_dense(e)),
        a_(to_dense(a)),
        rows_(Dense::Identity(e_.rows(), e_.rows())),
        columns_(rows_),
        unit_of_e_(largest_column_norm(e_)),
        unit_of_a_(largest_column_norm(a_)),
        active_(e_.rows()) {}

  Result<Staircase, StaircaseFault> run() {
    while (active_ > 0) {
      if (!has_work_left()) return StaircaseFault{StaircaseFault::Kind::too_large, step_};
      const PivotedQr factors(e_.topLeftCorner(active_, active_));
      const RankDecision decision = decide_rank(factors, unit_of_e_);
      note_if_near(decision);
      if (decision.rank == active_) break;
      compress_rows(factors, decision.rank);
      if (!split_off_infinite_block(decision.rank)) {
        return StaircaseFault{StaircaseFault::Kind::singular_pencil, step_};
      }
      trust_less(decision);
    }
    return finish();
  }

 private:
  // Magnitudes above `upper` count, those below `lower` do not; in between, which is noise enlarged
  // by earlier steps or the data's own, the widest gap decides.
  RankDecision decide_rank(const PivotedQr& factors, double unit) const {
    const double lower = roundings_per_row * epsilon * static_cast<double>(e_.rows());
    const double upper = std::max(lower, std::min(lower * growth_, largest_noise));
    const Eigen::VectorXd pivots = factors.matrixR().diagonal().cwiseAbs() / positive(unit);
    const Index count = pivots.size();
    const auto pivot = [&](Index k) { return k < 0 ? 1.0 : k < count ? pivots[k] : 0.0; };
    Index rank = 0;
    while (rank < count && pivots[rank] > upper) ++rank;
    const auto gap = [&](Index kept) {
      return pivot(kept - 1) / std::max(pivot(kept), epsilon / clear_gap);
    };
    for (Index kept = rank + 1; kept <= count && pivots[kept - 1] > lower; ++kept) {
      if (gap(kept) > gap(rank)) rank = kept;
    }
    return {rank, rank == 0 ? 1.0 : pivot(rank - 1), pivot(rank)};
  }

  // Rotations go over the whole matrices.
  bool has_work_left() {
    const auto order = static_cast<double>(e_.rows());
    work_ += order * order * static_cast<double>(active_);
    return work_ <= most_work;
  }

  static double positive(double unit) { return unit > 0.0 ? unit : 1.0; }

  void note_if_near(const RankDecision& decision) {
    const double noise = std::max(decision.largest_dropped, epsilon);
    if (decision.smallest_kept > clear_gap * noise) return;
    near_decisions_.push_back({step_, decision.smallest_kept, decision.largest_dropped});
  }

  void trust_less(const RankDecision& decision) {
    growth_ /= std::min(1.0, decision.smallest_kept);
  }

  // Rows rank..active of the active part of E become zero.
  void compress_rows(const PivotedQr& factors, Index rank) {
    const auto rotation = factors.householderQ().adjoint();
    e_.topRows(active_).applyOnTheLeft(rotation);
    a_.topRows(active_).applyOnTheLeft(rotation);
    rows_.topRows(active_).applyOnTheLeft(rotation);
    e_.block(rank, 0, active_ - rank, active_).setZero();
  }

  // The rows of A beside the zero rows of E lose all but their last columns, which must be regular.
  // The active part shrinks to the first `rank` rows and columns.
  bool split_off_infinite_block(Index rank) {
    const Index order = active_ - rank;
    const PivotedQr factors(a_.block(rank, 0, order, active_).transpose());
    const RankDecision decision = decide_rank(factors, unit_of_a_);
    if (decision.rank < order) return false;
    note_if_near(decision);
    rotate_columns(factors, rank);
    a_.block(rank, 0, order, rank).setZero();
    trust_less(decision);
    steps_.insert(steps_.begin(), static_cast<std::size_t>(order));
    active_ = rank;
    ++step_;
    return true;
  }

  // The columns that the factors put first go last.
  void rotate_columns(const PivotedQr& factors, Index rank) {
    for (Dense* matrix : {&e_, &a_, &columns_}) {
      auto block = matrix->leftCols(active_);
      block.applyOnTheRight(factors.householderQ());
      const Dense first = block.leftCols(active_ - rank);
      const Dense last = block.rightCols(rank);
      block.leftCols(rank) = last;
      block.rightCols(active_ - rank) = first;
    }
  }

  Staircase finish() const {
    return {to_matrix(e_),
            to_matrix(a_),
            to_matrix(rows_),
            to_matrix(columns_),
            static_cast<std::size_t>(active_),
            steps_,
            near_decisions_,
            growth_};
  }

  Dense e_, a_;
  Dense rows_, columns_;
  double unit_of_e_, unit_of_a_;
  Index active_;  // order of the leading part that is not reduced yet
  std::size_t step_ = 1;
  double work_ = 0.0;
  double growth_ = 1.0;
  std::vector<std::size_t> steps_;
  std::vector<NearDecision> near_decisions_;
};

}  // namespace

Result<Staircase, StaircaseFault> reduce_to_staircase(const Matrix& e, const Matrix& a) {
  return Reduction(e, a).run();
}

}  // namespace saltus
