#include "saltus/compiler/hybrid/affine_form.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

namespace saltus {

bool AffineForm::is_finite() const {
  return std::isfinite(constant) && std::all_of(parts.begin(), parts.end(), [](AffinePart part) {
           return std::isfinite(part.coefficient);
         });
}

AffineForm affine_form(const ExprPool& pool, ParameterValues& values, ExprId root) {
  AffineForm form;
  // Parents have larger ids than their children: a node is taken apart when all its
  // coefficients have come together, once.
  std::map<ExprId, double, std::greater<>> open = {{root, 1.0}};
  while (!open.empty()) {
    const auto [id, factor] = *open.begin();
    open.erase(open.begin());
    if (const auto number = values.number(id)) {
      form.constant += factor * *number;
      continue;
    }
    const Expr& expr = pool[id];
    if (expr.op == Op::negate) {
      open[expr.first()] -= factor;
      continue;
    }
    if (expr.op == Op::add || expr.op == Op::subtract) {
      open[expr.first()] += factor;
      open[expr.second()] += expr.op == Op::add ? factor : -factor;
      continue;
    }
    if (expr.op == Op::multiply || expr.op == Op::divide) {
      if (const auto number = values.number(expr.second())) {
        open[expr.first()] += expr.op == Op::multiply ? factor * *number : factor / *number;
        continue;
      }
    }
    if (expr.op == Op::multiply) {
      if (const auto number = values.number(expr.first())) {
        open[expr.second()] += factor * *number;
        continue;
      }
    }
    if (factor != 0.0) form.parts.push_back({id, factor});
  }
  std::reverse(form.parts.begin(), form.parts.end());
  return form;
}

}  // namespace saltus
