#include "saltus/driver/judge_run.h"

#include <gtest/gtest.h>

#include <string>

#include "saltus/compiler/multilinear/find_multilinear.h"
#include "saltus/compiler/multilinear/print_multilinear.h"
#include "tests/problems/model_from_text.h"

// A run is judged by matrices; where the matrices are not those of the model, they must object.

namespace saltus::testing {
namespace {

// x falls to 1, rises to 2, and again; y is algebraic.
constexpr const char* kTank = R"(model Tank
  Real x(start = 1.5, fixed = true);
  input Real u = 3;
  Real y;
  Integer z(min = 0, max = 1);
  Integer w(min = 0, max = 1, start = 1);
equation
  der(x) + x*y - u*z = 0;
  y - 1 - 0.5*z*x = 0;
  (1 - x)*(1 - z + w) <= 0;
  (x - 1.5)*(1 - w + z) <= 0;
end Tank;
)";

constexpr const char* kRelay = R"(model Relay
  Real x(start = 1, fixed = true);
  Integer z(min = 0, max = 1);
equation
  der(x) = 2*z - 1.5;
  x*(2*z - 1) <= 0;
end Relay;
)";

MultilinearModel matrices_of(const ModelFromText& model) {
  Diagnostics diagnostics;
  auto matrices = find_multilinear(model.system(), diagnostics);
  EXPECT_TRUE(matrices.has_value()) << render_text(diagnostics, model.source());
  return matrices.value_or(MultilinearModel());
}

Simulation run_of(ModelFromText& model, double stop_time) {
  return model.run_to_end({.stop_time = stop_time,
                           .tolerance = 1e-10,
                           .interval = stop_time / 50.0,
                           .with_hidden_columns = true});
}

// The matrix with one entry times `factor`.
SparseMatrix perturbed(const SparseMatrix& matrix, std::size_t row, std::size_t column,
                       double factor) {
  SparseMatrix result(matrix.rows());
  for (std::size_t k = 0; k < matrix.columns(); ++k) {
    std::vector<MatrixEntry> entries(matrix.column(k).begin(), matrix.column(k).end());
    for (MatrixEntry& entry : entries) {
      if (k == column && entry.row == row) entry.value *= factor;
    }
    result.add_column(entries);
  }
  return result;
}

// The first column that a row uses.
std::size_t column_of_row(const SparseMatrix& matrix, std::size_t row) {
  for (std::size_t k = 0; k < matrix.columns(); ++k) {
    for (const MatrixEntry& entry : matrix.column(k)) {
      if (entry.row == row) return k;
    }
  }
  ADD_FAILURE() << "no entry in row " << row;
  return 0;
}

TEST(JudgeRun, AcceptsARunOfTheModelAtEveryRow) {
  ModelFromText model(kTank);
  const Simulation run = run_of(model, 5.0);
  ASSERT_GE(run.statistics.events, 4u);
  const MatrixVerdict verdict = judge_run(matrices_of(model), run.trajectory, 1e-10);
  EXPECT_EQ(verdict.instants, run.trajectory.row_count());
  EXPECT_EQ(verdict.sliding, 0u);
  EXPECT_EQ(verdict.faults, 0u);
  EXPECT_FALSE(verdict.first_fault.has_value());
  EXPECT_LE(verdict.largest_f, 1e-14);
  EXPECT_LE(verdict.largest_g, 1e-14);
}

TEST(JudgeRun, NamesTheEquationThatDoesNotHoldItsTimeAndItsMode) {
  ModelFromText model(kTank);
  const Simulation run = run_of(model, 5.0);
  MultilinearModel matrices = matrices_of(model);
  // y - 1 - 0.5*z*x: as long as z = 0, the changed entry does not count.
  std::size_t column = 0;
  for (std::size_t k = 0; k < matrices.phi_f.columns(); ++k) {
    for (const MatrixEntry& entry : matrices.phi_f.column(k)) {
      if (entry.row == 1 && entry.value == -0.5) column = k;
    }
  }
  matrices.phi_f = perturbed(matrices.phi_f, 1, column, 1.0 + 1e-7);
  const MatrixVerdict verdict = judge_run(matrices, run.trajectory, 1e-10);
  ASSERT_TRUE(verdict.first_fault.has_value());
  EXPECT_FALSE(verdict.first_fault->is_inequality);
  EXPECT_EQ(verdict.first_fault->row, 1u);
  EXPECT_EQ(verdict.first_fault->time, run.events.front().time);
  EXPECT_EQ(verdict.first_fault->mode, "z = 1, w = 1");
  EXPECT_LT(verdict.faults, verdict.instants);
  EXPECT_GT(verdict.largest_share, 1.0);

  Diagnostics diagnostics;
  report_verdict(verdict, model.system(), diagnostics);
  ASSERT_EQ(diagnostics.error_count(), 1u);
  const std::string text = render_text(diagnostics, model.source());
  EXPECT_NE(text.find("error[L0731]: the matrices contradict the run at t = "), std::string::npos);
  EXPECT_NE(text.find("row 2 of `Phi_f`"), std::string::npos) << text;
  EXPECT_NE(text.find("y - 1 - 0.5*z*x = 0;"), std::string::npos) << text;
  EXPECT_NE(text.find("there z = 1, w = 1"), std::string::npos) << text;
}

