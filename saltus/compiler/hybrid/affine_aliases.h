#pragma once

#include <vector>

#include "saltus/compiler/hybrid/affine_form.h"

namespace saltus {

// Continuous variables that equations without guards tie to each other, v = k*w + c: aliases,
// gears, offsets. What is the same relation in all modes is the same surface.
class AffineAliases {
 public:
  AffineAliases(FlatSystem& system, ParameterValues& values);

  // The same function in terms of one variable of each group of aliases.
  AffineForm reduced(const AffineForm& form) const;

 private:
  // v = factor*root + offset
  struct Tie {
    VariableId root;
    double factor = 1.0;
    double offset = 0.0;
  };
  Tie tie(VariableId variable) const;
  void add_equation(const AffineForm& residual);

  FlatSystem& system_;
  IdMap<VariableId, Tie> parent_;  // itself: a root
};

}  // namespace saltus
