#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "saltus/executable/executable_mode.h"
#include "saltus/executable/known_values.h"
#include "saltus/runtime/numeric/nearest_point.h"
#include "saltus/runtime/taylor/series_rules.h"

namespace saltus {

// The equations that a consistent start must satisfy, as one nonlinear system:
//   f_i^(m) = 0, m = 0 … c_i,   and the initial equations,
// for the unknowns x_j^(l), l = 0 … d_j, all at one time. Where an initial
// equation mentions higher derivatives, all orders reach that much further.
//
// Residuals are Taylor coefficients of the equations; the Jacobian comes from
// one reverse sweep per equation in the algebra of truncated series:
//   δf = A ∗ δc and δc = G ∗ δa  give  δf = (A ∗ G) ∗ δa.
class DerivativeArray : public NonlinearSystem {
 public:
  DerivativeArray(const ExecutableMode& mode, double time, const KnownValues& known);

  const BipartiteGraph& pattern() const override { return pattern_; }
  bool evaluate(std::span<const double> x, std::span<double> residual,
                std::span<double> jacobian) override;

  struct Unknown {
    std::uint32_t unknown;  // position in ExecutableMode::unknowns
    int order;
  };
  struct Equation {
    // Position in ExecutableMode::equations, or beyond them in initial_residuals.
    std::uint32_t equation;
    int order;
  };
  std::span<const Unknown> unknowns() const { return unknowns_; }
  std::span<const Equation> equations() const { return equations_; }
  Column column(std::uint32_t unknown, int order) const {
    return Column(first_column_[unknown] + static_cast<std::uint32_t>(order));
  }
  int orders_of(std::uint32_t unknown) const { return order_of_unknown_[unknown]; }
  bool is_initial(const Equation& equation) const {
    return equation.equation >= mode_.equations.size();
  }

 private:
  // One equation, all its derivatives: its cone and the leaves x_j^(q) in it.
  struct Leaf {
    std::uint32_t row;
    std::uint32_t unknown;
    int derivative;
  };
  struct Sweep {
    std::uint32_t residual;
    int order;
    std::uint32_t first_row;
    std::vector<std::uint32_t> cone;  // instructions, operands first
    std::vector<Leaf> leaves;
  };

  void number_unknowns_and_equations();
  Sweep make_sweep(std::uint32_t residual, int order, std::uint32_t first_row);
  void build_pattern();
  void load(std::span<const double> x);
  void run_instructions();
  void forget();
  void pull_back(const Sweep& sweep);
  bool has_adjoint(const Instruction& instruction, int order);
  void slope_of_power_at_zero(Instruction power, int order, double* slope) const;
  void pull_back_instruction(const Instruction& instruction, int order);
  void store_jacobian(const Sweep& sweep, std::span<double> jacobian);

  double* adjoint(std::uint32_t row) { return adjoints_.data() + kRowPadding + row * stride_; }
  // Coefficients of a row, padding apart.
  std::size_t length() const { return stride_ - kRowPadding; }

  const ExecutableMode& mode_;
  std::size_t stride_;
  std::vector<Unknown> unknowns_;
  std::vector<Equation> equations_;
  std::vector<std::uint32_t> first_column_;
  std::vector<int> order_of_unknown_;
  std::vector<Sweep> sweeps_;
  std::vector<std::uint32_t> instruction_of_row_;
  BipartiteGraph pattern_;
  std::vector<double> coefficients_, partial_a_, partial_b_, derivative_factor_;
  std::vector<double> branch_;
  std::vector<std::uint8_t> is_held_;  // none
  bool has_non_finite_ = false;
  std::vector<double> adjoints_;
  std::vector<double> factorial_;
  std::vector<double> scratch_, quotient_;
  SeriesWorkspace workspace_;
};

}  // namespace saltus
