#include "saltus/runtime/numeric/approach_guesses.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace saltus {
namespace {

constexpr int most_iterations = 60;
constexpr int most_curvature_products = 25;
constexpr int most_halvings = 10;
constexpr int most_restorations = 15;     // Newton steps back to the constraints
constexpr int most_evaluations = 5000;    // the point is consistent already; near will do
constexpr double difference_step = 1e-6;  // relative, for the curvature of the constraints
constexpr double rounding_move = 1e-7;    // a move this small that does not shrink is noise

// One least-squares block on its way. All vectors are over its columns, in scales.
struct Descent {
  explicit Descent(std::uint32_t number) : block(number) {}

  std::uint32_t block;
  bool done = false;
  double objective = 0.0;
  double slope = 0.0;  // of the objective along the direction
  double share = 1.0;  // of the direction that is tried
  double previous_move = HUGE_VAL;
  std::vector<double> gradient, direction, multipliers;
  // Conjugate gradients.
  bool in_search = false;
  double energy = 0.0;  // residual . preconditioned residual
  double first_energy = 0.0;
  std::vector<double> search, residual, preconditioned, curvature;
};

double inner(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0.0;
  for (std::size_t j = 0; j < a.size(); ++j) sum += a[j] * b[j];
  return sum;
}

class GuessApproach {
 public:
  GuessApproach(const StartPlan& plan, StartProblem& problem, BlockNewton& newton)
      : plan_(plan), problem_(problem), newton_(newton) {}

  // Blocks of different units are independent and advance together; blocks of one
  // unit follow each other, since later ones move when an earlier one does.
  void run() {
    const int first = problem_.evaluation_count();
    for (const std::vector<std::uint32_t>& layer : layers()) {
      descents_.clear();
      for (const std::uint32_t block : layer) descents_.emplace_back(block);
      for (int iteration = 0; iteration < most_iterations; ++iteration) {
        if (problem_.evaluation_count() - first > most_evaluations) break;
        if (problem_.is_interrupted()) return;
        if (!find_gradients()) break;
        find_directions();
        search_along();
      }
    }
  }

 private:
  std::vector<std::vector<std::uint32_t>> layers() const {
    std::vector<std::vector<std::uint32_t>> layers;
    std::vector<std::size_t> depth(plan_.unit_count(), 0);
    for (std::uint32_t block = 0; block < plan_.block_count(); ++block) {
      if (!has_freedom(block)) continue;
      const std::size_t layer = depth[plan_.unit_of(block)]++;
      if (layer == layers.size()) layers.emplace_back();
      layers[layer].push_back(block);
    }
    return layers;
  }

  bool has_freedom(std::uint32_t block) const {
    return plan_.kind(block) == StartPlan::BlockKind::least_squares &&
           plan_.columns_of(block).size() > plan_.rank_of(block);
  }

  // Gauss and Newton's direction and the multipliers at the current point. False
  // when every descent has come to its end.
  bool find_gradients() {
    if (std::all_of(descents_.begin(), descents_.end(), [](auto& d) { return d.done; })) {
      return false;
    }
    problem_.evaluate();
    bool any = false;
    for (Descent& descent : descents_) {
      if (descent.done) continue;
      find_gradient(descent);
      any |= !descent.done;
    }
    return any;
  }

  void find_gradient(Descent& descent) {
    const auto columns = plan_.columns_of(descent.block);
    descent.done = !newton_.factors().factor(descent.block);
    if (descent.done) return;
    descent.gradient.clear();
    for (const Column column : columns) descent.gradient.push_back(problem_.displacement(column));
    descent.objective = 0.5 * inner(descent.gradient, descent.gradient);
    project(descent, descent.gradient, descent.direction, descent.multipliers);
    double move = 0.0;
    for (std::size_t j = 0; j < columns.size(); ++j) {
      move = std::max(move, std::abs(descent.direction[j]) * problem_.scale(columns[j]) /
                                problem_.magnitude(columns[j]));
    }
    const bool shrinks = move < 0.5 * descent.previous_move;
    descent.done = !(move > problem_.options().tolerance) || (move < rounding_move && !shrinks);
    descent.previous_move = move;
  }

