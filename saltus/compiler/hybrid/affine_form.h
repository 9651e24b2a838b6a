#pragma once

#include <vector>

#include "saltus/compiler/hybrid/parameter_values.h"

namespace saltus {

struct AffinePart {
  ExprId term;
  double coefficient;
  friend auto operator<=>(const AffinePart&, const AffinePart&) = default;
};

// constant + sum of coefficient*term. Terms are no sums or multiples themselves, ascend,
// and have no coefficient 0.
struct AffineForm {
  std::vector<AffinePart> parts;
  double constant = 0.0;

  bool is_finite() const;
};

AffineForm affine_form(const ExprPool& pool, ParameterValues& values, ExprId root);

}  // namespace saltus
