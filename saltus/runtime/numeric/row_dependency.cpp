#include "saltus/runtime/numeric/row_dependency.h"

#include <algorithm>
#include <cmath>

#include "saltus/runtime/numeric/sparse_lu.h"

namespace saltus {
namespace {

constexpr double smallest_share = 1e-8;

double largest_coefficient(Row row, const StartProblem& problem) {
  double largest = 0.0;
  const auto columns = problem.pattern().columns_of(row);
  for (std::size_t k = 0; k < columns.size(); ++k) {
    largest = std::max(largest, std::abs(problem.jacobian(row, k)) * problem.magnitude(columns[k]));
  }
  return largest;
}

// The rows of all blocks on which `row` depends, and the columns they solve for.
class EarlierRows {
 public:
  EarlierRows(Row row, const StartPlan& plan, const StartProblem& problem)
      : plan_(plan), problem_(problem), is_needed_(plan.block_count(), false) {
    need_blocks_of(row);
    for (std::uint32_t block = plan.block_count(); block-- > 0;) {
      if (!is_needed_[block]) continue;
      for (const Row earlier : plan.rows_of(block)) {
        rows_.push_back(earlier);
        need_blocks_of(earlier);
      }
      columns_.insert(columns_.end(), plan.columns_of(block).begin(), plan.columns_of(block).end());
    }
  }

  // y with sum_i y_i J_ij = J_rj for all columns j: J^T y = (row of J)^T.
  std::vector<double> combination_giving(Row row) const {
    IdMap<Column, std::uint32_t> position(problem_.pattern().column_count(), 0);
    for (std::uint32_t j = 0; j < columns_.size(); ++j) position[columns_[j]] = j;
    std::vector<BipartiteGraph::Edge> edges;
    std::vector<std::vector<double>> entries(columns_.size());
    for (std::uint32_t i = 0; i < rows_.size(); ++i) {
      for_each_unknown(rows_[i], [&](Column column, double entry) {
        edges.push_back({Row(position[column]), Column(i)});
        entries[position[column]].push_back(entry);
      });
    }
    SparseLu transposed(BipartiteGraph(columns_.size(), rows_.size(), edges));
    auto target = transposed.entries().begin();
    for (const auto& column : entries) target = std::copy(column.begin(), column.end(), target);
    if (!transposed.factor()) return {};
    std::vector<double> combination(columns_.size(), 0.0);
    for_each_unknown(row,
                     [&](Column column, double entry) { combination[position[column]] = entry; });
    transposed.solve(combination);
    return combination;
  }

  bool is_square() const { return rows_.size() == columns_.size(); }
  const std::vector<Row>& rows() const { return rows_; }

 private:
  template <class Use>
  void for_each_unknown(Row row, const Use& use) const {
    const auto columns = problem_.pattern().columns_of(row);
    for (std::size_t k = 0; k < columns.size(); ++k) {
      if (!plan_.is_given(columns[k])) use(columns[k], problem_.jacobian(row, k));
    }
  }
  void need_blocks_of(Row row) {
    for_each_unknown(row,
                     [&](Column column, double) { is_needed_[*plan_.block_of(column)] = true; });
  }

  const StartPlan& plan_;
  const StartProblem& problem_;
  std::vector<bool> is_needed_;
  std::vector<Row> rows_;
  std::vector<Column> columns_;
};

}  // namespace

std::vector<Row> rows_behind(Row row, const StartPlan& plan, const StartProblem& problem) {
  const EarlierRows earlier(row, plan, problem);
  if (earlier.rows().empty() || !earlier.is_square()) return {};
  const std::vector<double> combination = earlier.combination_giving(row);
  std::vector<std::pair<double, Row>> shares;
  double largest = 0.0;
  for (std::size_t i = 0; i < combination.size(); ++i) {
    const double share = std::abs(combination[i]) * largest_coefficient(earlier.rows()[i], problem);
    shares.emplace_back(share, earlier.rows()[i]);
    largest = std::max(largest, share);
  }
  std::erase_if(shares, [&](const auto& share) { return share.first <= smallest_share * largest; });
  std::sort(shares.begin(), shares.end(), [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  });
  std::vector<Row> rows;
  for (const auto& [share, member] : shares) rows.push_back(member);
  return rows;
}

}  // namespace saltus
