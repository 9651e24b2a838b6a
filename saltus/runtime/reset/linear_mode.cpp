#include "saltus/runtime/reset/linear_mode.h"

#include <algorithm>
#include <cmath>

#include "saltus/runtime/reset/code_evaluator.h"
#include "saltus/runtime/reset/series_field.h"

namespace saltus {
namespace {

constexpr int kOrders = 16;
using Field = SeriesField<kOrders>;
using Number = Field::Number;
// What rounding leaves of a difference, relative to its terms.
constexpr double kRounding = 1e-10;
// Points at which the equations must be those of the linear system; of both signs and of
// different sizes, so that a corner lies between them.
constexpr int kPoints = 4;

// A number of either sign for each leaf, the same whenever it is asked for.
double generic_value(int point, const Leaf& leaf) {
  const auto seed =
      static_cast<std::uint32_t>((static_cast<std::uint32_t>(point) * 7919u + leaf.unknown) * 31u +
                                 static_cast<std::uint32_t>(leaf.order) + 1u);
  const std::uint32_t hash = (seed * 2654435761u) ^ ((seed * 2654435761u) >> 15);
  const double fraction = static_cast<double>(hash >> 8) / static_cast<double>(1u << 24);
  const double size = std::exp2(static_cast<double>(2 * point - kPoints)) * (0.5 + fraction);
  return (hash & 64u) != 0 ? size : -size;
}

bool is_constant(const Number& a) {
  return a.is_exact() && (a.is_zero() || (a.valuation == 0 && a.length == 1));
}

class LinearSearch {
 public:
  LinearSearch(const ExecutableMode& mode, double time, const KnownValues& known)
      : plan_(mode), code_(mode), known_(known) {
    time_ = Number(time) + shifted(Number(1.0), 1);
  }

  std::optional<LinearMode> run() {
    choose_variables();
    const std::size_t size = result_.variables.size();
    result_.system = {Matrix(size, size), Matrix(size, size), Matrix(size, size)};
    for (std::size_t i = 0; i < size; ++i) result_.system.b(i, i) = 1.0;
    result_.inputs.assign(kOrders, std::vector<double>(size, 0.0));
    for (std::uint32_t i = 0; i < plan_.equations.size(); ++i) {
      if (!add_equation(i)) return std::nullopt;
    }
    add_chains();
    return std::move(result_);
  }

 private:
  void choose_variables() {
    highest_.assign(plan_.slots.size(), 0);
    for (std::uint32_t i = 0; i < plan_.equations.size(); ++i) {
      for (const Leaf& leaf : plan_.code_of(i).leaves) {
        highest_[leaf.unknown] = std::max(highest_[leaf.unknown], leaf.order);
      }
    }
    for (std::uint32_t j = 0; j < plan_.slots.size(); ++j) {
      first_.push_back(result_.variables.size());
      for (int k = 0; k < std::max(highest_[j], 1); ++k) result_.variables.push_back({j, k});
    }
  }

  double& coefficient(std::size_t row, const Leaf& leaf) {
    const int last = std::max(highest_[leaf.unknown], 1) - 1;
    const std::size_t variable =
        first_[leaf.unknown] + static_cast<std::size_t>(std::min(leaf.order, last));
    return leaf.order > last ? result_.system.e(row, variable) : result_.system.a(row, variable);
  }

  bool add_equation(std::uint32_t i) {
    const RowCode& code = plan_.code_of(i);
    const PlannedEquation& equation = plan_.equations[i];
    for (const Leaf& leaf : code.leaves) code_.value(leaf.row) = Number();
    code_.run(code.instructions, time_, known_, field_);
    const Number free = code_.value(equation.residual);
    if (!is_usable(free)) return false;
    std::vector<double> factors;
    code_.pull_back(equation.residual, equation.cone, field_);
    for (const Leaf& leaf : code.leaves) {
      const Number& factor = code_.adjoint(leaf.row);
      if (!is_constant(factor) || !factor.is_finite()) return false;
      factors.push_back(factor.coefficient(0));
    }
    code_.clear(equation.residual, equation.cone, field_);
    for (int point = 0; point < kPoints; ++point) {
      if (!is_linear_at(point, code, equation, free, factors)) return false;
    }
    for (std::size_t l = 0; l < code.leaves.size(); ++l) {
      coefficient(i, code.leaves[l]) += factors[l];
    }
    double factorial = 1.0;
    for (int k = 0; k < kOrders; ++k) {
      if (k > 1) factorial *= k;
      result_.inputs[static_cast<std::size_t>(k)][i] = factorial * free.coefficient(k);
    }
    return true;
  }

  bool is_usable(const Number& a) const {
    return !field_.has_no_series && !field_.is_too_short && a.is_finite() && a.order() >= 0 &&
           a.precision >= kOrders;
  }

  bool is_linear_at(int point, const RowCode& code, const PlannedEquation& equation,
                    const Number& free, const std::vector<double>& factors) {
    double expected = free.coefficient(0);
    double size = std::fabs(expected);
    for (std::size_t l = 0; l < code.leaves.size(); ++l) {
      const double value = generic_value(point, code.leaves[l]);
      code_.value(code.leaves[l].row) = Number(value);
      expected += factors[l] * value;
      size += std::fabs(factors[l] * value);
    }
    code_.run(code.instructions, time_, known_, field_);
    const Number& residual = code_.value(equation.residual);
    return is_usable(residual) && std::fabs(residual.coefficient(0) - expected) <= kRounding * size;
  }

  // (x^(k))' - x^(k+1) = 0
  void add_chains() {
    std::size_t row = plan_.equations.size();
    for (std::size_t v = 0; v + 1 < result_.variables.size(); ++v) {
      if (result_.variables[v + 1].unknown != result_.variables[v].unknown) continue;
      result_.system.e(row, v) = 1.0;
      result_.system.a(row, v + 1) = -1.0;
      ++row;
    }
  }

  ResetPlan plan_;
  CodeEvaluator<Field> code_;
  const KnownValues& known_;
  Field field_;
  Number time_;
  std::vector<int> highest_;        // by unknown: the highest derivative that occurs
  std::vector<std::size_t> first_;  // by unknown: its first variable
  LinearMode result_;
};

}  // namespace

std::optional<LinearMode> find_linear_mode(const ExecutableMode& mode, double time,
                                           const KnownValues& known) {
  return LinearSearch(mode, time, known).run();
}

}  // namespace saltus