  // The minimiser d of 1/2 |d_guessed|^2 + g.d along the constraints.
  void project(const Descent& descent, const std::vector<double>& g, std::vector<double>& d,
               std::vector<double>& multipliers) const {
    const std::vector<double> zero(plan_.rows_of(descent.block).size(), 0.0);
    d.resize(g.size());
    multipliers.resize(zero.size());
    newton_.factors().constrained_step(descent.block).solve(g, zero, d, multipliers);
  }

  // Newton's direction of the Lagrangian: conjugate gradients, preconditioned with
  // the projection, each product with the curvature a difference of Jacobians.
  void find_directions() {
    base_point_ = problem_.x;
    base_jacobian_ = problem_.jacobian_values;
    for (Descent& descent : descents_) begin_search(descent);
    for (int product = 0; product < most_curvature_products; ++product) {
      if (!place_difference_points()) break;
      problem_.evaluate();
      for (Descent& descent : descents_) {
        if (descent.in_search) continue_search(descent);
      }
    }
    problem_.x = base_point_;
    for (Descent& descent : descents_) {
      if (!descent.done) descent.slope = inner(descent.gradient, descent.direction);
    }
  }

  void begin_search(Descent& descent) {
    descent.in_search = !descent.done;
    if (descent.done) return;
    descent.search = descent.preconditioned = descent.direction;
    descent.residual = descent.gradient;
    descent.energy = descent.first_energy = -inner(descent.residual, descent.preconditioned);
    std::fill(descent.direction.begin(), descent.direction.end(), 0.0);
  }

  bool place_difference_points() {
    bool any = false;
    for (const Descent& descent : descents_) {
      if (!descent.in_search) continue;
      any = true;
      const double step = difference(descent);
      const auto columns = plan_.columns_of(descent.block);
      for (std::size_t j = 0; j < columns.size(); ++j) {
        problem_.x[columns[j].index()] =
            base_point_[columns[j].index()] + step * descent.search[j] * problem_.scale(columns[j]);
      }
    }
    return any;
  }

  double difference(const Descent& descent) const {
    const auto columns = plan_.columns_of(descent.block);
    double largest = 0.0;
    for (std::size_t j = 0; j < columns.size(); ++j) {
      const double magnitude =
          std::max(std::abs(base_point_[columns[j].index()]), problem_.scale(columns[j]));
      largest =
          std::max(largest, std::abs(descent.search[j]) * problem_.scale(columns[j]) / magnitude);
    }
    return largest > 0.0 ? difference_step / largest : difference_step;
  }

  void continue_search(Descent& descent) {
    apply_curvature(descent);
    const double stiffness = inner(descent.search, descent.curvature);
    const bool first = inner(descent.direction, descent.direction) == 0.0;
    // Along negative curvature Gauss and Newton's direction still goes down.
    if (!(stiffness > 0.0)) {
      if (first) descent.direction = descent.search;
      descent.in_search = false;
      return;
    }
    const double length = descent.energy / stiffness;
    for (std::size_t j = 0; j < descent.direction.size(); ++j) {
      descent.direction[j] += length * descent.search[j];
      descent.residual[j] += length * descent.curvature[j];
    }
    std::vector<double> multipliers;
    project(descent, descent.residual, descent.preconditioned, multipliers);
    const double energy = -inner(descent.residual, descent.preconditioned);
    if (!(energy > 1e-12 * descent.first_energy)) descent.in_search = false;
    for (std::size_t j = 0; j < descent.search.size(); ++j) {
      descent.search[j] = descent.preconditioned[j] + energy / descent.energy * descent.search[j];
    }
    descent.energy = energy;
  }

