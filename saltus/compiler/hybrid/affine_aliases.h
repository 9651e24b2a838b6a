#pragma once

#include <map>
#include <unordered_map>
#include <vector>

#include "saltus/compiler/hybrid/affine_form.h"

namespace saltus {

// Continuous variables that equations without guards tie to each other, v = k*w + c: aliases,
// gears, offsets; and those that are sums of others, s = x + y. What is the same relation in all
// modes is the same surface.
class AffineAliases {
 public:
  AffineAliases(FlatSystem& system, ParameterValues& values);

  // The same function in terms of one variable of each group of aliases, without those that
  // are sums of others.
  AffineForm reduced(const AffineForm& form) const;

 private:
  // v = factor*root + offset
  struct Tie {
    VariableId root;
    double factor = 1.0;
    double offset = 0.0;
  };
  Tie tie(VariableId variable) const;
  using Coefficients = std::map<ExprId, double>;
  void add_equation(const AffineForm& residual);
  void add_sum(const AffineForm& residual);
  void reduce(Coefficients& coefficients, double& constant) const;

  FlatSystem& system_;
  IdMap<VariableId, Tie> parent_;  // itself: a root
  // Of roots. Each mentions later ones only, so that replacing them comes to an end.
  std::unordered_map<std::uint32_t, AffineForm> sums_;  // by VariableId, looked up only
};

}  // namespace saltus
