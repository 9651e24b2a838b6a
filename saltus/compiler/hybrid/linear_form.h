#pragma once

#include <vector>

#include "saltus/compiler/hybrid/parameter_values.h"

namespace saltus {

struct LinearPart {
  ExprId term;
  double coefficient;
  friend auto operator<=>(const LinearPart&, const LinearPart&) = default;
};

// constant + sum of coefficient*term. Terms are no sums or multiples themselves, ascend,
// and have no coefficient 0.
struct LinearForm {
  std::vector<LinearPart> parts;
  double constant = 0.0;

  bool is_finite() const;
};

LinearForm linear_form(const ExprPool& pool, ParameterValues& values, ExprId root);

}  // namespace saltus