TEST(JudgeRun, NamesTheInequalityThatIsPositive) {
  ModelFromText model(kTank);
  const Simulation run = run_of(model, 5.0);
  MultilinearModel matrices = matrices_of(model);
  // x - 1.5 is the factor 1 - 0.4 + 0.4*x of some columns: the upper bound is a little lower there.
  for (std::size_t k = 0; k < matrices.structure.columns(); ++k) {
    const auto rows = matrices.phi_g.column(k);
    if (rows.size() != 1 || rows.front().row != 1) continue;
    matrices.structure = perturbed(matrices.structure, 1, k, 1.0 + 1e-6);
  }
  const MatrixVerdict verdict = judge_run(matrices, run.trajectory, 1e-10);
  ASSERT_TRUE(verdict.first_fault.has_value());
  EXPECT_TRUE(verdict.first_fault->is_inequality);
  EXPECT_EQ(verdict.first_fault->row, 1u);
  Diagnostics diagnostics;
  report_verdict(verdict, model.system(), diagnostics);
  const std::string text = render_text(diagnostics, model.source());
  EXPECT_NE(text.find("row 2 of `Phi_g`"), std::string::npos) << text;
  EXPECT_NE(text.find("(x - 1.5)*(1 - w + z) <= 0;"), std::string::npos) << text;
}

TEST(JudgeRun, TakesTheShareOfABinaryUnknownWhereItSlides) {
  ModelFromText model(kRelay);
  const MultilinearModel matrices = matrices_of(model);
  const Simulation run = run_of(model, 3.0);
  const MatrixVerdict verdict = judge_run(matrices, run.trajectory, 1e-10);
  EXPECT_GT(verdict.sliding, 30u);
  EXPECT_EQ(verdict.instants, run.trajectory.row_count());
  EXPECT_EQ(verdict.faults, 0u);
  EXPECT_LE(verdict.largest_f, 1e-14);
}

TEST(JudgeRun, EveryCoefficientCounts) {
  ModelFromText model(kTank);
  const Simulation run = run_of(model, 5.0);
  const MultilinearModel matrices = matrices_of(model);
  for (std::size_t row = 0; row < matrices.phi_f.rows(); ++row) {
    MultilinearModel changed = matrices;
    changed.phi_f = perturbed(matrices.phi_f, row, column_of_row(matrices.phi_f, row), 1.000001);
    const MatrixVerdict verdict = judge_run(changed, run.trajectory, 1e-10);
    ASSERT_TRUE(verdict.first_fault.has_value()) << "row " << row;
    EXPECT_EQ(verdict.first_fault->row, row);
  }
}

// Two tanks whose bounds are reached in one instant as far as numbers can tell, the one that is
// later in the order of the sub-problems first.
TEST(JudgeRun, InequalitiesReachedAlmostTogetherAllHoldAfterwards) {
  for (const char* other : {"31", "31.000000001", "31.0000000001", "31.000000000001"}) {
    SCOPED_TRACE(other);
    ModelFromText model(std::string("model Near Real x1(fixed = true, start = ") + other + R"();
      Real x2(start = 31, fixed = true);
      Integer z1(min = 0, max = 1); Integer z2(min = 0, max = 1, start = 1);
      Integer z3(min = 0, max = 1); Integer z4(min = 0, max = 1, start = 1);
    equation
      der(x1) = 2*z1 - 1 + 1e-3*(x2 - x1);
      der(x2) = 2*z3 - 1 + 1e-3*(x1 - x2);
      -x1 + x1*z1 + 30 - x1*z2 - 30*z1 + 30*z2 <= 0;
      -x2 + x2*z3 + 30 - x2*z4 - 30*z3 + 30*z4 <= 0;
      x1 + x1*z1 - 40 - x1*z2 - 40*z1 + 40*z2 <= 0;
      x2 + x2*z3 - 40 - x2*z4 - 40*z3 + 40*z4 <= 0;
    end Near;)");
    const MultilinearModel matrices = matrices_of(model);
    const Simulation run = run_of(model, 2.0);
    const MatrixVerdict verdict = judge_run(matrices, run.trajectory, 1e-10);
    EXPECT_EQ(verdict.faults, 0u);
    EXPECT_NEAR(last_value(run, "x1"), 31.0, 1e-8);
  }
}

TEST(JudgeRun, HiddenColumnsCanBeTakenOut) {
  ModelFromText model(kTank);
  const Simulation run = run_of(model, 5.0);
  TrajectorySink rows;
  VisibleColumns visible(rows);
  replay(run.trajectory, visible);
  Simulation shown;
  shown.trajectory = rows.take();
  // der(x), equivalent(z), equivalent(w)
  EXPECT_EQ(shown.trajectory.columns().size(), run.trajectory.columns().size() - 3);
  EXPECT_EQ(last_value(shown, "y"), last_value(run, "y"));
}

}  // namespace
}  // namespace saltus::testing
