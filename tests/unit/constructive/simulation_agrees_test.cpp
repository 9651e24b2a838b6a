// The graph of all runs and the resets of a simulation are two readings of the same semantics:
// what jumps or is infinite at an event must be what the graph says of that change of mode.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "saltus/analysis/constructive/build_graph.h"
#include "saltus/analysis/constructive/reset_formula.h"
#include "saltus/driver/compile.h"
#include "saltus/foundation/expr/evaluate.h"

namespace saltus {
namespace {

std::vector<std::string> models() {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(EXAMPLES)) {
    if (entry.path().extension() == ".mo") files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

// One example, simulated, with the graph of each of its components.
class Example {
 public:
  explicit Example(const std::string& file) {
    std::ifstream stream(file);
    std::stringstream text;
    text << stream.rdbuf();
    source_.emplace(file, text.str());
    system_ = compile_flat(*source_, {}, diagnostics_);
    EXPECT_TRUE(system_.has_value()) << file;
  }

  // The graph is about guards; what binary unknowns change is not in it.
  bool is_decided_by_guards() const {
    return system_ && !system_->guards.empty() &&
           std::none_of(system_->variables.begin(), system_->variables.end(),
                        [](const FlatVariable& variable) { return variable.is_binary; });
  }

  void build() {
    model_ = compile_model(*system_, diagnostics_);
    ASSERT_NE(model_, nullptr);
    system_ = model_->system;  // with the expressions of the hybrid system
    const Mode first =
        model_->first_mode ? model_->first_mode->mode : Mode(system_->guards.size(), false);
    const PossibleModes possible(*system_);
    for (const Component& component : model_->hybrid.components) {
      graphs_.push_back(build_constructive_graph(*system_, model_->hybrid, component, first,
                                                 possible, diagnostics_));
      ASSERT_TRUE(graphs_.back().has_value());
      EXPECT_FALSE(graphs_.back()->is_rejected());
    }
  }

  Simulation simulate() {
    SimulationOptions options;
    options.stop_time = system_->experiment.stop_time.value_or(1.0);
    options.tolerance = 1e-9;
    options.interval = options.stop_time;
    return run_model(*model_, options, diagnostics_);
  }

  // What the graph says of the change, by variable, of all components that it concerns.
  std::map<VariableId, int> predicted(const MicroStep& step) {
    std::map<VariableId, int> orders;
    for (std::size_t c = 0; c < graphs_.size(); ++c) {
      const auto from = mode_before(*graphs_[c], step.from), to = mode_before(*graphs_[c], step.to);
      if (!from || !to || *from == *to) continue;
      const ModeChange change = find_change(*system_, model_->hybrid, model_->hybrid.components[c],
                                            *graphs_[c], *from, *to);
      EXPECT_TRUE(change.is_determined());
      for (const VariableOrder& order : change.orders) orders[order.variable] = order.order;
    }
    return orders;
  }

  // The worst verdict of the components that the change concerns; and what the simulation did,
  // where the state is that of the new mode.
  struct Verdicts {
    ChangeVerdict predicted = ChangeVerdict::continuous;
    ChangeVerdict simulated = ChangeVerdict::continuous;
  };
  Verdicts verdicts(const MicroStep& step) {
    Verdicts verdicts;
    std::set<VariableId> state;
    for (std::size_t c = 0; c < graphs_.size(); ++c) {
      const auto from = mode_before(*graphs_[c], step.from), to = mode_before(*graphs_[c], step.to);
      if (!from || !to || *from == *to) continue;
      const ModeChange change = find_change(*system_, model_->hybrid, model_->hybrid.components[c],
                                            *graphs_[c], *from, *to);
      verdicts.predicted = std::max(verdicts.predicted, change.verdict);
      for (const VariableOrder& order : change.orders) {
        if (order.order == 0 && order.is_state()) state.insert(order.variable);
      }
    }
    for (const MicroStep::Jump& jump : step.jumps) {
      if (state.contains(jump.variable)) verdicts.simulated = ChangeVerdict::jump;
    }
    if (!step.impulses.empty()) verdicts.simulated = ChangeVerdict::impulsive;
    return verdicts;
  }

  // Right limits and weights by the closed forms, as far as the jumping variables tell the left
  // limits that they read.
  std::map<VariableId, double> computed(const MicroStep& step) {
    std::map<VariableId, double> values;
    for (std::size_t c = 0; c < graphs_.size(); ++c) {
      const auto from = mode_before(*graphs_[c], step.from), to = mode_before(*graphs_[c], step.to);
      if (!from || !to || *from == *to) continue;
      GuardedSystem guarded(*system_, model_->hybrid, model_->hybrid.components[c]);
      const SelectedMode& before = guarded.selected(graphs_[c]->modes[*from].literals);
      const SelectedMode& after = guarded.selected(graphs_[c]->modes[*to].literals);
      const auto formulas =
          find_reset_formulas(guarded, after, magnitudes_at_change(guarded, before, after));
      if (!formulas) continue;
      Evaluator evaluator(system_->pool, [&](const Expr& leaf) -> std::optional<double> {
        if (leaf.op == Op::parameter) return system_->parameters[ParameterId(leaf.a)].value;
        if (leaf.op != Op::pre) return std::nullopt;
        for (const MicroStep::Jump& jump : step.jumps) {
          if (jump.variable == leaf.variable()) return jump.left;
        }
        return std::nullopt;
      });
      for (const ResetFormula& formula : *formulas) {
        const auto value = evaluator.evaluate(formula.value);
        if (value && formula.order == 0) values[formula.variable] = *value;
      }
    }
    return values;
  }

  bool is_discrete(VariableId id) const {
    const FlatVariable& variable = system_->variables[id];
    return variable.is_discrete || variable.type != ValueType::real;
  }
  const std::string& name(VariableId id) const { return system_->variables[id].name; }

 private:
  std::optional<ModeNumber> mode_before(const ConstructiveGraph& graph,
                                        const std::vector<GuardValue>& values) const {
    Mode mode(system_->guards.size(), false);
    std::vector<bool> is_told(system_->guards.size(), false);
    for (const GuardValue& value : values) {
      mode[GuardId(value.guard)] = value.value;
      is_told[value.guard] = true;
    }
    for (const GuardId guard : graph.guards) {
      if (!is_told[guard.index()]) return std::nullopt;
    }
    return find_mode(graph, mode);
  }

  std::optional<SourceText> source_;
  Diagnostics diagnostics_;
  std::optional<FlatSystem> system_;
  std::shared_ptr<const CompiledModel> model_;
  std::vector<std::optional<ConstructiveGraph>> graphs_;
};

class SimulationAgrees : public testing::TestWithParam<std::string> {};

TEST_P(SimulationAgrees, EventsDoWhatTheGraphSays) {
  Example example(GetParam());
  example.build();
  if (HasFatalFailure()) return;
  const Simulation run = example.simulate();
  int changes = 0;
  for (const MicroStep& step : run.events) {
    if (!step.is_mode_change || !step.fired.empty()) continue;
    ++changes;
    // The graph has the modes that guards select; a motion along a surface mixes two of them.
    if (!step.sliding_from.empty() || !step.sliding_to.empty()) continue;
    const std::map<VariableId, int> predicted = example.predicted(step);
    for (const MicroStep::VariableImpulse& impulse : step.impulses) {
      const auto found = predicted.find(impulse.variable);
      ASSERT_TRUE(found != predicted.end())
          << example.name(impulse.variable) << " is impulsive at " << step.time;
      EXPECT_EQ(found->second, impulse.order) << example.name(impulse.variable);
    }
    for (const MicroStep::Jump& jump : step.jumps) {
      if (example.is_discrete(jump.variable)) continue;
      const auto found = predicted.find(jump.variable);
      ASSERT_TRUE(found != predicted.end() && found->second >= 0)
          << example.name(jump.variable) << " jumps at " << step.time << " from " << jump.left
          << " to " << jump.right;
    }
  }
  EXPECT_GT(changes, 0);
}

std::vector<std::string> models_with_guards() {
  std::vector<std::string> files = models();
  std::erase_if(files,
                [](const std::string& file) { return !Example(file).is_decided_by_guards(); });
  return files;
}

INSTANTIATE_TEST_SUITE_P(Examples, SimulationAgrees, testing::ValuesIn(models_with_guards()),
                         [](const auto& file) {
                           return std::filesystem::path(file.param).stem().string();
                         });

// The reset of the simulation is the oracle: in these models, whose numbers are in general
// position, what may happen does happen.
TEST(SimulationAgreesOnVerdicts, VerdictsAreThoseOfTheEvents) {
  std::map<ChangeVerdict, int> seen;
  for (const char* file :
       {"/clutch/Clutch.mo", "/collision/Collision.mo", "/string_pendulum/StringPendulum.mo",
        "/hydraulic_actuator/HydraulicActuator.mo", "/becomes_state/BecomesState.mo",
        "/two_clutch_powertrain/TwoClutchPowertrain.mo", "/tank_level/TankLevel.mo"}) {
    Example example(std::string(EXAMPLES) + file);
    example.build();
    if (HasFatalFailure()) return;
    for (const MicroStep& step : example.simulate().events) {
      if (!step.is_mode_change || !step.fired.empty()) continue;
      const Example::Verdicts verdicts = example.verdicts(step);
      EXPECT_EQ(verdicts.predicted, verdicts.simulated) << file << " at " << step.time;
      ++seen[verdicts.simulated];
    }
  }
  EXPECT_GT(seen[ChangeVerdict::continuous], 2);
  EXPECT_GT(seen[ChangeVerdict::impulsive], 2);
}

// In these models every predicted impulse happens, at least once.
TEST(SimulationAgreesOnImpulses, WhatMayBeInfiniteIs) {
  for (const char* file : {"/clutch/Clutch.mo", "/collision/Collision.mo",
                           "/hydraulic_actuator/HydraulicActuator.mo"}) {
    Example example(std::string(EXAMPLES) + file);
    example.build();
    if (HasFatalFailure()) return;
    int impulsive = 0;
    for (const MicroStep& step : example.simulate().events) {
      if (!step.is_mode_change) continue;
      std::map<VariableId, int> simulated, expected;
      for (const auto& impulse : step.impulses) simulated[impulse.variable] = impulse.order;
      for (const auto& [variable, order] : example.predicted(step)) {
        if (order > 0) expected[variable] = order;
      }
      EXPECT_EQ(simulated, expected) << file << " at " << step.time;
      impulsive += expected.empty() ? 0 : 1;
    }
    EXPECT_GT(impulsive, 0) << file;
  }
}

TEST(SimulationAgreesOnFormulas, ClosedFormsGiveTheValuesOfTheSimulation) {
  for (const char* file : {"/clutch/Clutch.mo", "/collision/Collision.mo",
                           "/two_clutch_powertrain/TwoClutchPowertrain.mo"}) {
    Example example(std::string(EXAMPLES) + file);
    example.build();
    if (HasFatalFailure()) return;
    int compared = 0;
    for (const MicroStep& step : example.simulate().events) {
      const std::map<VariableId, double> computed = example.computed(step);
      for (const MicroStep::Jump& jump : step.jumps) {
        const auto found = computed.find(jump.variable);
        const bool is_impulsive =
            std::any_of(step.impulses.begin(), step.impulses.end(),
                        [&](const auto& impulse) { return impulse.variable == jump.variable; });
        if (found == computed.end() || is_impulsive) continue;
        ++compared;
        EXPECT_NEAR(found->second, jump.right, 1e-9) << file << " at " << step.time;
      }
      for (const MicroStep::VariableImpulse& impulse : step.impulses) {
        const auto found = computed.find(impulse.variable);
        if (found == computed.end()) continue;
        ++compared;
        EXPECT_NEAR(found->second, impulse.weights[0], 1e-9) << file << " at " << step.time;
      }
    }
    EXPECT_GE(compared, 4) << file;
  }
}

}  // namespace
}  // namespace saltus
