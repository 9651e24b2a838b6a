#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "tests/problems/model_from_text.h"

// Random linear complementarity systems, written with one binary unknown per pair,
//   x' = A x + B f + u(t),  w = C x + D f + q,  0 <= f, 0 <= w, f w = 0,
// against time stepping with the complementarity problem solved by enumeration.

namespace saltus::testing {
namespace {

using Eigen::MatrixXd, Eigen::VectorXd;

constexpr double kStop = 4.0;

struct System {
  MatrixXd A, B, C, D;
  VectorXd q, amplitude, frequency, start;

  VectorXd input(double t) const {
    VectorXd u(start.size());
    for (Eigen::Index i = 0; i < u.size(); ++i) u[i] = amplitude[i] * std::cos(frequency[i] * t);
    return u;
  }
};

class RandomSystem {
 public:
  explicit RandomSystem(unsigned seed) : random_(seed) {}

  // D = 0: pairs that are active are constraints, of index 2.
  System constrained() {
    const int n = 1 + below(3), m = 1 + below(std::min(n, 3));
    System system = unconstrained(n, m);
    system.B = system.C.transpose();
    system.D = MatrixXd::Zero(m, m);
    system.q = -system.C * system.start;
    for (int i = 0; i < m; ++i) system.q[i] += 0.2 + 0.8 * share();
    return system;
  }

  // D positive definite: every pair has one solution.
  System regular() {
    const int n = 1 + below(3), m = 1 + below(4);
    System system = unconstrained(n, m);
    const MatrixXd root = normal(m, m), skew = normal(m, m);
    system.D = 0.3 * root * root.transpose() + 0.3 * (skew - skew.transpose());
    system.D.diagonal().array() += 0.5;
    return system;
  }

 private:
  System unconstrained(int n, int m) {
    System system{.A = normal(n, n),
                  .B = normal(n, m),
                  .C = normal(m, n),
                  .D = {},
                  .q = normal(m, 1),
                  .amplitude = VectorXd::Ones(n),
                  .frequency = VectorXd::Ones(n),
                  .start = 0.5 * normal(n, 1)};
    system.A.diagonal().array() -= system.A.cwiseAbs().rowwise().sum().maxCoeff();
    for (int i = 0; i < n; ++i) {
      system.amplitude[i] = 1.0 + 2.0 * share();
      system.frequency[i] = 0.5 + 2.5 * share();
    }
    return system;
  }

  int below(int bound) { return static_cast<int>(random_() % static_cast<unsigned>(bound)); }
  double share() { return std::uniform_real_distribution<double>(0.0, 1.0)(random_); }
  MatrixXd normal(int rows, int columns) {
    std::normal_distribution<double> distribution;
    MatrixXd matrix(rows, columns);
    for (int i = 0; i < rows; ++i) {
      for (int j = 0; j < columns; ++j) matrix(i, j) = distribution(random_);
    }
    return matrix;
  }

  std::mt19937 random_;
};

// f with f >= 0, M f + v >= 0, f (M f + v) = 0, whichever choice of active pairs violates least.
VectorXd solve_complementarity(const MatrixXd& M, const VectorXd& v) {
  const auto size = static_cast<int>(v.size());
  VectorXd best = VectorXd::Zero(size);
  double least = INFINITY;
  for (int active = 0; active < 1 << size; ++active) {
    MatrixXd system = MatrixXd::Identity(size, size);
    VectorXd right = VectorXd::Zero(size);
    for (int i = 0; i < size; ++i) {
      if (((active >> i) & 1) == 0) continue;
      system.row(i) = M.row(i);
      right[i] = -v[i];
    }
    const VectorXd f = system.partialPivLu().solve(right);
    const double violation = std::max(-f.minCoeff(), -(M * f + v).minCoeff());
    if (violation >= least) continue;
    least = violation;
    best = f;
  }
  return best;
}

// Midpoint rule with the complementarity at the end of each step (Moreau).
VectorXd step_through(const System& system, int steps) {
  const double h = kStop / steps;
  const auto size = system.start.size();
  const MatrixXd identity = MatrixXd::Identity(size, size);
  const MatrixXd inverse = (identity - 0.5 * h * system.A).inverse();
  const MatrixXd M = system.C * inverse * system.B + system.D / h;
  VectorXd x = system.start;
  for (int k = 0; k < steps; ++k) {
    const VectorXd free =
        inverse * ((identity + 0.5 * h * system.A) * x + h * system.input((k + 0.5) * h));
    x = free + inverse * system.B * solve_complementarity(M, system.C * free + system.q);
  }
  return x;
}

std::string sum_of(const MatrixXd& matrix, int row, const std::string& name) {
  std::string text;
  for (int j = 0; j < matrix.cols(); ++j) {
    text += fmt::format(" + ({:.17g})*{}{}", matrix(row, j), name, j);
  }
  return text;
}

std::string text_of(const System& system) {
  std::string declarations, equations;
  for (int i = 0; i < system.start.size(); ++i) {
    declarations += fmt::format("  Real x{}(start = {:.17g}, fixed = true);\n", i, system.start[i]);
    equations +=
        fmt::format("  der(x{}) = {:.17g}*cos({:.17g}*time){}{};\n", i, system.amplitude[i],
                    system.frequency[i], sum_of(system.A, i, "x"), sum_of(system.B, i, "f"));
  }
  for (int i = 0; i < system.q.size(); ++i) {
    declarations += fmt::format("  Real f{0}, w{0};\n  Integer z{0}(min = 0, max = 1);\n", i);
    equations += fmt::format("  w{} = {:.17g}{}{};\n", i, system.q[i], sum_of(system.C, i, "x"),
                             sum_of(system.D, i, "f"));
    equations +=
        fmt::format("  z{0}*w{0} + (1 - z{0})*f{0} = 0;\n  (1 - z{0})*w{0} + z{0}*f{0} >= 0;\n", i);
  }
  return "model M\n" + declarations + "equation\n" + equations + "end M;\n";
}

void expect_agreement(const System& system, unsigned seed) {
  SCOPED_TRACE(seed);
  ModelFromText model(text_of(system));
  const Simulation run = model.run_to_end(
      {.stop_time = kStop, .tolerance = 1e-9, .times = {kStop}, .with_event_rows = false});
  EXPECT_EQ(model.rendered(), "");
  const VectorXd coarse = step_through(system, 1000), fine = step_through(system, 2000);
  const double allowed = 1e-3 + 20.0 * (coarse - fine).cwiseAbs().maxCoeff();
  for (int i = 0; i < system.start.size(); ++i) {
    EXPECT_NEAR(last_value(run, "x" + std::to_string(i)), fine[i], allowed);
  }
}

TEST(Complementarity, PairsOfIndexTwoAgreeWithTimeStepping) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    expect_agreement(RandomSystem(seed).constrained(), seed);
  }
}

TEST(Complementarity, RegularPairsAgreeWithTimeStepping) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    expect_agreement(RandomSystem(seed).regular(), seed);
  }
}

}  // namespace
}  // namespace saltus::testing
