#include "saltus/driver/mode_library.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <thread>

#include "saltus/compiler/multilinear/find_multilinear.h"
#include "saltus/driver/run_names.h"
#include "tests/problems/model_from_text.h"

namespace saltus {
namespace {

using testing::last_value;
using testing::ModelFromText;

// x slides on x = 0 from t = 1 on; y switches between two modes all the time.
constexpr const char* kSlidingAndSwitching = R"(
model M
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
  Integer n(start = 0);
equation
  der(x) = if x > 0 then -1 else 2;
  der(y) = if sin(10*time) > 0 then 1 - y else -y;
  when y > 0.5 then
    n = pre(n) + 1;
  end when;
end M;
)";

// Not linear in what is mixed: the copies of Filippov's definition.
constexpr const char* kFilippov = R"(
model M
  Real x(start = 0.3, fixed = true), y(start = 0, fixed = true), u;
equation
  u = if x > 0 then -1 else 1;
  der(x) = u + 0.2*u*u;
  der(y) = u*u;
end M;
)";

std::vector<double> rows_of(const Simulation& simulation) {
  const Trajectory& trajectory = simulation.trajectory;
  std::vector<double> rows;
  for (std::size_t row = 0; row < trajectory.row_count(); ++row) {
    rows.push_back(trajectory.time(row));
    for (std::size_t column = 0; column < trajectory.columns().size(); ++column) {
      rows.push_back(trajectory.value(row, column));
    }
  }
  return rows;
}

// Not a number, where a value does not exist, counts as equal.
void expect_same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_TRUE(a[i] == b[i] || (std::isnan(a[i]) && std::isnan(b[i]))) << a[i] << ", " << b[i];
  }
}

TEST(ModeLibrary, ARunLeavesTheModelAsItWas) {
  for (const char* text : {kSlidingAndSwitching, kFilippov}) {
    ModelFromText model(text);
    const FlatSystem& system = model.model().system;
    const std::size_t expressions = system.pool.size();
    const std::size_t variables = system.variables.size(), equations = system.equations.size();
    model.run_to_end({.stop_time = 3.0});
    EXPECT_EQ(system.pool.size(), expressions);
    EXPECT_EQ(system.variables.size(), variables);
    EXPECT_EQ(system.equations.size(), equations);
    EXPECT_EQ(model.system().variables.size(), variables);
    EXPECT_EQ(model.system().equations.size(), equations);
  }
}

// Three tanks with a valve that chatters: multilinear, and it slides.
constexpr const char* kMultilinear = R"(
model Tank
  input Real u = 1;
  Real x(start = 1, fixed = true);
  Integer z(start = 0, min = 0, max = 1);
equation
  der(x) = u - 3*z*x;
  (1 - 2*z)*(x - 2) <= 0;
end Tank;
)";

TEST(ModeLibrary, MatricesAreTheSameAfterARunThatSlides) {
  ModelFromText model(kMultilinear);
  Diagnostics diagnostics;
  const auto before = find_multilinear(model.model().system, diagnostics);
  const Simulation run = model.run_to_end({.stop_time = 4.0});
  EXPECT_NEAR(last_value(run, "x"), 2.0, 1e-6);  // held at the bound
  const auto after = find_multilinear(model.model().system, diagnostics);
  const auto of_flat = find_multilinear(model.system(), diagnostics);
  ASSERT_TRUE(before && after && of_flat);
  for (const auto* found : {&*after, &*of_flat}) {
    EXPECT_EQ(found->x, before->x);
    EXPECT_EQ(found->y, before->y);
    EXPECT_EQ(found->structure, before->structure);
    EXPECT_EQ(found->phi_f, before->phi_f);
    EXPECT_EQ(found->phi_g, before->phi_g);
  }
}

TEST(ModeLibrary, ASecondRunCompilesNothingAndGivesTheSameBits) {
  for (const char* text : {kSlidingAndSwitching, kFilippov}) {
    ModelFromText model(text);
    const Simulation first = model.run_to_end({.stop_time = 3.0});
    const std::size_t modes = model.model().modes->size();
    EXPECT_GE(modes, 2u);
    const Simulation second = model.run_to_end({.stop_time = 3.0});
    EXPECT_EQ(model.model().modes->size(), modes);
    expect_same_bits(rows_of(second), rows_of(first));
    EXPECT_EQ(second.statistics.component_modes, first.statistics.component_modes);
  }
}

TEST(ModeLibrary, AModeIsOneObjectForAllRuns) {
  const ModelFromText model(kSlidingAndSwitching);
  ModeLibrary& library = *model.model().modes;
  const std::vector<std::uint8_t> guards(model.system().guards.size(), 1);
  const auto first = library.mode(0, guards, {}, false);
  EXPECT_EQ(library.mode(0, guards, {}, false), first);
  EXPECT_NE(library.mode(0, guards, {}, true), first);
}

TEST(ModeLibrary, RunsInSeveralThreadsGiveTheSameBits) {
  for (const char* text : {kSlidingAndSwitching, kFilippov}) {
    ModelFromText reference(text), shared(text);
    const std::vector<double> expected = rows_of(reference.run_to_end({.stop_time = 3.0}));
    std::vector<std::vector<double>> rows(4);
    std::vector<std::thread> threads;
    for (auto& own : rows) {
      threads.emplace_back([&] {
        Diagnostics diagnostics;
        own = rows_of(run_model(shared.model(), {.stop_time = 3.0}, diagnostics));
      });
    }
    for (std::thread& thread : threads) thread.join();
    for (const auto& own : rows) expect_same_bits(own, expected);
  }
}

