#include "saltus/api/model.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <set>
#include <thread>

#include "saltus/foundation/base/check.h"

namespace saltus {
namespace {

// Two masses that a clutch joins at t = 1, and a brake on the second one.
constexpr const char* kClutch = R"(
model Clutch
  parameter Real J = 2 "of the first mass";
  parameter Real d = 0.5;
  parameter Boolean braked = false;
  Real w1(start = J, fixed = true), w2(start = 0, fixed = true), tau;
equation
  J*der(w1) = -tau;
  der(w2) = tau - (if braked then d*w2 else 0);
  if time < 1 then
    tau = 0;
  else
    w1 = w2;
  end if;
end Clutch;
)";

std::shared_ptr<const Model> model_of(const std::string& text, const ModelOptions& options = {}) {
  const auto loaded = Model::from_text(SourceText("model.mo", text), "", options);
  if (!loaded) {
    ADD_FAILURE() << loaded.error().text();
    throw std::runtime_error("the model is not loaded");
  }
  return loaded.value();
}

double last(const Model& model, const std::string& name) {
  const auto& compiled = model.executable().model;
  SALTUS_CHECK(compiled != nullptr);
  Diagnostics diagnostics;
  const Simulation run = run_model(*compiled, {.stop_time = 2.0}, diagnostics);
  EXPECT_EQ(run.end.reason, EndReason::reached_stop_time);
  const auto& columns = run.trajectory.columns();
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].name == name) return run.trajectory.value(run.trajectory.row_count() - 1, i);
  }
  return std::nan("");
}

TEST(Model, IsLoadedFromAFile) {
  const std::string path = ::testing::TempDir() + "saltus_model_test.mo";
  std::ofstream(path) << kClutch;
  const auto loaded = Model::load(path, "Clutch");
  ASSERT_TRUE(loaded.has_value()) << loaded.error().text();
  EXPECT_EQ(loaded.value()->name(), "Clutch");
  EXPECT_FALSE(Model::load(path, "Gearbox").has_value());
  const auto missing = Model::load("no such file.mo");
  ASSERT_FALSE(missing.has_value());
  EXPECT_NE(missing.error().text().find("no such file.mo"), std::string::npos);
}

TEST(Model, SaysWhatIsWrongWithAText) {
  const auto loaded = Model::from_text(SourceText("m.mo",
                                                  "model M\n  Real x;\nequation\n  x = y;\n"
                                                  "end M;\n"));
  ASSERT_FALSE(loaded.has_value());
  EXPECT_NE(loaded.error().text().find("N0201"), std::string::npos) << loaded.error().text();
}

TEST(Model, TakesParametersAndInputs) {
  const auto model = model_of(
      "model M\n  parameter Real a = 1;\n  input Real u;\n  Real x(start = 0, fixed = true);\n"
      "equation\n  der(x) = a*u;\nend M;\n",
      {.parameters = {{"a", "3"}}, .inputs = {{"u", "time"}}});
  EXPECT_NEAR(last(*model, "x"), 6.0, 1e-7);
}

TEST(Model, ListsItsParameters) {
  const auto parameters = model_of(kClutch)->parameters();
  ASSERT_EQ(parameters.size(), 3u);
  EXPECT_EQ(parameters[0].name, "J");
  EXPECT_EQ(parameters[0].value, 2.0);
  EXPECT_EQ(parameters[0].description, "of the first mass");
  EXPECT_FALSE(parameters[0].is_structural);
  EXPECT_EQ(parameters[2].name, "braked");
  EXPECT_TRUE(parameters[2].is_structural);
}

// Momentum is conserved: (J w1)/(J + 1).
TEST(Model, OtherValuesOfParameters) {
  const auto model = model_of(kClutch);
  EXPECT_NEAR(last(*model, "w1"), 4.0 / 3.0, 1e-7);
  const auto heavy = model->with_parameters({{"J", 3.0}});
  ASSERT_TRUE(heavy.has_value());
  EXPECT_NEAR(last(*heavy.value(), "w1"), 9.0 / 4.0, 1e-7);
  EXPECT_NEAR(last(*model, "w1"), 4.0 / 3.0, 1e-7);  // as it was
  // Structural: the text is compiled again, the other change is kept.
  const auto braked = heavy.value()->with_parameters({{"braked", 1.0}, {"d", 4.0}});
  ASSERT_TRUE(braked.has_value());
  EXPECT_NEAR(last(*braked.value(), "w1"), 9.0 / 4.0 * std::exp(-1.0), 1e-7);
  const auto wrong = model->with_parameters({{"K", 1.0}});
  ASSERT_FALSE(wrong.has_value());
  EXPECT_NE(wrong.error().text().find("F0301"), std::string::npos);
}

