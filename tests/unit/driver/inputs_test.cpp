#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "saltus/driver/compile.h"
#include "saltus/driver/read_inputs.h"
#include "saltus/foundation/diagnostics/render_text.h"
#include "tests/problems/model_from_text.h"

namespace saltus {
namespace {

using testing::last_value;
using testing::value;

struct Finished {
  std::optional<Simulation> simulation;
  std::string text;  // what was said
};

Finished run(const std::string& text, const InputTexts& inputs, SimulationOptions options,
             std::vector<InputValue> values = {}) {
  Diagnostics diagnostics;
  const SourceText written("model.mo", text);
  auto read = read_inputs(written, "", inputs, diagnostics);
  if (!read) return {std::nullopt, render_text(diagnostics, written)};
  for (InputValue& each : read->values) values.push_back(std::move(each));
  auto system = compile_flat(read->source, {"", {}, values}, diagnostics);
  if (!system) return {std::nullopt, render_text(diagnostics, read->source)};
  auto simulation = simulate_model(std::move(*system), options, diagnostics);
  return {std::move(simulation), render_text(diagnostics, read->source)};
}

Simulation run_to_end(const std::string& text, const InputTexts& inputs, SimulationOptions options,
                      std::vector<InputValue> values = {}) {
  Finished finished = run(text, inputs, std::move(options), std::move(values));
  EXPECT_TRUE(finished.simulation.has_value()) << finished.text;
  if (!finished.simulation) throw std::runtime_error("no run");
  EXPECT_EQ(finished.simulation->end.reason, EndReason::reached_stop_time) << finished.text;
  return std::move(*finished.simulation);
}

constexpr const char* kIntegral =
    "model M\n  input Real u;\n  Real x(start = 0, fixed = true);\nequation\n  der(x) = u;\nend "
    "M;\n";

InputValue table(std::vector<double> time, std::vector<double> values) {
  return {"u", InputTable{std::move(time), std::move(values)}};
}

TEST(Inputs, ANumber) {
  EXPECT_NEAR(last_value(run_to_end(kIntegral, {{"u", "-2.5"}}, {.stop_time = 2.0}), "x"), -5.0,
              1e-12);
}

TEST(Inputs, AnExpression) {
  const Simulation result = run_to_end(kIntegral, {{"u", "cos(time)"}}, {.stop_time = 2.0});
  EXPECT_NEAR(last_value(result, "x"), std::sin(2.0), 1e-7);
}

TEST(Inputs, AnExpressionMayMentionTheModel) {
  const Simulation result = run_to_end(kIntegral, {{"u", "1 - x"}}, {.stop_time = 1.0});
  EXPECT_NEAR(last_value(result, "x"), 1.0 - std::exp(-1.0), 1e-7);
}

TEST(Inputs, ABindingIsReplaced) {
  const std::string text =
      "model M\n  input Real u(min = 0) = (2 + (3)) \"given\", w = 1;\n"
      "  Real x(start = 0, fixed = true);\nequation\n  der(x) = u + w;\nend M;\n";
  EXPECT_NEAR(last_value(run_to_end(text, {}, {.stop_time = 1.0}), "x"), 6.0, 1e-12);
  EXPECT_NEAR(last_value(run_to_end(text, {{"u", "7"}}, {.stop_time = 1.0}), "x"), 8.0, 1e-12);
  EXPECT_NEAR(last_value(run_to_end(text, {{"u", "2*time"}}, {.stop_time = 1.0}), "x"), 2.0, 1e-7);
  EXPECT_NEAR(last_value(run_to_end(text, {{"w", "0"}, {"u", "1"}}, {.stop_time = 1.0}), "x"), 1.0,
              1e-12);
}

TEST(Inputs, TheStartValueCountsWhereNothingIsGiven) {
  const std::string text =
      "model M\n  input Real u(start = 4);\n  Real x(start = 0, fixed = true);\nequation\n"
      "  der(x) = u;\nend M;\n";
  EXPECT_NEAR(last_value(run_to_end(text, {}, {.stop_time = 1.0}), "x"), 4.0, 1e-12);
  EXPECT_NEAR(last_value(run_to_end(text, {{"u", "1"}}, {.stop_time = 1.0}), "x"), 1.0, 1e-12);
}

// u = 1 before 1, from there linear to 3 at 2, a jump to 0 at 2, then to 6 at 5, held.
TEST(Inputs, ATableIsLinearBetweenItsPointsAndHeldOutside) {
  const InputValue signal = table({1, 2, 2, 5}, {1, 3, 0, 6});
  SimulationOptions options{.stop_time = 7.0, .times = {0.5, 1.5, 3.0, 7.0}};
  options.with_event_rows = false;
  const Simulation result = run_to_end(kIntegral, {}, options, {signal});
  const Trajectory& rows = result.trajectory;
  EXPECT_NEAR(value(rows, 0, "u"), 1.0, 1e-14);
  EXPECT_NEAR(value(rows, 1, "u"), 2.0, 1e-14);
  EXPECT_NEAR(value(rows, 2, "u"), 2.0, 1e-14);
  EXPECT_NEAR(value(rows, 3, "u"), 6.0, 1e-14);
  EXPECT_NEAR(value(rows, 0, "x"), 0.5, 1e-12);
  EXPECT_NEAR(value(rows, 1, "x"), 1.0 + 0.75, 1e-12);
  EXPECT_NEAR(value(rows, 2, "x"), 3.0 + 1.0, 1e-12);
  EXPECT_NEAR(value(rows, 3, "x"), 3.0 + 9.0 + 12.0, 1e-12);
  EXPECT_EQ(result.statistics.events, 3u);
}

TEST(Inputs, EventsOfATableHaveItsName) {
  Diagnostics diagnostics;
  const SourceText source("model.mo", kIntegral);
  auto system = compile_flat(source, {"", {}, {table({0, 1}, {0, 1})}}, diagnostics);
  ASSERT_TRUE(system.has_value());
  const auto model = compile_model(std::move(*system), diagnostics);
  ASSERT_NE(model, nullptr);
  ASSERT_EQ(model->hybrid.surfaces.size(), 1u);
  EXPECT_EQ(model->hybrid.surfaces[SurfaceId(0)].text, "table of u");
}

TEST(Inputs, ATableMayBeginBeforeTheRun) {
  const InputValue signal = table({-10, 0.25, 0.5, 100}, {0, 41, 2, 2});
  // Linear from 0 at -10 to 41 at 0.25: 40 + 4 t.
  SimulationOptions options{.stop_time = 0.2};
  EXPECT_NEAR(last_value(run_to_end(kIntegral, {}, options, {signal}), "x"), 8.0 + 2 * 0.04, 1e-12);
  SimulationOptions late{.start_time = 20.0, .stop_time = 21.0};
  EXPECT_NEAR(last_value(run_to_end(kIntegral, {}, late, {signal}), "x"), 2.0, 1e-12);
}

TEST(Inputs, TheRunMayBeginAtATimeOfTheTable) {
  const InputValue signal = table({0, 0, 1, 2}, {5, 1, 1, 3});
  EXPECT_NEAR(last_value(run_to_end(kIntegral, {}, {.stop_time = 2.0}, {signal}), "x"), 3.0, 1e-12);
}

TEST(Inputs, AnInputMayBeDifferentiated) {
  const std::string text =
      "model M\n  input Real u;\n  Real y, x(start = 0, fixed = true);\nequation\n  y = der(u);\n"
      "  der(x) = y^2;\nend M;\n";
  const Simulation result = run_to_end(text, {}, {.stop_time = 3.0}, {table({0, 1, 3}, {0, 2, 1})});
  EXPECT_NEAR(last_value(result, "x"), 4.0 + 2.0 * 0.25, 1e-10);
}

TEST(Inputs, ManyPointsAreManyEvents) {
  std::vector<double> time, values;
  double expected = 0.0;
  for (int i = 0; i <= 2000; ++i) {
    time.push_back(0.001 * i);
    values.push_back(std::sin(0.37 * i));
    if (i > 0) expected += 0.001 * 0.5 * (values[static_cast<std::size_t>(i) - 1] + values.back());
  }
  SimulationOptions options{.stop_time = 2.0};
  options.times = {2.0};
  const Simulation result = run_to_end(kIntegral, {}, options, {table(time, values)});
  EXPECT_NEAR(last_value(result, "x"), expected, 1e-11);
  EXPECT_GE(result.statistics.events, 1999u);
}

TEST(Inputs, DiscreteOnesAreHeldFromPointToPoint) {
  const std::string text =
      "model M\n  input Boolean b;\n  input Integer n;\n  Real x(start = 0, fixed = true);\n"
      "  Integer changes(start = 0);\nequation\n  der(x) = if b then n else 0;\n"
      "  when change(b) then\n    changes = pre(changes) + 1;\n  end when;\nend M;\n";
  const std::vector<InputValue> values = {{"b", InputTable{{0, 1, 2}, {0, 1, 0}}},
                                          {"n", InputTable{{0, 1.5}, {2, 4}}}};
  const Simulation result = run_to_end(text, {}, {.stop_time = 3.0}, values);
  EXPECT_NEAR(last_value(result, "x"), 0.5 * 2 + 0.5 * 4, 1e-10);
  EXPECT_EQ(last_value(result, "changes"), 2.0);
  EXPECT_NEAR(last_value(run_to_end(text, {{"b", "true"}, {"n", "3"}}, {.stop_time = 1.0}), "x"),
              3.0, 1e-12);
}

// A jump of the input is seen by conditions, and the state does not jump with it.
TEST(Inputs, AJumpIsAnEvent) {
  const std::string text =
      "model M\n  input Real u;\n  Real x(start = 0, fixed = true);\n  Integer n(start = 0);\n"
      "equation\n  der(x) = u;\n  when u > 0.5 then\n    n = pre(n) + 1;\n  end when;\nend M;\n";
  const Simulation result =
      run_to_end(text, {}, {.stop_time = 4.0}, {table({1, 1, 2, 2, 3, 3}, {0, 1, 1, 0, 0, 1})});
  EXPECT_EQ(last_value(result, "n"), 2.0);
  EXPECT_NEAR(last_value(result, "x"), 2.0, 1e-12);
}

TEST(Inputs, ATableComesFromAFile) {
  const std::string path = ::testing::TempDir() + "saltus_inputs_test.csv";
  std::ofstream(path) << "time,u,v\n0,0,1\n2,2,1\n";
  EXPECT_NEAR(last_value(run_to_end(kIntegral, {{"u", path}}, {.stop_time = 2.0}), "x"), 2.0,
              1e-12);
  EXPECT_NEAR(last_value(run_to_end(kIntegral, {{"u", path + ":v"}}, {.stop_time = 2.0}), "x"), 2.0,
              1e-12);
  EXPECT_NE(run(kIntegral, {{"u", path + ":w"}}, {}).text.find("no column `w`"), std::string::npos);
  EXPECT_NE(run(kIntegral, {{"u", "nowhere.csv"}}, {}).text.find("cannot read `nowhere.csv`"),
            std::string::npos);
}

TEST(Inputs, WhatIsWrongIsSaid) {
  const auto says = [](const Finished& finished, const std::string& text) {
    EXPECT_FALSE(finished.simulation.has_value());
    EXPECT_NE(finished.text.find(text), std::string::npos) << finished.text;
  };
  says(run(kIntegral, {}, {}), "M0405");
  says(run(kIntegral, {}, {}), "--input u=");
  says(run(kIntegral, {{"v", "1"}}, {}), "F0317");
  says(run(kIntegral, {{"x", "sin(time)"}}, {}), "F0317");
  says(run(kIntegral, {{"u", "sin(tim)"}}, {}), "input Real u = sin(tim)");
  says(run(kIntegral, {{"u", "1 +"}}, {}), "P0");
  says(run(kIntegral, {}, {}, {{"u", std::nan("")}}), "F0318");
  const std::string boolean =
      "model M\n  input Boolean b;\n  Real x(start = 0, fixed = true);\nequation\n"
      "  der(x) = if b then 1 else 0;\nend M;\n";
  says(run(boolean, {{"b", "2"}}, {}), "F0318");
}

// The value of a known input is no part of what was compiled.
TEST(Inputs, AKnownInputIsAKnownValueOfTheExecutable) {
  Diagnostics diagnostics;
  const SourceText source("model.mo", kIntegral);
  auto system = compile_flat(source, {"", {}, {{"u", 3.0}}}, diagnostics);
  ASSERT_TRUE(system.has_value());
  const auto model = compile_model(std::move(*system), diagnostics);
  ASSERT_NE(model, nullptr);
  EXPECT_EQ(model->executable.inputs, std::vector<VariableId>{VariableId(0)});
  EXPECT_EQ(model->executable.discrete.start[0], 3.0);
}

}  // namespace
}  // namespace saltus