// Eight relays with incommensurable periods: about every event leads to another mode.
std::string relays() {
  std::string declarations, sum, equations;
  for (int i = 0; i < 8; ++i) {
    declarations += fmt::format("  Real u{};\n", i);
    sum += fmt::format(" + u{}", i);
    equations += fmt::format("  u{} = if sin({:.2f}*time) > 0.01*x then 1 else -0.5*x*x;\n", i,
                             1.0 + 0.37 * i);
  }
  return "model Relays\n  Real x(start = 1, fixed = true);\n" + declarations +
         "equation\n  der(x) = -x" + sum + ";\n" + equations + "end Relays;\n";
}

// Modes that are forgotten and compiled again: as few as can be kept, in the run and in the
// library, against all of them.
TEST(ModeLibrary, WhatIsForgottenAndCompiledAgainGivesTheSameBits) {
  const std::string many = relays();
  for (const char* text : {kSlidingAndSwitching, kFilippov, many.c_str()}) {
    ModelFromText all(text), few(text);
    const Simulation expected = all.run_to_end({.stop_time = 20.0});
    few.model().modes->set_most_bytes(1);
    const Simulation run = few.run_to_end({.stop_time = 20.0, .mode_memory = 1});
    EXPECT_LE(few.model().modes->size(), 1u);
    EXPECT_EQ(run.end.reason, expected.end.reason);
    EXPECT_EQ(run.statistics.events, expected.statistics.events);
    EXPECT_EQ(run.statistics.modes, expected.statistics.modes);
    EXPECT_EQ(run.statistics.steps, expected.statistics.steps);
    EXPECT_EQ(run.statistics.expansions, expected.statistics.expansions);
    if (text == many.c_str()) {
      EXPECT_GT(run.statistics.component_modes, expected.statistics.component_modes);
    }
    expect_same_bits(rows_of(run), rows_of(expected));
  }
}

TEST(ModeLibrary, AModeInUseSurvivesItsPlaceInTheLibrary) {
  const ModelFromText model(kSlidingAndSwitching);
  ModeLibrary& library = *model.model().modes;
  const std::vector<std::uint8_t> guards(model.system().guards.size(), 1);
  const auto first = library.mode(0, guards, {}, false);
  library.set_most_bytes(1);
  EXPECT_EQ(library.size(), 0u);
  const auto again = library.mode(0, guards, {}, false);
  EXPECT_NE(again, first);
  EXPECT_EQ(again->mode->executable.instructions.size(),
            first->mode->executable.instructions.size());
}

TEST(ModeLibrary, RunsInSeveralThreadsShareALibraryThatForgets) {
  const std::string text = relays();
  ModelFromText reference(text.c_str()), shared(text.c_str());
  const std::vector<double> expected = rows_of(reference.run_to_end({.stop_time = 5.0}));
  shared.model().modes->set_most_bytes(100'000);
  std::vector<std::vector<double>> rows(3);
  std::vector<std::thread> threads;
  for (auto& own : rows) {
    threads.emplace_back([&] {
      Diagnostics diagnostics;
      own = rows_of(
          run_model(shared.model(), {.stop_time = 5.0, .mode_memory = 100'000}, diagnostics));
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const auto& own : rows) expect_same_bits(own, expected);
}

TEST(ModeLibrary, WhatASurfaceAddsHasItsNameAndPlace) {
  const ModelFromText model(kSlidingAndSwitching);
  const FlatSystem& system = model.model().system;
  const CompiledModel& compiled = model.model();
  EXPECT_EQ(name_of(compiled, model.variable("y")), "y");
  EXPECT_EQ(model.source().text(span_of(compiled, EquationId(0))),
            "der(x) = if x > 0 then -1 else 2");
  const auto variables = static_cast<std::uint32_t>(system.variables.size());
  const auto equations = static_cast<std::uint32_t>(system.equations.size());
  EXPECT_EQ(name_of(compiled, VariableId(variables)), "multiplier(x > 0)");
  EXPECT_EQ(model.source().text(span_of(compiled, VariableId(variables))), "x > 0");
  EXPECT_EQ(model.source().text(span_of(compiled, EquationId(equations))), "x > 0");
}

// Every id that a mode has is one of those.
TEST(ModeLibrary, ModesHaveNoOtherIds) {
  for (const char* text : {kSlidingAndSwitching, kFilippov}) {
    const ModelFromText model(text);
    const CompiledModel& compiled = model.model();
    const Sliding sliding = {{.surfaces = {SurfaceId(0)}, .guards = {{0, {0, 1}}}}};
    const std::vector<std::uint8_t> guards(model.system().guards.size(), 0);
    const auto entry = compiled.modes->sliding_mode(0, guards, sliding);
    ASSERT_NE(entry->mode, nullptr);
    const std::size_t surfaces = compiled.hybrid.surfaces.size();
    for (const ExecutableUnknown& unknown : entry->mode->executable.unknowns) {
      EXPECT_LT(unknown.variable.index(), compiled.system.variables.size() + surfaces);
    }
    for (const ExecutableEquation& equation : entry->mode->executable.equations) {
      EXPECT_LT(equation.equation.index(), compiled.system.equations.size() + surfaces);
    }
  }
}

}  // namespace
}  // namespace saltus
