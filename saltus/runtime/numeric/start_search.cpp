#include "saltus/runtime/numeric/start_search.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "saltus/foundation/graph/column_incidence.h"
#include "saltus/runtime/numeric/homotopy.h"
#include "saltus/runtime/numeric/independent_columns.h"

namespace saltus {
namespace {

constexpr int most_rounds = 60;
constexpr std::size_t largest_exchange = 400;  // rows of a dense rank decision

// Steps away from a point where rows have no value, in magnitudes of the unknowns:
// near ones first, then across zero.
constexpr std::array<double, 10> steps_into_domain = {1e-3, -1e-3, 0.1,  -0.1, 1.0,
                                                      -1.0, 2.0,   -2.0, 10.,  -10.};

// Of the same size for every column, and different: a fixed point of no symmetry.
double scatter(Column column) {
  const std::uint32_t hash = (column.index() + 1) * 2654435761u;
  const double fraction = static_cast<double>(hash >> 8) / static_cast<double>(1u << 24);
  return (hash & 128u ? 1.0 : -1.0) * (0.5 + fraction);
}

}  // namespace

StartSearch::StartSearch(StartProblem& problem)
    : problem_(problem),
      candidates_(determination_order(problem.starts())),
      seed_(problem.x),
      attempts_(problem.pattern().row_count(), 0),
      rests_(problem.pattern().row_count(), false),
      accepts_weak_pivot_(problem.pattern().row_count(), false) {
  make_plan();
}

void StartSearch::make_plan() {
  if (newton_) earlier_iterations_ += newton_->iteration_count();
  plan_ = std::make_unique<StartPlan>(
      make_start_plan(problem_.pattern(), problem_.starts(), candidates_, deficient_));
  newton_ = std::make_unique<BlockNewton>(*plan_, problem_);
  for (std::uint32_t block = 0; block < plan_->block_count(); ++block) {
    const auto rows = plan_->rows_of(block);
    if (std::all_of(rows.begin(), rows.end(), [&](Row row) { return rests_[row]; })) {
      newton_->rest(block);
    }
    if (accepts_weak_pivot_[rows.front()]) newton_->accept_weak_pivot(block);
  }
  for (const Column column : problem_.pattern().columns()) {
    if (plan_->is_given(column)) problem_.x[column.index()] = problem_.start(column).value;
  }
  plan_is_old_ = false;
}

std::optional<StartSearch::Obstacle> StartSearch::run() {
  std::vector<Row> last_rows;
  for (int round = 0; round < most_rounds && !problem_.is_interrupted(); ++round) {
    const std::vector<Resisting> resisting = run_newton();
    if (obstacle_ || resisting.empty()) return obstacle_;
    const auto rows = plan_->rows_of(resisting.front().block);
    last_rows.assign(rows.begin(), rows.end());
    for (const Resisting& one : resisting) {
      if (!repair(one)) return obstacle_;
    }
    if (plan_is_old_) make_plan();
  }
  return Obstacle{NearestPointFault::not_converged, last_rows};
}

std::vector<std::uint32_t> StartSearch::all_blocks() const {
  std::vector<std::uint32_t> blocks(plan_->block_count());
  for (std::uint32_t block = 0; block < plan_->block_count(); ++block) blocks[block] = block;
  return blocks;
}

// All blocks at a time, then one after another where that did not work.
std::vector<StartSearch::Resisting> StartSearch::run_newton() {
  newton_->run(all_blocks());
  std::vector<Resisting> resisting;
  std::vector<std::uint32_t> stalled;
  for (std::uint32_t unit = 0; unit < plan_->unit_count(); ++unit) {
    if (newton_->unit_state(unit) == BlockNewton::UnitState::stalled) stalled.push_back(unit);
  }
  for (std::uint32_t block = 0; block < plan_->block_count(); ++block) {
    const BlockState state = newton_->state(block);
    const bool resists = state == BlockState::singular || state == BlockState::not_finite;
    if (resists && newton_->unit_state(plan_->unit_of(block)) != BlockNewton::UnitState::stalled) {
      resisting.push_back({block, state});
    }
  }
  for (const std::uint32_t unit : stalled) {
    if (const auto one = solve_in_sequence(unit)) resisting.push_back(*one);
    if (obstacle_) return {};
  }
  return resisting;
}

// The unit's blocks in order, each from its seed with everything before it solved.
// Returns the first one that is singular or has no value.
std::optional<StartSearch::Resisting> StartSearch::solve_in_sequence(std::uint32_t unit) {
  std::vector<std::uint32_t> blocks;
  for (std::uint32_t block = 0; block < plan_->block_count(); ++block) {
    if (plan_->unit_of(block) == unit) blocks.push_back(block);
  }
  for (const std::uint32_t block : blocks) reset_to_seed(block);
  for (const std::uint32_t block : blocks) {
    if (run_alone(block)) continue;
    const BlockState state = newton_->state(block);
    if (state == BlockState::singular || state == BlockState::not_finite) {
      return Resisting{block, state};
    }
    if (solve_alone(block)) continue;
    const auto rows = plan_->rows_of(block);
    obstacle_ = Obstacle{NearestPointFault::not_converged, {rows.begin(), rows.end()}};
    return std::nullopt;
  }
  return std::nullopt;
}

bool StartSearch::run_alone(std::uint32_t block) {
  newton_->run(std::span(&block, 1));
  const BlockState state = newton_->state(block);
  return newton_->unit_state(plan_->unit_of(block)) == BlockNewton::UnitState::converged &&
         (state == BlockState::active || state == BlockState::resting);
}

// What is left when damped Newton stalls on one block: a homotopy, then other seeds.
bool StartSearch::solve_alone(std::uint32_t block) {
  const std::vector<double> best = problem_.x;
  reset_to_seed(block);
  if (follow_homotopy(block, *plan_, problem_, *newton_)) return used_homotopy_ = true;
  for (const double step : {0.1, 1.0, 10.0}) {
    reset_to_seed(block);
    perturb(block, step, false);
    if (run_alone(block)) return true;
    reset_to_seed(block);
    perturb(block, step, false);
    if (follow_homotopy(block, *plan_, problem_, *newton_)) return used_homotopy_ = true;
  }
  problem_.x = best;
  return false;
}

bool StartSearch::repair(const Resisting& resisting) {
  const bool repaired = resisting.state == BlockState::not_finite
                            ? repair_not_finite(resisting.block)
                            : repair_singular(resisting.block);
  if (!repaired) {
    const auto rows = plan_->rows_of(resisting.block);
    const auto fault = resisting.state == BlockState::not_finite ? NearestPointFault::not_finite
                                                                 : NearestPointFault::not_converged;
    obstacle_ = Obstacle{fault, {rows.begin(), rows.end()}};
  }
  return repaired;
}

bool StartSearch::repair_not_finite(std::uint32_t block) {
  auto attempt = static_cast<std::size_t>(attempts(block)++);
  for (; attempt < steps_into_domain.size(); ++attempt) {
    attempts(block) = static_cast<int>(attempt) + 1;
    for (const bool uniform : {true, false}) {
      for (const Column column : plan_->columns_of(block)) {
        problem_.x[column.index()] = problem_.start(column).value;
      }
      perturb(block, steps_into_domain[attempt], uniform);
      problem_.evaluate();
      if (newton_->has_values(block)) {
        for (const Column column : plan_->columns_of(block)) {
          seed_[column.index()] = problem_.x[column.index()];
        }
        return true;
      }
    }
  }
  return false;
}

bool StartSearch::repair_singular(std::uint32_t block) {
  if (++attempts(block) > 6) return false;
  problem_.evaluate();
  if (step_aside(block)) return true;
  problem_.evaluate();
  if (pin_others(block, false) || pin_others(block, true)) return true;
  if (plan_->kind(block) == StartPlan::BlockKind::square && newton_->factors().factor(block)) {
    accepts_weak_pivot_[plan_->rows_of(block).front()] = true;
    newton_->accept_weak_pivot(block);
    return true;
  }
  if (is_regular_at_seed(block)) return solve_alone(block);
  return accept_deficiency(block);
}

// Newton may have run from a good start to a place where no derivative is left.
bool StartSearch::is_regular_at_seed(std::uint32_t block) {
  const std::vector<double> here = problem_.x;
  reset_to_seed(block);
  perturb(block, 1e-3, false);
  problem_.evaluate();
  const bool regular = newton_->is_regular(block);
  problem_.x = here;
  problem_.evaluate();
  return regular;
}

// Solves the rows for other columns than the plan's, numerically independent ones;
// the ones that are no longer needed are pinned instead.
bool StartSearch::pin_others(std::uint32_t block, bool with_earlier_blocks) {
  if (plan_->kind(block) != StartPlan::BlockKind::square) return false;
  const auto own = plan_->rows_of(block);
  std::vector<Row> rows(own.begin(), own.end());
  if (with_earlier_blocks) rows = rows_with_earlier_blocks(block);
  if (rows.size() > largest_exchange) return false;

  const std::vector<Column> columns = exchangeable_columns(rows);
  std::vector<bool> is_current(problem_.x.size(), false);
  std::size_t current_count = 0;
  for (const Column column : columns) {
    is_current[column.index()] = !plan_->is_given(column);
    current_count += !plan_->is_given(column);
  }
  if (current_count != rows.size() || columns.size() == rows.size()) return false;
  const auto classes = by_willingness(columns, is_current);
  const std::vector<Column> chosen = independent_columns(problem_, rows, classes);
  if (chosen.size() < rows.size()) return false;
  if (std::all_of(chosen.begin(), chosen.end(),
                  [&](Column column) { return is_current[column.index()]; })) {
    return false;
  }
  if (!plan_is_old_) {
    candidates_.assign(plan_->determined().begin(), plan_->determined().end());
  }
  // Taken by another block in this round: look again when the plan is new.
  if (std::any_of(chosen.begin(), chosen.end(), [&](Column column) {
        return !is_current[column.index()] &&
               std::find(candidates_.begin(), candidates_.end(), column) != candidates_.end();
      })) {
    return true;
  }
  std::erase_if(candidates_, [&](Column column) { return is_current[column.index()]; });
  candidates_.insert(candidates_.end(), chosen.begin(), chosen.end());
  plan_is_old_ = true;
  return true;
}

std::vector<Row> StartSearch::rows_with_earlier_blocks(std::uint32_t block) const {
  std::vector<bool> is_needed(plan_->block_count(), false);
  is_needed[block] = true;
  std::vector<Row> rows;
  for (std::uint32_t earlier = block + 1; earlier-- > 0;) {
    if (!is_needed[earlier]) continue;
    for (const Row row : plan_->rows_of(earlier)) {
      rows.push_back(row);
      for (const Column column : problem_.pattern().columns_of(row)) {
        const auto other = plan_->block_of(column);
        // What a least-squares block solves for is not exchanged.
        if (other && plan_->kind(*other) == StartPlan::BlockKind::square) is_needed[*other] = true;
      }
    }
    if (rows.size() > largest_exchange) break;
  }
  std::sort(rows.begin(), rows.end());
  return rows;
}

// The columns that the rows' blocks solve for, and the pinned ones in the rows.
std::vector<Column> StartSearch::exchangeable_columns(std::span<const Row> rows) const {
  std::vector<bool> in_deficient(problem_.x.size(), false);
  for (const DeficientBlock& block : deficient_) {
    for (const Row row : block.rows) {
      for (const Column column : problem_.pattern().columns_of(row)) {
        in_deficient[column.index()] = true;
      }
    }
  }
  std::vector<Column> columns;
  for (const Row row : rows) {
    for (const Column column : problem_.pattern().columns_of(row)) {
      const auto block = plan_->block_of(column);
      if (problem_.start(column).kind == StartKind::fixed) continue;
      if (!block) {
        if (!in_deficient[column.index()]) columns.push_back(column);
      } else if (plan_->kind(*block) == StartPlan::BlockKind::square) {
        const auto solving = plan_->rows_of(*block);
        if (std::binary_search(rows.begin(), rows.end(), solving.front())) {
          columns.push_back(column);
        }
      }
    }
  }
  std::sort(columns.begin(), columns.end());
  columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
  return columns;
}

// Standard values that are solved for already, then pinned ones of rising
// preference, then guessed ones.
std::vector<std::vector<Column>> StartSearch::by_willingness(
    const std::vector<Column>& columns, const std::vector<bool>& is_current) const {
  using Rank = std::pair<int, int>;
  std::map<Rank, std::vector<Column>> by_rank;
  for (const Column column : columns) {
    const StartValue& start = problem_.start(column);
    Rank rank{2, 0};
    if (start.kind == StartKind::standard) {
      rank = Rank{is_current[column.index()] ? 0 : 1, start.preference};
    }
    by_rank[rank].push_back(column);
  }
  std::vector<std::vector<Column>> classes;
  for (auto& [rank, members] : by_rank) classes.push_back(std::move(members));
  return classes;
}

// A Jacobian may be singular at the start only, as that of x^2 + y^2 = 1 at 0.
bool StartSearch::step_aside(std::uint32_t block) {
  const bool satisfied = is_satisfied(block);
  const std::vector<double> here = problem_.x;
  for (const auto& [step, uniform] : {std::pair{1e-3, true}, {1e-3, false}, {0.1, false}}) {
    problem_.x = here;
    perturb(block, step, uniform);
    problem_.evaluate();
    if (!newton_->is_regular(block)) continue;
    if (satisfied) {
      for (const Row row : plan_->rows_of(block)) rests_[row] = true;
      newton_->rest(block);
      break;
    }
    for (const Column column : plan_->columns_of(block)) {
      seed_[column.index()] = problem_.x[column.index()];
    }
    return true;
  }
  problem_.x = here;
  return satisfied && rests_[plan_->rows_of(block).front()];
}

// The rows depend on each other wherever one looks: they are redundant, or in
// conflict. What they leave free is pinned; guessed values stay movable.
bool StartSearch::accept_deficiency(std::uint32_t block) {
  std::vector<Row> rows = rows_sharing_guesses(block);
  if (rows.size() > largest_exchange) {
    rows.assign(plan_->rows_of(block).begin(), plan_->rows_of(block).end());
  }
  const std::vector<Column> columns = solvable_columns(rows);
  if (rows.size() > largest_exchange || columns.size() > largest_exchange) return false;

  const std::vector<double> here = problem_.x;
  std::vector<bool> is_current(problem_.x.size(), false);
  for (const Column column : columns) {
    is_current[column.index()] = !plan_->is_given(column);
    problem_.x[column.index()] += 1e-3 * scatter(column) * problem_.magnitude(column);
  }
  problem_.evaluate();
  std::vector<Column> kept =
      independent_columns(problem_, rows, by_willingness(columns, is_current));
  problem_.x = here;
  const std::size_t rank = kept.size();
  if (rank == 0) kept = columns;
  for (const Column column : columns) {
    if (problem_.start(column).kind == StartKind::guessed) kept.push_back(column);
  }
  std::sort(kept.begin(), kept.end());
  kept.erase(std::unique(kept.begin(), kept.end()), kept.end());

  if (!plan_is_old_) {
    candidates_.assign(plan_->determined().begin(), plan_->determined().end());
  }
  std::erase_if(candidates_, [&](Column column) {
    return std::binary_search(columns.begin(), columns.end(), column);
  });
  std::erase_if(deficient_, [&](const DeficientBlock& other) {
    return std::binary_search(rows.begin(), rows.end(), other.rows.front());
  });
  deficient_.push_back({rows, kept, rank});
  plan_is_old_ = true;
  return true;
}

// All rows that are connected with the block through unknowns and pinned guesses,
// which may have to move together; more than largest_exchange when there are too many.
std::vector<Row> StartSearch::rows_sharing_guesses(std::uint32_t block) const {
  const auto is_checked = [&](Row row) {
    const auto checked = plan_->checked_rows();
    return std::find(checked.begin(), checked.end(), row) != checked.end();
  };
  const ColumnIncidence incidence(problem_.pattern());
  IdMap<Row, bool> seen(problem_.pattern().row_count(), false);
  IdMap<Column, bool> followed(problem_.pattern().column_count(), false);
  std::vector<Row> rows;
  const auto reach = [&](Row row) {
    if (seen[row] || is_checked(row)) return;
    seen[row] = true;
    rows.push_back(row);
  };
  for (const Row row : plan_->rows_of(block)) reach(row);
  for (std::size_t head = 0; head < rows.size() && rows.size() <= largest_exchange; ++head) {
    for (const Column column : problem_.pattern().columns_of(rows[head])) {
      const bool is_guess = problem_.start(column).kind == StartKind::guessed;
      if (followed[column] || (plan_->is_given(column) && !is_guess)) continue;
      followed[column] = true;
      for (const Row row : incidence.rows_of(column)) reach(row);
    }
  }
  std::sort(rows.begin(), rows.end());
  return rows;
}

// What the rows could be solved for: the columns of their blocks and the pinned
// ones in no other rows.
std::vector<Column> StartSearch::solvable_columns(std::span<const Row> rows) const {
  const ColumnIncidence incidence(problem_.pattern());
  const auto has_row = [&](Row row) { return std::binary_search(rows.begin(), rows.end(), row); };
  std::vector<Column> columns;
  for (const Row row : rows) {
    for (const Column column : problem_.pattern().columns_of(row)) {
      if (problem_.start(column).kind == StartKind::fixed) continue;
      const auto block = plan_->block_of(column);
      const auto users = incidence.rows_of(column);
      const bool solvable = block ? has_row(plan_->rows_of(*block).front())
                                  : std::all_of(users.begin(), users.end(), has_row);
      if (solvable) columns.push_back(column);
    }
  }
  std::sort(columns.begin(), columns.end());
  columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
  return columns;
}

void StartSearch::perturb(std::uint32_t block, double relative, bool uniform) {
  for (const Column column : plan_->columns_of(block)) {
    const double direction = uniform ? 1.0 : scatter(column);
    problem_.x[column.index()] += relative * direction * problem_.magnitude(column);
  }
}

void StartSearch::reset_to_seed(std::uint32_t block) {
  for (const Column column : plan_->columns_of(block)) {
    problem_.x[column.index()] = seed_[column.index()];
  }
}

bool StartSearch::is_satisfied(std::uint32_t block) const {
  const auto rows = plan_->rows_of(block);
  return std::all_of(rows.begin(), rows.end(), [&](Row row) {
    return problem_.scaled_residual(row) <= problem_.options().tolerance;
  });
}

}  // namespace saltus
