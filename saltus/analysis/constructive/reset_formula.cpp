#include "saltus/analysis/constructive/reset_formula.h"

#include <algorithm>
#include <map>

#include "saltus/analysis/constructive/polynomial.h"
#include "saltus/compiler/hybrid/expression_walk.h"
#include "saltus/foundation/expr/differentiate.h"

namespace saltus {
namespace {

// One unknown per variable: x^(k) with order + k = 0 jumps and its right limit is looked for;
// an infinite variable of order 1 stands for its weight.
//
// An equation whose largest terms are infinite keeps only these, x^(k) becoming the jump of
// x^(k-1); one whose largest terms jump holds on the right; one with smaller terms is
// differentiated first.
class DominantSystem {
 public:
  DominantSystem(GuardedSystem& system, const SelectedMode& to, const Magnitudes& magnitudes)
      : flat_(system.flat()),
        to_(to),
        magnitudes_(magnitudes),
        differentiator_(flat_.pool,
                        [this](VariableId id) { return flat_.variables[id].is_discrete; }),
        walk_(flat_.pool) {
    for (std::uint32_t c = 0; c < to.system.unknowns.size(); ++c) {
      column_of_.emplace(to.system.unknowns[c], c);
    }
    for (const Row row : to.structure->signature.rows()) {
      row_of_.emplace(to.structure->transversal[row].index(), row);
    }
  }

  std::optional<std::vector<ResetFormula>> solve() {
    for (std::uint32_t c = 0; c < to_.system.unknowns.size(); ++c) {
      if (is_asked_for(c)) need(c);
    }
    for (std::size_t next = 0; next < needed_.size(); ++next) {
      if (!add_row(needed_[next])) return std::nullopt;
    }
    return formulas();
  }

 private:
  struct Line {
    std::map<std::uint32_t, Polynomial> factors;  // by column of the mode
    Polynomial right;
  };

  std::optional<int> order(std::uint32_t column) const { return magnitudes_.orders[column]; }

  bool is_asked_for(std::uint32_t column) const {
    if (!order(column)) return false;
    const int d = to_.structure->offsets.variable[Column(column)];
    return *order(column) > 0 || *order(column) + d - 1 >= 0;
  }

  void need(std::uint32_t column) {
    if (place_.emplace(column, needed_.size()).second) needed_.push_back(column);
  }

  // How large x^(k) is, if the change touches it.
  std::optional<int> magnitude(const Expr& leaf) const {
    if (leaf.op != Op::variable) return std::nullopt;
    const auto column = column_of_.find(leaf.variable());
    if (column == column_of_.end() || !order(column->second)) return std::nullopt;
    return *order(column->second) + leaf.order();
  }

  std::vector<ExprId> leaves_of_size(ExprId root, int size) {
    std::vector<ExprId> found;
    walk_.start();
    walk_.down(root, [&](ExprId id, const Expr& expr) {
      if (magnitude(expr) == size) found.push_back(id);
      return true;
    });
    std::sort(found.begin(), found.end());
    return found;
  }

  bool jumps_in(const Polynomial& factor) {
    for (const auto& [monomial, number] : factor.terms()) {
      for (const auto& [atom, power] : monomial) {
        bool jumps = false;
        walk_.start();
        walk_.leaves(atom, [&](const Expr& leaf) { jumps |= magnitude(leaf).value_or(-1) >= 0; });
        if (jumps) return true;
      }
    }
    return false;
  }

  bool add_row(std::uint32_t column) {
    const Row row = row_of_.at(column);
    const int d = to_.structure->offsets.variable[Column(column)];
    int size = *order(column) + d - to_.structure->offsets.equation[row];
    if (size > 1 || *order(column) > 1) return false;
    ExprId residual = to_.system.equations[row.index()].residual;
    for (; size < 0; ++size) residual = differentiator_.differentiate(residual);
    const std::vector<ExprId> leaves = leaves_of_size(residual, size);
    const auto form = linear_combination(flat_.pool, residual, leaves);
    if (!form) return false;
    Line line;
    if (size == 0) {
      if (jumps_in(form->constant)) return false;
      line.right = -form->constant;
    }
    for (const auto& [leaf, factor] : form->factors) {
      const Expr expr = flat_.pool[leaf];
      const std::uint32_t own = column_of_.at(expr.variable());
      if (jumps_in(factor)) return false;
      line.factors[own] += factor;
      need(own);
      if (size == 1 && expr.order() > 0) {
        if (expr.order() > 1) return false;  // the left limit of a derivative has no name
        line.right += factor * Polynomial::atom(flat_.pool.pre(expr.variable()));
      }
    }
    lines_.push_back(std::move(line));
    return true;
  }

  std::optional<std::vector<ResetFormula>> formulas() {
    const std::size_t n = needed_.size();
    std::vector<std::vector<Polynomial>> matrix(n, std::vector<Polynomial>(n));
    std::vector<Polynomial> right;
    for (std::size_t r = 0; r < n; ++r) {
      for (const auto& [column, factor] : lines_[r].factors) {
        matrix[r][place_.at(column)] = factor;
      }
      right.push_back(lines_[r].right);
    }
    const auto solution = solve_symbolically(matrix, right);
    if (!solution) return std::nullopt;
    std::vector<ResetFormula> result;
    for (std::size_t i = 0; i < n; ++i) {
      if (!is_asked_for(needed_[i])) continue;
      Polynomial numerator = solution->numerators[i], denominator = solution->denominator;
      Polynomial::cancel(numerator, denominator);
      ExprPool& pool = flat_.pool;
      const ExprId above = to_expression(pool, numerator);
      const ExprId below = to_expression(pool, denominator);
      const int o = *order(needed_[i]);
      result.push_back({to_.system.unknowns[needed_[i]], o < 0 ? -o : 0, o > 0,
                        pool.binary(Op::divide, above, below)});
    }
    return result;
  }

  FlatSystem& flat_;
  const SelectedMode& to_;
  const Magnitudes& magnitudes_;
  Differentiator differentiator_;
  ExpressionWalk walk_;
  std::map<VariableId, std::uint32_t> column_of_;
  std::map<std::uint32_t, Row> row_of_;  // by column: its row on the transversal
  std::vector<std::uint32_t> needed_;    // columns; lines_[i] is the row of needed_[i]
  std::map<std::uint32_t, std::size_t> place_;
  std::vector<Line> lines_;
};

}  // namespace

std::optional<std::vector<ResetFormula>> find_reset_formulas(GuardedSystem& system,
                                                             const SelectedMode& to,
                                                             const Magnitudes& magnitudes) {
  if (!magnitudes.path_dependent.empty() || !magnitudes.nonlinear.empty()) return std::nullopt;
  return DominantSystem(system, to, magnitudes).solve();
}

}  // namespace saltus
