#pragma once

#include <span>
#include <vector>

#include "saltus/runtime/reset/code_evaluator.h"
#include "saltus/runtime/reset/reset_plan.h"
#include "saltus/runtime/reset/scalar_field.h"

namespace saltus {

// Residuals and their derivatives at one point of the state, in double precision: how large
// the terms of an equation are, and whether it holds.
class PointEvaluator {
 public:
  PointEvaluator(const ExecutableMode& mode, const ResetPlan& plan);

  // Values that are no numbers, and derivatives that the state does not have, count as zero.
  void load(std::span<const double> state, double time, const KnownValues& known);
  double residual(std::uint32_t equation);
  // d f_i / d x_j^(q) per leaf of the equation's code, in its order.
  std::span<const double> gradient(std::uint32_t equation);
  // sum over the leaves of |d f_i / d x_j^(q)| max(|x_j^(q+level)|, scale): what the terms of
  // f_i^(level) amount to. `scale` may be empty.
  double size(std::uint32_t equation, int level, std::span<const double> scale);
  // The same of errors of the values.
  double noise(std::uint32_t equation, int level, std::span<const double> noise);

 private:
  void run(std::uint32_t equation);
  template <typename SizeOf>
  double sum_of_terms(std::uint32_t equation, int level, const SizeOf& size_of);

  const ResetPlan& plan_;
  CodeEvaluator<ScalarField<double>> code_;
  ScalarField<double> field_;
  std::vector<double> state_;
  std::vector<double> gradient_;
  double time_ = 0.0;
  const KnownValues* known_ = nullptr;
};

}  // namespace saltus