TEST(Model, AnalysesAreKept) {
  const auto model = model_of(kClutch);
  const ModelCheck& check = model->check();
  EXPECT_TRUE(check.is_ok());
  ASSERT_TRUE(check.modes.has_value());
  EXPECT_EQ(check.modes->count, ModeCount(2));
  EXPECT_EQ(&model->check(), &check);
  ASSERT_TRUE(model->graphs().graphs.has_value());
  EXPECT_EQ(model->graphs().graphs->size(), 1u);
  EXPECT_TRUE(model->changes().table.has_value());
  EXPECT_EQ(&model->executable(), &model->executable());
}

TEST(Model, ResetsAreInClosedForm) {
  const auto model = model_of(kClutch);
  const ModelResets& found = model->resets();
  ASSERT_EQ(found.resets.size(), 1u);
  std::set<std::string> jump, impulsive;
  for (const auto& formulas : found.resets[0].changes) {
    if (!formulas) continue;
    for (const ResetFormula& formula : *formulas) {
      (formula.is_impulse ? impulsive : jump).insert(found.system.variables[formula.variable].name);
    }
  }
  EXPECT_EQ(jump, (std::set<std::string>{"w1", "w2"}));
  EXPECT_EQ(impulsive, std::set<std::string>{"tau"});
  EXPECT_EQ(&found, &model->resets());
}

TEST(Model, FindsTheChangesThatAreAskedFor) {
  const auto model = model_of(kClutch);
  const auto found = model->find_changes({.from = "time < 1", .to = "not (time < 1)"});
  ASSERT_TRUE(found);
  ASSERT_EQ(found.value().table->parts.size(), 1u);
  const std::vector<TabledChange>& changes = found.value().table->parts[0].changes;
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_EQ(changes[0].change.verdict, ChangeVerdict::impulsive);
}

TEST(Model, SaysWhatIsWrongWithAFormulaOfModes) {
  const auto found = model_of(kClutch)->find_changes({.from = "", .to = "engaged"});
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().source.name(), "--to");
  EXPECT_TRUE(found.error().diagnostics.has_errors());
}

TEST(Model, WhatCannotBeRunSaysWhy) {
  const auto model = model_of("model M\n  input Real u;\n  Real x = u;\nend M;\n");
  EXPECT_EQ(model->executable().model, nullptr);
  EXPECT_TRUE(model->executable().diagnostics.has_errors());
}

TEST(Model, ThreadsShareIt) {
  const auto model = model_of(kClutch);
  std::vector<const ModelCheck*> checks(4);
  std::vector<double> values(4);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < checks.size(); ++i) {
    threads.emplace_back([&, i] {
      checks[i] = &model->check();
      values[i] = last(*model, "w1");
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::size_t i = 1; i < checks.size(); ++i) {
    EXPECT_EQ(checks[i], checks[0]);
    EXPECT_EQ(values[i], values[0]);
  }
}

// A chain of clutches that are independent of each other: 2^n modes.
std::string chain(int clutches) {
  std::string text = "model Chain\n";
  for (int i = 0; i <= clutches; ++i) text += "  Real w" + std::to_string(i) + "(start = 1);\n";
  for (int i = 0; i < clutches; ++i) {
    text += "  Real t" + std::to_string(i) + ";\n  Boolean c" + std::to_string(i) +
            " = sin(time + " + std::to_string(i) + ") > 0;\n";
  }
  text += "equation\n";
  for (int i = 0; i <= clutches; ++i) {
    text += "  der(w" + std::to_string(i) + ") = " + (i > 0 ? "t" + std::to_string(i - 1) : "0") +
            (i < clutches ? " - t" + std::to_string(i) : "") + ";\n";
  }
  for (int i = 0; i < clutches; ++i) {
    const std::string n = std::to_string(i), next = std::to_string(i + 1);
    text += "  if c" + n + " then\n    w" + n + " = w" + next + ";\n  else\n    t" + n +
            " = 0;\n  end if;\n";
  }
  return text + "end Chain;\n";
}

TEST(Model, TwoAnalysesAtOnce) {
  std::vector<std::string> counts(2);
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i) {
    threads.emplace_back([&counts, i] {
      const auto model = model_of(chain(60 + 20 * i));
      counts[static_cast<std::size_t>(i)] = model->check().modes->count.digits();
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(counts[0], "1152921504606846976");        // 2^60
  EXPECT_EQ(counts[1], "1208925819614629174706176");  // 2^80
}

}  // namespace
}  // namespace saltus
