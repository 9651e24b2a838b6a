#include "saltus/runtime/simulate/simulate.h"

#include <algorithm>
#include <chrono>
#include <optional>

#include "saltus/foundation/base/overloaded.h"
#include "saltus/runtime/numeric/dense_lu.h"
#include "saltus/runtime/simulate/output_times.h"
#include "saltus/runtime/taylor/taylor_integrator.h"

namespace saltus {

namespace {

// Whichever comes first: steps of a large model may take long.
constexpr std::uint64_t kStepsBetweenProgress = 64;
constexpr auto kTimeBetweenProgress = std::chrono::milliseconds(20);

class Run {
 public:
  Run(const ExecutableMode& mode, const std::vector<UnknownStart>& starts,
      const std::vector<OutputColumn>& columns, const SimulationOptions& options)
      : mode_(mode),
        starts_(starts),
        columns_(columns),
        options_(options),
        integrator_(mode, options.tolerance, nominal_values(starts)),
        output_times_(options),
        row_state_(integrator_.state_size(), 0.0) {
    std::vector<TrajectoryColumn> names;
    for (const OutputColumn& column : columns) names.push_back(column.column);
    result_.trajectory = Trajectory(std::move(names));
  }

  Simulation run() {
    result_.end.time = options_.start_time;
    if (begin()) advance_to_stop();
    collect_statistics();
    return std::move(result_);
  }

 private:
  static std::vector<double> nominal_values(const std::vector<UnknownStart>& starts) {
    std::vector<double> values;
    for (const UnknownStart& start : starts) values.push_back(start.nominal);
    return values;
  }

  bool begin() {
    auto start = find_consistent_start(mode_, options_.start_time, starts_);
    if (!start) {
      result_.end = start.error();
      return false;
    }
    result_.start = start.value().report;
    if (const auto failure = integrator_.begin(options_.start_time, start.value().state)) {
      end_with(*failure, options_.start_time, integrator_.expansion());
      return false;
    }
    return write_due_rows();
  }

  void advance_to_stop() {
    while (integrator_.time() != options_.stop_time) {
      if (integrator_.statistics().steps >= options_.max_steps) {
        return end_with(EndReason::too_many_steps);
      }
      const StepOutcome outcome = integrator_.step(options_.stop_time);
      if (const auto* failed = std::get_if<StepFailed>(&outcome)) return end_with(*failed);
      if (!write_due_rows() || !report_progress()) return;
    }
    result_.end.reason = EndReason::reached_stop_time;
    result_.end.time = options_.stop_time;
  }

  // Rows up to the time reached; assertions are checked there and at the step's end.
  bool write_due_rows() {
    const double reached = integrator_.time();
    while (const std::optional<double> due = output_times_.next(reached)) {
      if (!write_row(*due)) return false;
      output_times_.advance();
    }
    if (output_times_.is_per_step()) return write_row(reached);
    if (!mode_.assertions.empty()) return evaluate(reached);
    result_.end.time = reached;
    return true;
  }

  bool evaluate(double time) {
    if (const auto failure = integrator_.evaluate(time, row_state_)) {
      end_with(*failure, time, integrator_.point());
      return false;
    }
    integrator_.point().observe(0);
    for (const ExecutableCondition& assertion : mode_.assertions) {
      if (integrator_.point().value(assertion.row) != 0.0) continue;
      if (!assertion.ends_run) {
        warn_once(assertion.source, time);
        continue;
      }
      result_.end.assertion = assertion.source;
      result_.end.time = time;
      result_.end.reason = EndReason::assertion_failed;
      return false;
    }
    result_.end.time = time;
    return true;
  }

  void warn_once(std::uint32_t assertion, double time) {
    const bool is_known =
        std::any_of(result_.warnings.begin(), result_.warnings.end(),
                    [&](const AssertionWarning& known) { return known.assertion == assertion; });
    if (!is_known) result_.warnings.push_back({assertion, time});
  }

  bool write_row(double time) {
    if (!evaluate(time)) return false;
    const std::span<double> row = result_.trajectory.add_row(time);
    for (std::size_t i = 0; i < columns_.size(); ++i) row[i] = column_value(columns_[i]);
    return true;
  }

