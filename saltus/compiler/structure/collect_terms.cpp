#include "saltus/compiler/structure/collect_terms.h"

#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <vector>

namespace saltus {
namespace {

// A sum of terms below this share of their magnitudes is rounding of the author's numbers.
constexpr double rounding = 16.0 * std::numeric_limits<double>::epsilon();

struct Factor {
  double sum = 0.0;
  double magnitude = 0.0;

  void add(double term, double size) {
    sum += term;
    magnitude += std::fabs(size);
  }
  bool is_zero() const { return std::fabs(sum) <= rounding * magnitude; }
};

struct Terms {
  std::vector<std::pair<ExprId, double>> values;  // the smallest id first
  Factor constant;
};

// Parents have larger ids than their children: a node is taken apart when all its factors have
// come together, once.
Terms take_apart(const ExprPool& pool, Evaluator& numbers, ExprId root) {
  Terms terms;
  std::map<ExprId, Factor, std::greater<>> open;
  open[root].add(1.0, 1.0);
  while (!open.empty()) {
    const auto [id, factor] = *open.begin();
    open.erase(open.begin());
    const Expr& expr = pool[id];
    const auto pass_on = [&, &own = factor](ExprId operand, double times) {
      open[operand].add(own.sum * times, own.magnitude * times);
    };
    if (const auto number = numbers.evaluate(id)) {
      terms.constant.add(factor.sum * *number, factor.magnitude * *number);
    } else if (expr.op == Op::negate) {
      pass_on(expr.first(), -1.0);
    } else if (expr.op == Op::add || expr.op == Op::subtract) {
      pass_on(expr.first(), 1.0);
      pass_on(expr.second(), expr.op == Op::add ? 1.0 : -1.0);
    } else if (const bool is_product = expr.op == Op::multiply;
               (is_product || expr.op == Op::divide) && numbers.evaluate(expr.second())) {
      const double right = *numbers.evaluate(expr.second());
      pass_on(expr.first(), is_product ? right : 1.0 / right);
    } else if (is_product && numbers.evaluate(expr.first())) {
      pass_on(expr.second(), *numbers.evaluate(expr.first()));
    } else if (!factor.is_zero()) {
      terms.values.insert(terms.values.begin(), {id, factor.sum});
    }
  }
  return terms;
}

}  // namespace

ExprId collect_terms(ExprPool& pool, Evaluator& numbers, ExprId root) {
  const Terms terms = take_apart(pool, numbers, root);
  ExprId sum = pool.constant(terms.constant.is_zero() ? 0.0 : terms.constant.sum);
  for (const auto& [value, factor] : terms.values) {
    const ExprId size = pool.constant(std::fabs(factor));
    const ExprId term = std::fabs(factor) == 1.0 ? value : pool.binary(Op::multiply, size, value);
    sum = pool.binary(factor > 0.0 ? Op::add : Op::subtract, sum, term);
  }
  return sum;
}

}  // namespace saltus
