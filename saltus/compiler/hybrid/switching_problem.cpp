#include "saltus/compiler/hybrid/switching_problem.h"

#include <algorithm>
#include <optional>

#include "saltus/compiler/hybrid/expression_walk.h"
#include "saltus/foundation/graph/block_triangular_form.h"
#include "saltus/foundation/graph/maximum_matching.h"

namespace saltus {
namespace {

class SubProblemSearch {
 public:
  SubProblemSearch(const FlatSystem& system, EquationKinds& kinds,
                   std::span<const SurfaceId> surfaces)
      : system_(system),
        surfaces_(surfaces),
        walk_(system.pool),
        highest_(system.variables.size(), 0),
        column_of_(system.variables.size()) {
    for (const FlatEquation& equation : system.equations) {
      if (!kinds.is_discrete(equation)) equations_.push_back(&equation);
    }
  }

  std::vector<SubProblem> run() {
    find_columns();
    add_rows();
    const std::size_t rows = equations_.size() + system_.inequalities.size();
    if (rows == columns_.size() && is_same_in_every_mode()) {
      const BipartiteGraph graph(rows, columns_.size(), edges_);
      const Matching matching = maximum_matching(graph);
      bool is_perfect = true;
      for (const Row row : graph.rows()) is_perfect &= matching.column_of[row].has_value();
      if (is_perfect) {
        auto blocks = sub_problems_of(block_triangular_form(graph, matching), matching);
        if (blocks) return std::move(*blocks);
      }
    }
    return everything_at_once();
  }

 private:
  template <class Visit>
  void visit_leaves(ExprId expr, Visit visit) {
    walk_.leaves(expr, [&](const Expr& leaf) {
      if (leaf.op == Op::variable) visit(leaf.variable(), leaf.order());
    });
  }

  void find_columns() {
    const auto note = [&](VariableId id, int order) {
      highest_[id] = std::max(highest_[id], order);
    };
    walk_.start();
    for (const FlatEquation* equation : equations_) {
      visit_leaves(equation->left, note);
      visit_leaves(equation->right, note);
    }
    for (const FlatInequality& inequality : system_.inequalities) {
      visit_leaves(inequality.function, note);
    }
    for (const VariableId id : system_.variables.ids()) {
      const FlatVariable& variable = system_.variables[id];
      if (!is_continuous_unknown(variable) && !variable.is_binary) continue;
      column_of_[id] = Column(static_cast<std::uint32_t>(columns_.size()));
      columns_.push_back(id);
    }
  }

  void add_edges(std::uint32_t row, ExprId expr) {
    visit_leaves(expr, [&](VariableId id, int order) {
      if (column_of_[id] && order == highest_[id]) {
        edges_.push_back({Row(row), *column_of_[id]});
      }
    });
  }

  void add_rows() {
    std::uint32_t row = 0;
    for (const FlatEquation* equation : equations_) {
      walk_.start();
      add_edges(row, equation->left);
      add_edges(row++, equation->right);
    }
    for (const FlatInequality& inequality : system_.inequalities) {
      walk_.start();
      add_edges(row++, inequality.function);
    }
  }

  bool is_same_in_every_mode() const {
    return std::all_of(equations_.begin(), equations_.end(),
                       [](const FlatEquation* equation) { return equation->active_if.empty(); });
  }

  // Nothing if some block has other numbers of inequalities and of binary unknowns.
  std::optional<std::vector<SubProblem>> sub_problems_of(const BlockTriangularForm& form,
                                                         const Matching& matching) const {
    std::vector<SubProblem> found;
    for (std::uint32_t block = 0; block < form.block_count(); ++block) {
      SubProblem own;
      for (const Row row : form.rows_of(block)) {
        const VariableId variable = columns_[matching.column_of[row]->index()];
        if (system_.variables[variable].is_binary) own.binaries.push_back(variable.index());
        if (row.index() >= equations_.size()) {
          own.inequalities.push_back(surfaces_[row.index() - equations_.size()]);
        }
      }
      if (own.binaries.size() != own.inequalities.size()) return std::nullopt;
      std::sort(own.binaries.begin(), own.binaries.end());
      if (!own.binaries.empty()) found.push_back(std::move(own));
    }
    return found;
  }

  std::vector<SubProblem> everything_at_once() const {
    SubProblem all;
    all.inequalities.assign(surfaces_.begin(), surfaces_.end());
    for (const VariableId id : system_.variables.ids()) {
      if (system_.variables[id].is_binary) all.binaries.push_back(id.index());
    }
    return {std::move(all)};
  }

  const FlatSystem& system_;
  std::span<const SurfaceId> surfaces_;
  ExpressionWalk walk_;
  std::vector<const FlatEquation*> equations_;
  IdMap<VariableId, int> highest_;  // order of derivative
  IdMap<VariableId, std::optional<Column>> column_of_;
  std::vector<VariableId> columns_;
  std::vector<BipartiteGraph::Edge> edges_;
};

}  // namespace

std::vector<SubProblem> find_sub_problems(const FlatSystem& system, EquationKinds& kinds,
                                          std::span<const SurfaceId> surfaces) {
  if (surfaces.empty()) return {};
  return SubProblemSearch(system, kinds, surfaces).run();
}

}  // namespace saltus
