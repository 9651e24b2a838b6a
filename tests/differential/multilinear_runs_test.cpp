#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "saltus/compiler/multilinear/imti_json.h"
#include "saltus/compiler/multilinear/print_multilinear.h"
#include "saltus/driver/judge_run.h"
#include "tests/problems/event_log.h"
#include "tests/problems/read_text.h"

// Hybrid multilinear models against solutions with 40 digits (tests/reference/multilinear_runs.py):
// the three tanks from any valves and temperatures, random models with tables as inputs.

namespace saltus::testing {
namespace {

using Json = nlohmann::json;

Json reference() { return Json::parse(read_text("tests/reference/multilinear_runs.json")); }

MultilinearModel matrices_of(const std::string& text) {
  Diagnostics diagnostics;
  const SourceText source("model.imti.json", text);
  auto model = read_imti_json(source, diagnostics);
  EXPECT_TRUE(model.has_value()) << render_text(diagnostics, source);
  return model.value_or(MultilinearModel());
}

struct Deviation {
  double time = 0.0, state = 0.0;
  std::size_t events = 0;
  void include(const Deviation& other) {
    time = std::fmax(time, other.time);
    state = std::fmax(state, other.state);
    events += other.events;
  }
};

// Changes after the start that switch a valve. Its partner, without which the valve could not stay
// open while its tank still cools below the bound, may switch with it or alone.
struct ValveSwitch {
  double time;
  VariableId valve;
  double value;
};
std::vector<ValveSwitch> valve_switches(const Simulation& run,
                                        const std::vector<VariableId>& valves) {
  std::vector<ValveSwitch> switches;
  for (const MicroStep& step : run.events) {
    for (const MicroStep::Jump& jump : step.switched) {
      const bool is_valve = std::ranges::find(valves, jump.variable) != valves.end();
      if (is_valve && step.time > 0.0) switches.push_back({step.time, jump.variable, jump.right});
    }
  }
  return switches;
}

// Times and valves of all events, and the states at the end. Valve i of the reference is the binary
// unknown valves[i - 1].
Deviation expect_run(const ModelFromText& model, const Simulation& run, const Json& expected,
                     const std::string& number_key, const std::vector<std::string>& valves) {
  std::vector<VariableId> ids;
  for (const std::string& valve : valves) ids.push_back(model.variable(valve));
  const std::vector<ValveSwitch> switches = valve_switches(run, ids);
  const Json& events = expected.at("events");
  Deviation worst;
  EXPECT_EQ(switches.size(), events.size());
  if (switches.size() != events.size()) return worst;
  worst.events = switches.size();
  for (std::size_t k = 0; k < switches.size(); ++k) {
    const double time = events[k].at("time");
    worst.time = std::fmax(worst.time, std::fabs(switches[k].time - time));
    EXPECT_EQ(switches[k].valve, ids[events[k].at(number_key).get<std::size_t>() - 1])
        << "event " << k + 1;
    EXPECT_EQ(switches[k].value, events[k].at("valve").get<double>()) << "event " << k + 1;
  }
  const Json& final_x = expected.at("final_x");
  for (std::size_t i = 0; i < final_x.size(); ++i) {
    const double end = last_value(run, fmt::format("x{}", i + 1));
    worst.state = std::fmax(worst.state, std::fabs(end - final_x[i].get<double>()));
  }
  return worst;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const auto place = text.find(from);
  EXPECT_NE(place, std::string::npos) << from;
  return place == std::string::npos ? text : text.replace(place, from.size(), to);
}

// The equations with other start values; the partners z2, z4, z6 of the valves start at `partners`.
std::string tanks_from(const Json& start, const std::vector<int>& partners) {
  std::string text = read_text("examples/three_tank/ThreeTank.mo");
  const char* const old_x[] = {"x1(start = 37", "x2(start = 30", "x3(start = 40"};
  for (std::size_t i = 0; i < 3; ++i) {
    text = replaced(text, old_x[i],
                    fmt::format("x{}(start = {}", i + 1, start.at("x0").at(i).get<double>()));
    const std::size_t valve = 2 * i + 1;
    text = replaced(
        text, fmt::format("z{}(min = 0, max = 1)", valve),
        fmt::format("z{}(min = 0, max = 1, start = {})", valve, start.at("z135").at(i).get<int>()));
    text = replaced(text, fmt::format("z{}(min = 0, max = 1, start = 1)", valve + 1),
                    fmt::format("z{}(min = 0, max = 1, start = {})", valve + 1, partners[i]));
  }
  return text;
}

Deviation expect_tanks(const std::string& text, const Json& expected) {
  ModelFromText model(text);
  const Simulation run = model.run_to_end(
      {.stop_time = expected.at("stop").get<double>(), .tolerance = 1e-10, .interval = 50.0});
  return expect_run(model, run, expected, "tank", {"z1", "z3", "z5"});
}

TEST(MultilinearRuns, ThreeTanksFromAnyValvesAndTemperatures) {
  Deviation worst;
  const Json cases = reference().at("three_tank");
  for (const Json& expected : cases) {
    SCOPED_TRACE(fmt::format("x {} z135 {}", expected.at("x0").dump(), expected.at("z135").dump()));
    worst.include(expect_tanks(tanks_from(expected, {1, 1, 1}), expected));
  }
  EXPECT_GE(worst.events, 500u);
  EXPECT_LE(worst.time, 1e-10);
  EXPECT_LE(worst.state, 1e-11);
  fmt::print("  {} events, times {:.1e}, states {:.1e}\n", worst.events, worst.time, worst.state);
}

// Inside of the bounds the partners of the valves are free: what they are must not matter.
TEST(MultilinearRuns, ThreeTanksFromEveryStartValuation) {
  Deviation worst;
  int valuations = 0;
  const Json cases = reference().at("three_tank");
  for (const Json& expected : cases) {
    if (expected.at("x0").at(0) != 37) continue;
    for (int bits = 0; bits < 8; ++bits) {
      SCOPED_TRACE(fmt::format("z135 {} z246 {:03b}", expected.at("z135").dump(), bits));
      const std::vector<int> partners = {bits >> 2, (bits >> 1) & 1, bits & 1};
      worst.include(expect_tanks(tanks_from(expected, partners), expected));
      ++valuations;
    }
  }
  EXPECT_EQ(valuations, 64);
  EXPECT_LE(worst.time, 1e-10);
  EXPECT_LE(worst.state, 1e-11);
}

TEST(MultilinearRuns, ThreeTanksFromTheMatricesAreTheSame) {
  Deviation worst;
  const Json cases = reference().at("three_tank");
  for (const Json& expected : cases) {
    SCOPED_TRACE(fmt::format("x {} z135 {}", expected.at("x0").dump(), expected.at("z135").dump()));
    MultilinearModel matrices = matrices_of(read_text("examples/three_tank/three_tank.imti.json"));
    for (std::size_t i = 0; i < 3; ++i) {
      matrices.x_start[i] = expected.at("x0").at(i).get<double>();
      matrices.z_start[2 * i] = expected.at("z135").at(i).get<double>();
    }
    worst.include(expect_tanks(print_multilinear(matrices), expected));
  }
  EXPECT_LE(worst.time, 1e-10);
  EXPECT_LE(worst.state, 1e-11);
}

TEST(MultilinearRuns, RandomModelsWithTablesAsInputs) {
  Deviation worst;
  const Json cases = reference().at("random");
  for (const Json& expected : cases) {
    SCOPED_TRACE(fmt::format("seed {}", expected.at("seed").get<int>()));
    const MultilinearModel matrices = matrices_of(expected.at("matrices").dump());
    ModelFromText model(print_multilinear(matrices));
    const Simulation run = model.run_to_end({.stop_time = expected.at("stop").get<double>(),
                                             .tolerance = 1e-10,
                                             .interval = 0.5,
                                             .with_hidden_columns = true});
    std::vector<std::string> valves;
    for (std::size_t i = 0; i < matrices.x.size(); ++i) valves.push_back(matrices.z[2 * i]);
    worst.include(expect_run(model, run, expected, "state", valves));
    EXPECT_EQ(judge_run(matrices, run.trajectory, 1e-10).faults, 0u);
  }
  EXPECT_GE(worst.events, 400u);
  EXPECT_LE(worst.time, 1e-10);
  EXPECT_LE(worst.state, 1e-10);
  fmt::print("  {} events, times {:.1e}, states {:.1e}\n", worst.events, worst.time, worst.state);
}

// x' = u, so that x is the area under the table.
double area_under(const std::string& table, double stop, double interval) {
  const MultilinearModel matrices = matrices_of(
      R"({"x": ["x"], "u": ["u"], "start": {"x": [0]}, "S": [[1, 0], [0, 0], [0, 1]],
          "Phi_f": [[1, -1]], "u_value": [)" +
      table + "]}");
  ModelFromText model(print_multilinear(matrices));
  return last_value(model.run_to_end({.stop_time = stop, .tolerance = 1e-6, .interval = interval}),
                    "x");
}

// Corners between the rows of results, and between the steps that the tolerance would choose.
TEST(MultilinearRuns, CornersAndJumpsOfTablesAreNotSmeared) {
  const std::string times = R"({"time": [0.1, 0.7, 1.3, 2.9], "value": [1, 3, -2, 5])";
  EXPECT_NEAR(area_under(times + R"(, "between": "linear"})", 4.0, 4.0),
              0.1 * 1 + 0.6 * 2 + 0.6 * 0.5 + 1.6 * 1.5 + 1.1 * 5, 1e-14);
  EXPECT_NEAR(area_under(times + R"(, "between": "held"})", 4.0, 4.0),
              0.7 * 1 + 0.6 * 3 - 1.6 * 2 + 1.1 * 5, 1e-14);
}

// Each further factor of a product costs the same, in code and so in time.
TEST(MultilinearRuns, CodeIsLinearInTheFactorsOfAProduct) {
  const auto code_size = [](int k) {
    std::string product = "-x1", declarations, equations;
    for (int i = 1; i <= k; ++i) {
      declarations += fmt::format("Real x{}(start = 1); ", i);
      if (i > 1) {
        product += fmt::format("*(0.5 + 0.5*x{})", i);
        equations += fmt::format("der(x{0}) + x{0} = 0;\n", i);
      }
    }
    const ModelFromText model("model M " + declarations + "equation der(x1) = " + product + ";\n" +
                              equations + "end M;");
    return model.mode().instructions.size() + model.mode().linear_terms.size() +
           model.mode().product_terms.size();
  };
  const std::size_t at_50 = code_size(50), at_100 = code_size(100), at_200 = code_size(200);
  EXPECT_EQ(at_200 - at_100, 2 * (at_100 - at_50));
  EXPECT_LE(at_200, 200u * 10u);
}

}  // namespace
}  // namespace saltus::testing
