#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "saltus/driver/compile.h"
#include "saltus/foundation/diagnostics/render_text.h"
#include "saltus/runtime/taylor/expansion_plan.h"

namespace saltus::testing {

// A model written in a test, compiled by the driver. A model that does not
// compile fails the test and shows what the author would have seen.
class ModelFromText {
 public:
  explicit ModelFromText(std::string text,
                         std::vector<std::pair<std::string, std::string>> overrides = {})
      : source_("model.mo", std::move(text)),
        system_(compile_system(source_, overrides)),
        first_(compile_first_mode(system_, first_faults_)),
        plan_(first_ ? plan_expansion(first_->executable) : ExpansionPlan()),
        model_(compile(source_, system_)) {}

  // Neither copied nor moved: expansions and integrators refer to the mode.
  ModelFromText(const ModelFromText&) = delete;
  ModelFromText& operator=(const ModelFromText&) = delete;

  const SourceText& source() const { return source_; }
  const FlatSystem& system() const { return system_; }
  const CompiledModel& model() const { return *model_; }
  // The first mode of the whole model, however many components it has.
  const CompiledFirstMode& first_mode() const {
    if (!first_) fail(source_, first_faults_);
    return *first_;
  }
  const ExecutableMode& mode() const { return first_mode().executable; }
  const ExpansionPlan& plan() const { return plan_; }
  // Discrete variables at their start values.
  const KnownValues& known() const { return known_; }

  // Runs the model; `diagnostics` keeps what the run had to say.
  Simulation run(const SimulationOptions& options) {
    diagnostics_ = Diagnostics();
    return run_model(*model_, options, diagnostics_);
  }
  const Diagnostics& diagnostics() const { return diagnostics_; }
  std::string rendered() const { return render_text(diagnostics_, source_); }

  // A run that must reach its stop time.
  Simulation run_to_end(const SimulationOptions& options) {
    Simulation simulation = run(options);
    EXPECT_EQ(simulation.end.reason, EndReason::reached_stop_time) << rendered();
    return simulation;
  }

  VariableId variable(const std::string& name) const {
    for (const VariableId id : system_.variables.ids()) {
      if (system_.variables[id].name == name) return id;
    }
    throw std::runtime_error("the model has no variable " + name);
  }
  // The variable's position among the unknowns of the mode: its row of series.
  std::uint32_t unknown(const std::string& name) const {
    const VariableId id = variable(name);
    for (std::uint32_t i = 0; i < mode().unknowns.size(); ++i) {
      if (mode().unknowns[i].variable == id) return i;
    }
    throw std::runtime_error("not an unknown: " + name);
  }

 private:
  [[noreturn]] static void fail(const SourceText& source, const Diagnostics& diagnostics) {
    const std::string text = render_text(diagnostics, source);
    ADD_FAILURE() << text << "\n" << source.text();
    throw std::runtime_error("the model does not compile");
  }
  static FlatSystem compile_system(
      const SourceText& source, const std::vector<std::pair<std::string, std::string>>& overrides) {
    Diagnostics diagnostics;
    auto system = compile_flat(source, {.model = "", .overrides = overrides}, diagnostics);
    if (!system) fail(source, diagnostics);
    return std::move(*system);
  }
  static std::shared_ptr<const CompiledModel> compile(const SourceText& source,
                                                      const FlatSystem& system) {
    Diagnostics diagnostics;
    auto model = compile_model(system, diagnostics);
    if (!model) fail(source, diagnostics);
    return model;
  }

  SourceText source_;
  FlatSystem system_;
  Diagnostics first_faults_;
  std::optional<CompiledFirstMode> first_;  // nothing if it is singular: a run may begin elsewhere
  ExpansionPlan plan_;
  std::shared_ptr<const CompiledModel> model_;
  KnownValues known_{.value = std::vector<double>(system_.variables.size(), 0.0),
                     .pre = std::vector<double>(system_.variables.size(), 0.0)};
  Diagnostics diagnostics_;
};

inline std::size_t column(const Trajectory& trajectory, const std::string& name) {
  for (std::size_t i = 0; i < trajectory.columns().size(); ++i) {
    if (trajectory.columns()[i].name == name) return i;
  }
  throw std::runtime_error("no column " + name);
}

inline double value(const Trajectory& trajectory, std::size_t row, const std::string& name) {
  return trajectory.value(row, column(trajectory, name));
}

inline double first_value(const Simulation& simulation, const std::string& name) {
  return value(simulation.trajectory, 0, name);
}

inline double last_value(const Simulation& simulation, const std::string& name) {
  return value(simulation.trajectory, simulation.trajectory.row_count() - 1, name);
}

// |actual - expected|, relative to the larger of the expected value and 1.
inline double mixed_error(double actual, double expected) {
  return std::fabs(actual - expected) / std::fmax(1.0, std::fabs(expected));
}

}  // namespace saltus::testing
