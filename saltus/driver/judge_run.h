#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "saltus/compiler/multilinear/evaluate_multilinear.h"
#include "saltus/compiler/multilinear/multilinear_model.h"
#include "saltus/foundation/diagnostics/diagnostics.h"
#include "saltus/runtime/results/trajectory.h"

namespace saltus {

// What the matrices of a model say of a run of it.
struct MatrixVerdict {
  struct Fault {
    bool is_inequality;
    std::size_t row;  // of Phi_f or Phi_g
    double time;
    double residual;   // f, or the positive g
    double explained;  // how much of it the tolerance explains
    std::string mode;  // "z1 = 1, z2 = 0"
  };
  std::size_t instants = 0;  // rows of results at which f was evaluated
  std::size_t sliding = 0;   // of them those where some z is between 0 and 1: g says nothing there
  double largest_f = 0.0;    // |f|
  double largest_g = 0.0;    // 0 if g was never positive
  double largest_share = 0.0;  // of what the tolerance explains, of f or g
  std::size_t faults = 0;      // instants at which that was exceeded
  std::optional<Fault> first_fault;
};

// Evaluates f and g from the matrices at every row of the results, in time linear in their
// non-zeros. The results must have their hidden columns (SimulationOptions::with_hidden_columns).
//
// A signal may be off by the tolerance times the largest magnitude that it has had so far; to first
// order that moves f by at most |Phi_f| |dp/dv| |dv|. Ten times as much is a fault.
class MatrixJudge : public ResultSink {
 public:
  // `model` must outlive it.
  MatrixJudge(const MultilinearModel& model, double tolerance);

  void begin(const std::vector<ResultColumn>& columns) override;
  void add_row(const ResultRow& row) override;
  const MatrixVerdict& verdict() const { return verdict_; }

 private:
  bool read_signals(std::span<const double> values);
  bool is_exact(std::size_t signal) const;
  std::size_t judge_equations(double time);
  std::size_t judge_inequalities(const ResultRow& row);
  std::size_t judge_value(MatrixVerdict::Fault value);
  std::string mode_text() const;

  const MultilinearModel& model_;
  const double tolerance_;
  std::vector<double> v_;
  std::vector<double> scale_;  // the largest magnitudes so far
  std::vector<double> move_;   // how far the signals may be off
  MultilinearPoint point_;
  std::vector<std::size_t> column_;   // of each signal
  std::vector<std::size_t> decided_;  // of each z: the column of its value
  MatrixVerdict verdict_;
};

// The same for results in memory.
MatrixVerdict judge_run(const MultilinearModel& model, const Trajectory& trajectory,
                        double tolerance);

// Reports a fault with its equation, which `system` has from the model's Modelica text.
void report_verdict(const MatrixVerdict& verdict, const FlatSystem& system,
                    Diagnostics& diagnostics);

}  // namespace saltus
