#pragma once

#include <map>
#include <unordered_map>
#include <vector>

#include "saltus/compiler/hybrid/affine_form.h"
#include "saltus/compiler/hybrid/expression_walk.h"

namespace saltus {

// Continuous variables that equations without guards tie to each other, v = k*w + c: aliases,
// gears, offsets; and those that are sums of others, s = x + y. What is the same relation in all
// modes is the same surface. Variables that are no states are written in terms of states.
class AffineAliases {
 public:
  AffineAliases(FlatSystem& system, ParameterValues& values);

  // The same function in terms of one variable of each group of aliases, without those that
  // are sums of others.
  AffineForm reduced(const AffineForm& form) const;
  // Whether a higher derivative of the leaf occurs: it has a left limit that no pass changes.
  bool is_state(const Expr& leaf) const { return leaf.order() < order_[leaf.variable()]; }
  // Whether an expression reads states, discrete values and time only, and decides nothing itself.
  bool reads_states_only(ExprId root);

 private:
  // v = factor*root + offset
  struct Tie {
    VariableId root;
    double factor = 1.0;
    double offset = 0.0;
  };
  Tie tie(VariableId variable) const;
  // What is added up, and the sum of the absolute values: what cancels is rounding of these.
  struct Sum {
    double value = 0.0, magnitude = 0.0;
    void add(double part);
  };
  using Coefficients = std::map<ExprId, Sum>;
  bool defines(ExprId variable, ExprId value);
  void add_equation(const AffineForm& residual);
  void add_sum(const AffineForm& residual);
  void reduce(Coefficients& coefficients, double& constant) const;

  FlatSystem& system_;
  ExpressionWalk walk_;
  IdMap<VariableId, int> order_;   // the highest that occurs
  IdMap<VariableId, Tie> parent_;  // itself: a root
  // Of roots. Each mentions later ones only, so that replacing them comes to an end.
  std::unordered_map<std::uint32_t, AffineForm> sums_;  // by VariableId, looked up only
};

}  // namespace saltus