  double column_value(const OutputColumn& column) {
    if (column.is_constant) return column.constant;
    double factorial = 1.0;
    for (int i = 2; i <= column.order; ++i) factorial *= i;
    return factorial *
           integrator_.point().series(column.unknown)[static_cast<std::size_t>(column.order)];
  }

  bool report_progress() {
    if (!options_.on_progress) return true;
    const auto now = std::chrono::steady_clock::now();
    const bool is_due = integrator_.statistics().steps % kStepsBetweenProgress == 0 ||
                        now - last_progress_ >= kTimeBetweenProgress;
    if (!is_due) return true;
    last_progress_ = now;
    if (options_.on_progress(integrator_.time())) return true;
    end_with(EndReason::interrupted);
    return false;
  }

  void end_with(EndReason reason) {
    result_.end.reason = reason;
    result_.end.time = integrator_.time();
  }

  void end_with(const StepFailed& failed) {
    if (failed.cause) return end_with(*failed.cause, failed.time, integrator_.expansion());
    end_with(EndReason::step_too_small);
    result_.end.variables = {mode_.unknowns[integrator_.limiting_unknown()].variable};
  }

  void end_with(const ExpansionFailure& failure, double time, const Expansion& expansion) {
    SimulationEnd& end = result_.end;
    end.time = time;
    switch (failure.fault) {
      case ExpansionFault::singular_jacobian:
        end.reason = EndReason::singular_jacobian;
        break;
      case ExpansionFault::newton_diverged:
        end.reason = EndReason::newton_diverged;
        break;
      case ExpansionFault::value_not_finite:
        end.reason = EndReason::value_not_finite;
        break;
    }
    const ExecutableBlock& block = mode_.blocks[failure.block];
    for (const std::uint32_t equation : block.equations) {
      end.blamed.push_back({.index = mode_.equations[equation].equation.index(),
                            .differentiated = mode_.equations[equation].offset - block.lead});
    }
    for (const std::uint32_t unknown : block.unknowns) {
      end.variables.push_back(mode_.unknowns[unknown].variable);
      end.orders.push_back(mode_.unknowns[unknown].offset - block.lead);
    }
    if (end.reason == EndReason::singular_jacobian) explain_singular(failure.block, expansion);
  }

  void explain_singular(std::uint32_t block, const Expansion& expansion) {
    constexpr std::size_t largest_explained = 200;
    const std::size_t size = mode_.blocks[block].equations.size();
    if (size > largest_explained) return;
    const std::vector<double> jacobian = expansion.jacobian(block);
    if (jacobian.empty()) return;
    result_.end.undetermined = null_vector(jacobian, size);
    result_.end.cancelling = left_null_vector(jacobian, size);
  }

  void collect_statistics() {
    const StepStatistics& steps = integrator_.statistics();
    result_.statistics = {.steps = steps.steps,
                          .rejected_steps = steps.rejected_steps,
                          .order = integrator_.order(),
                          .smallest_step = steps.smallest_step,
                          .largest_step = steps.largest_step,
                          .largest_error = steps.largest_error,
                          .largest_projection = steps.largest_projection,
                          .expansions = steps.expansions,
                          .factorizations = integrator_.factorizations(),
                          .newton_iterations = integrator_.newton_iterations()};
  }

  const ExecutableMode& mode_;
  const std::vector<UnknownStart>& starts_;
  const std::vector<OutputColumn>& columns_;
  const SimulationOptions& options_;
  TaylorIntegrator integrator_;
  OutputTimes output_times_;
  std::vector<double> row_state_;
  std::chrono::steady_clock::time_point last_progress_ = std::chrono::steady_clock::now();
  Simulation result_;
};

}  // namespace

Simulation simulate(const ExecutableMode& mode, const std::vector<UnknownStart>& starts,
                    const std::vector<OutputColumn>& columns, const SimulationOptions& options) {
  return Run(mode, starts, columns, options).run();
}

}  // namespace saltus