  // (W + sum_i m_i F_i'') search, the second part from the Jacobian's difference.
  void apply_curvature(Descent& descent) {
    const double step = difference(descent);
    const auto columns = plan_.columns_of(descent.block);
    const auto rows = plan_.rows_of(descent.block);
    descent.curvature.assign(columns.size(), 0.0);
    for (std::size_t j = 0; j < columns.size(); ++j) {
      const bool guessed = problem_.start(columns[j]).kind == StartKind::guessed;
      if (guessed) descent.curvature[j] = descent.search[j];
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const auto in_row = problem_.pattern().columns_of(rows[i]);
      const std::uint32_t first = problem_.pattern().first_edge(rows[i]);
      for (std::size_t k = 0; k < in_row.size(); ++k) {
        if (!plan_.is_in(in_row[k], descent.block)) continue;
        const double change = problem_.jacobian_values[first + k] - base_jacobian_[first + k];
        descent.curvature[plan_.position_of(in_row[k])] +=
            descent.multipliers[i] * change / step * problem_.scale(in_row[k]);
      }
    }
  }

  // Moves along the directions and back to the constraints; halves until the
  // objective falls.
  void search_along() {
    for (Descent& descent : descents_) {
      descent.share = 1.0;
      descent.in_search = !descent.done;
    }
    for (int halving = 0; halving < most_halvings; ++halving) {
      const std::vector<std::uint32_t> blocks = place_trial_points();
      if (blocks.empty()) return;
      newton_.run(blocks, most_restorations);
      for (Descent& descent : descents_) {
        if (!descent.in_search) continue;
        descent.in_search = !is_better(descent);
        descent.share *= 0.5;
      }
    }
    for (Descent& descent : descents_) {
      if (!descent.in_search) continue;
      descent.done = true;
      restore(plan_.unit_of(descent.block));
    }
  }

  // The blocks of all units in which a descent is still searching.
  std::vector<std::uint32_t> place_trial_points() {
    std::vector<bool> is_searching(plan_.unit_count(), false);
    for (const Descent& descent : descents_) {
      if (descent.in_search) is_searching[plan_.unit_of(descent.block)] = true;
    }
    std::vector<std::uint32_t> blocks;
    for (std::uint32_t block = 0; block < plan_.block_count(); ++block) {
      if (!is_searching[plan_.unit_of(block)]) continue;
      blocks.push_back(block);
      for (const Column column : plan_.columns_of(block)) {
        problem_.x[column.index()] = base_point_[column.index()];
      }
    }
    for (const Descent& descent : descents_) {
      if (!descent.in_search) continue;
      const auto columns = plan_.columns_of(descent.block);
      for (std::size_t j = 0; j < columns.size(); ++j) {
        problem_.x[columns[j].index()] +=
            descent.share * descent.direction[j] * problem_.scale(columns[j]);
      }
    }
    return blocks;
  }

  bool is_better(const Descent& descent) const {
    if (newton_.unit_state(plan_.unit_of(descent.block)) != BlockNewton::UnitState::converged ||
        newton_.state(descent.block) != BlockNewton::BlockState::active) {
      return false;
    }
    double objective = 0.0;
    for (const Column column : plan_.columns_of(descent.block)) {
      const double displacement = problem_.displacement(column);
      objective += 0.5 * displacement * displacement;
    }
    // The slack lets a direction of rounding size pass; it then ends the descent.
    return objective <= descent.objective * (1.0 + 1e-12) + 1e-4 * descent.share * descent.slope;
  }

  void restore(std::uint32_t unit) {
    for (std::uint32_t block = 0; block < plan_.block_count(); ++block) {
      if (plan_.unit_of(block) != unit) continue;
      for (const Column column : plan_.columns_of(block)) {
        problem_.x[column.index()] = base_point_[column.index()];
      }
    }
  }

  const StartPlan& plan_;
  StartProblem& problem_;
  BlockNewton& newton_;
  std::vector<Descent> descents_;
  std::vector<double> base_point_, base_jacobian_;
};

}  // namespace

void approach_guesses(const StartPlan& plan, StartProblem& problem, BlockNewton& newton) {
  GuessApproach(plan, problem, newton).run();
}

}  // namespace saltus
