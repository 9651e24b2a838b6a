#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "saltus/compiler/multilinear/imti_json.h"
#include "saltus/compiler/multilinear/print_multilinear.h"
#include "tests/problems/event_log.h"
#include "tests/problems/read_text.h"

// The three tanks of Warnecke and Lichtenberg, from the equations and from the matrices, against
// exact matrix exponentials with 40 digits.

namespace saltus::testing {
namespace {

using Json = nlohmann::json;

Json reference() { return Json::parse(read_text("tests/reference/three_tank.json")); }

std::string equations() { return read_text("examples/three_tank/ThreeTank.mo"); }

MultilinearModel matrices() {
  Diagnostics diagnostics;
  const SourceText source("three_tank.imti.json",
                          read_text("examples/three_tank/three_tank.imti.json"));
  auto model = read_imti_json(source, diagnostics);
  EXPECT_TRUE(model.has_value()) << render_text(diagnostics, source);
  return model.value_or(MultilinearModel());
}

void expect_run(const std::string& text, const Json& expected, const std::string& form) {
  SCOPED_TRACE(form);
  ModelFromText model(text);
  const Simulation run = model.run_to_end({.stop_time = 1000.0, .tolerance = 1e-10});
  const std::vector<double> times = event_times(run);
  const Json& expected_times = expected.at("event_times");
  ASSERT_EQ(times.size(), expected_times.size());
  double worst_time = 0.0, worst_state = 0.0;
  for (std::size_t k = 0; k < times.size(); ++k) {
    worst_time = std::fmax(worst_time, std::fabs(times[k] - expected_times[k].get<double>()));
    const Json& mode = expected.at("mode_sequence").at(k + 1);
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_EQ(limits_at(run, times[k], fmt::format("z{}", 2 * i + 1)).right,
                mode.at(i).get<double>())
          << "after event " << k + 1;
    }
  }
  for (std::size_t i = 0; i < 3; ++i) {
    const double end = last_value(run, fmt::format("x{}", i + 1));
    worst_state =
        std::fmax(worst_state, std::fabs(end - expected.at("final_x").at(i).get<double>()));
  }
  EXPECT_LE(worst_time, 1e-11);
  EXPECT_LE(worst_state, 1e-12);
  fmt::print("  {}: {} events, times {:.1e}, x(1000) {:.1e}\n", form, times.size(), worst_time,
             worst_state);
}

TEST(ThreeTank, FromTheEquations) {
  const Json run = reference().at("runs").at("z135_000");
  ASSERT_EQ(run.at("n_events"), 37);
  expect_run(equations(), run, "equations");
}

TEST(ThreeTank, FromTheMatrices) {
  expect_run(print_multilinear(matrices()), reference().at("runs").at("z135_000"), "matrices");
}

// How often the valve of the second tank opens, once the limit cycle is reached.
TEST(ThreeTank, RunsIntoTheLimitCycle) {
  const double period = reference().at("limit_cycle").at("period");
  ModelFromText model(equations());
  const Simulation run = model.run_to_end({.stop_time = 4000.0, .tolerance = 1e-10});
  std::vector<double> openings;
  for (const double time : event_times(run)) {
    const Limits valve = limits_at(run, time, "z3");
    if (valve.left == 0.0 && valve.right == 1.0) openings.push_back(time);
  }
  ASSERT_GE(openings.size(), 10u);
  const double last = openings[openings.size() - 1] - openings[openings.size() - 2];
  EXPECT_NEAR(last, period, 1e-10);
}

}  // namespace
}  // namespace saltus::testing
