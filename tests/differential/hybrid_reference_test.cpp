#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "tests/problems/event_log.h"

// Runs with changes of mode against reference solutions of 25 digits.

namespace saltus::testing {
namespace {

using Json = nlohmann::json;

Json reference(const std::string& file) {
  std::ifstream text(std::string(SALTUS_SOURCE_DIR) + "/tests/reference/" + file + ".json");
  EXPECT_TRUE(text.is_open()) << file;
  return Json::parse(text);
}

std::string number(const Json& json) { return fmt::format("{:.17g}", json.get<double>()); }

std::vector<std::pair<std::string, std::string>> overrides(const Json& parameters) {
  std::vector<std::pair<std::string, std::string>> result;
  for (const auto& [name, json] : parameters.items()) result.emplace_back(name, number(json));
  return result;
}

// Keeps the largest error of several comparisons, so that a test can bound and print it.
class Worst {
 public:
  void compare(double actual, double expected, const std::string& what) {
    const double error = mixed_error(actual, expected);
    if (error <= error_) return;  // NaN does not pass
    error_ = error;
    what_ = what;
  }
  void expect_below(const std::string& quantity, double bound) const {
    EXPECT_LE(error_, bound) << quantity << ": " << what_;
    fmt::print("  {}: {:.1e} {}\n", quantity, error_, what_);
  }

 private:
  double error_ = 0.0;
  std::string what_ = "";
};

// ---------------------------------------------------------------- clutch

const char* const kClutch = R"(
model Clutch
  parameter Real a1 = 0, a2 = 0, b1 = 1, b2 = 1;
  Real w1(start = 10, fixed = true), w2(start = 2, fixed = true), tau1, tau2;
  Boolean engaged = time >= 5 and time < 10;
equation
  der(w1) = a1*w1 + b1*tau1;
  der(w2) = a2*w2 + b2*tau2;
  if engaged then
    w1 = w2;
    tau1 + tau2 = 0;
  else
    tau1 = 0;
    tau2 = 0;
  end if;
end Clutch;
)";

void expect_clutch(const Json& clutch) {
  ModelFromText model(kClutch, overrides(clutch.at("parameters")));
  std::vector<double> times;
  for (const Json& point : clutch.at("grid")) times.push_back(point.at("t"));
  const Simulation run = model.run_to_end({.stop_time = 15.0, .tolerance = 1e-10, .times = times});
  const Json& events = clutch.at("events");
  ASSERT_EQ(run.events.size(), events.size());
  Worst states, impulses;
  for (std::size_t k = 0; k < events.size(); ++k) {
    EXPECT_EQ(run.events[k].time, events[k].at("t").get<double>());
    for (const char* name : {"w1", "w2", "tau1", "tau2"}) {
      const Limits limits = limits_at(run, run.events[k].time, name);
      states.compare(limits.left, events[k].at("before").at(name), name);
      states.compare(limits.right, events[k].at("after").at(name), name);
    }
  }
  impulses.compare(impulse_weight(model, run.events[0], "tau1"), events[0].at("impulse").at("P1"),
                   "tau1");
  impulses.compare(impulse_weight(model, run.events[0], "tau2"), events[0].at("impulse").at("P2"),
                   "tau2");
  EXPECT_TRUE(run.events[1].impulses.empty());
  for (const Json& point : clutch.at("grid")) {
    for (const char* name : {"w1", "w2", "tau1", "tau2"}) {
      states.compare(value_at(run, point.at("t"), name), point.at(name), name);
    }
  }
  states.expect_below("states", 1e-14);
  impulses.expect_below("impulses", 1e-14);
}

TEST(HybridReference, LinearClutch) { expect_clutch(reference("clutch").at("cases").at("linear")); }

TEST(HybridReference, UndampedClutch) {
  expect_clutch(reference("clutch").at("cases").at("linear_undamped"));
}

// The inertia depends on the speed that jumps: the explicit difference counts, and
// a warning says that another one would give another reset.
TEST(HybridReference, InertiaThatDependsOnTheSpeedResetsByTheExplicitDifference) {
  const Json clutch = reference("clutch").at("cases").at("state_dependent_inertia_reset");
  ModelFromText model(R"(
model Clutch
  parameter Real beta1 = 1, beta2 = 1, k1 = 0, k2 = 0;
  Real w1(start = 8, fixed = true), w2(start = 2, fixed = true), tau1, tau2;
equation
  der(w1) = beta1*(1 + k1*w1^2)*tau1;
  der(w2) = beta2*(1 + k2*w2^2)*tau2;
  if time >= 1 then
    w1 = w2;
    tau1 + tau2 = 0;
  else
    tau1 = 0;
    tau2 = 0;
  end if;
end Clutch;
)",
                      overrides(clutch.at("parameters")));
  const Simulation run = model.run_to_end({.stop_time = 2.0, .tolerance = 1e-10});
  ASSERT_EQ(run.events.size(), 1u);
  const double after = clutch.at("after_explicit_difference");
  EXPECT_NEAR(limits_at(run, 1.0, "w1").right, after, 1e-13);
  EXPECT_NEAR(limits_at(run, 1.0, "w2").right, after, 1e-13);
  EXPECT_FALSE(run.events[0].path_dependent.empty());
  EXPECT_NE(model.rendered().find("X0615"), std::string::npos) << model.rendered();
}

// ---------------------------------------------------------------- collisions

void expect_collision(const std::string& name) {
  const Json collision = reference("discontinuities").at("two_body").at(name);
  auto settings = overrides(collision.at("parameters"));
  for (const auto& [key, json] : collision.at("initial").items()) {
    settings.emplace_back(key + "0", number(json));
  }
  ModelFromText model(R"(
model Collision
  parameter Real m1 = 1, m2 = 1, eps = 1, x10 = 0, x20 = 0, v10 = 0, v20 = 0;
  Real x1(start = x10, fixed = true), x2(start = x20, fixed = true);
  Real v1(start = v10, fixed = true), v2(start = v20, fixed = true), F1, F2;
equation
  der(x1) = v1;
  der(x2) = v2;
  m1*der(v1) = F1;
  m2*der(v2) = F2;
  if edge(x1 >= x2) then
    v2 - v1 = -eps*(pre(v2) - pre(v1));
    F1 + F2 = 0;
  else
    F1 = 0;
    F2 = 0;
  end if;
end Collision;
)",
                      settings);
  const Json& final = collision.at("final");
  const Simulation run =
      model.run_to_end({.stop_time = final.at("t"), .tolerance = 1e-10, .times = {final.at("t")}});
  ASSERT_EQ(event_times(run).size(), 1u);
  EXPECT_NEAR(run.events[0].time, collision.at("t_collision").get<double>(), 1e-15);
  Worst states, impulses;
  for (const char* speed : {"v1", "v2"}) {
    const Limits limits = limits_at(run, run.events[0].time, speed);
    states.compare(limits.left, collision.at("before").at(speed), speed);
    states.compare(limits.right, collision.at("after").at(speed), speed);
  }
  for (const char* position : {"x1", "x2"}) {
    const Limits limits = limits_at(run, run.events[0].time, position);
    states.compare(limits.left, collision.at("x_collision"), position);
    states.compare(limits.right, collision.at("x_collision"), position);
  }
  for (const char* variable : {"x1", "x2", "v1", "v2"}) {
    states.compare(last_value(run, variable), final.at(variable), variable);
  }
  const double impulse = collision.at("impulse_on_2");
  impulses.compare(impulse_weight(model, run.events[0], "F2"), impulse, "F2");
  impulses.compare(impulse_weight(model, run.events[0], "F1"), -impulse, "F1");
  states.expect_below("states", 1e-14);
  impulses.expect_below("impulses", 1e-14);
}

TEST(HybridReference, PlasticCollision) { expect_collision("eps_0"); }
TEST(HybridReference, PartlyElasticCollision) { expect_collision("eps_0.5"); }
TEST(HybridReference, ElasticCollision) { expect_collision("eps_1"); }
TEST(HybridReference, CollisionOfTwoMovingBodies) { expect_collision("eps_0.5_moving"); }
TEST(HybridReference, PlasticCollisionOfEqualMasses) { expect_collision("eps_0_equal_mass"); }

// Both contacts close at one instant and hold; the order of the pairs does not matter.
TEST(HybridReference, ThreeBodiesThatMeetAtOnce) {
  const Json bodies = reference("discontinuities").at("three_body_simultaneous_eps0");
  std::vector<std::pair<std::string, std::string>> settings;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::string suffix = std::to_string(i + 1);
    settings.emplace_back("m" + suffix, number(bodies.at("parameters").at("m")[i]));
    settings.emplace_back("x" + suffix + "0", number(bodies.at("initial").at("x")[i]));
    settings.emplace_back("v" + suffix + "0", number(bodies.at("initial").at("v")[i]));
  }
  ModelFromText model(R"(
model ThreeBodies
  parameter Real m1 = 1, m2 = 1, m3 = 1;
  parameter Real x10 = 0, x20 = 0, x30 = 0, v10 = 0, v20 = 0, v30 = 0;
  Real x1(start = x10, fixed = true), x2(start = x20, fixed = true), x3(start = x30, fixed = true);
  Real v1(start = v10, fixed = true), v2(start = v20, fixed = true), v3(start = v30, fixed = true);
  Real P12, P23;
  Boolean stuck12(start = false, fixed = true), stuck23(start = false, fixed = true);
equation
  stuck12 = x1 >= x2 or pre(stuck12);
  stuck23 = x2 >= x3 or pre(stuck23);
  der(x1) = v1;
  der(x2) = v2;
  der(x3) = v3;
  m1*der(v1) = P12;
  m2*der(v2) = -P12 + P23;
  m3*der(v3) = -P23;
  if stuck12 then v1 = v2; else P12 = 0; end if;
  if stuck23 then v2 = v3; else P23 = 0; end if;
end ThreeBodies;
)",
                      settings);
  const Simulation run =
      model.run_to_end({.stop_time = bodies.at("final").at("t"), .tolerance = 1e-10});
  ASSERT_EQ(event_times(run).size(), 1u);
  ASSERT_EQ(run.statistics.events, 1u);
  const double time = run.events[0].time;
  EXPECT_NEAR(time, bodies.at("t_collision").get<double>(), 1e-15);
  Worst states;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::string suffix = std::to_string(i + 1);
    states.compare(limits_at(run, time, "v" + suffix).left, bodies.at("before")[i], "v" + suffix);
    states.compare(limits_at(run, time, "v" + suffix).right, bodies.at("after")[i], "v" + suffix);
    states.compare(last_value(run, "x" + suffix), bodies.at("final").at("x"), "x" + suffix);
    states.compare(last_value(run, "v" + suffix), bodies.at("final").at("v"), "v" + suffix);
  }
  states.expect_below("states", 1e-14);
  // The weights may be handed over in one micro-step or in two.
  double on_1 = 0.0, on_3 = 0.0;
  for (const MicroStep& step : run.events) {
    on_1 += impulse_weight(model, step, "P12");
    on_3 -= impulse_weight(model, step, "P23");
  }
  EXPECT_NEAR(on_1, bodies.at("impulses").at("P12_on_1").get<double>(), 1e-13);
  EXPECT_NEAR(on_3, bodies.at("impulses").at("P23_on_3").get<double>(), 1e-13);
}

// ---------------------------------------------------------------- actuators

// The two-variable form (33): after the change all fluid goes through the relief valve.
TEST(HybridReference, ReducedActuator) {
  const Json all = reference("discontinuities");
  for (const Json& actuator : all.at("actuator_eq33")) {
    ModelFromText model(R"(
model Actuator
  parameter Real mp = 1, Ap = 1, Irel = 1, fp0 = 0, frel0 = 0;
  Real fp(start = fp0, fixed = true), frel(start = frel0, fixed = true), pcyl, prel;
equation
  mp*der(fp) = Ap*pcyl;
  Irel*der(frel) = prel;
  if time < 1 then
    pcyl = 0;
    prel = 0;
  else
    Ap*fp + frel = 0;
    pcyl = prel;
  end if;
end Actuator;
)",
                        {{"mp", number(actuator.at("mp"))},
                         {"Ap", number(actuator.at("Ap"))},
                         {"Irel", number(actuator.at("Irel"))},
                         {"fp0", number(actuator.at("before")[0])},
                         {"frel0", number(actuator.at("before")[1])}});
    const Simulation run = model.run_to_end({.stop_time = 2.0, .tolerance = 1e-10});
    ASSERT_EQ(run.events.size(), 1u);
    EXPECT_NEAR(limits_at(run, 1.0, "fp").right, actuator.at("after")[0].get<double>(), 1e-14);
    EXPECT_NEAR(limits_at(run, 1.0, "frel").right, actuator.at("after")[1].get<double>(), 1e-14);
  }
}

// Rows of  E x' + A x + B u = 0  as equations of a branch.
std::string matrix_equations(const Json& system) {
  const Json &e = system.at("E"), &a = system.at("A");
  std::string text;
  for (std::size_t i = 0; i < e.size(); ++i) {
    std::string row;
    for (std::size_t j = 0; j < e[i].size(); ++j) {
      if (e[i][j] != 0.0) row += fmt::format(" + ({})*der(x{})", number(e[i][j]), j + 1);
      if (a[i][j] != 0.0) row += fmt::format(" + ({})*x{}", number(a[i][j]), j + 1);
    }
    if (system.contains("B")) {
      for (std::size_t j = 0; j < system.at("u").size(); ++j) {
        row += fmt::format(" + ({})*({})", number(system.at("B")[i][j]), number(system.at("u")[j]));
      }
    }
    text += "    0" + row + " = 0;\n";
  }
  return text;
}

// Constants until t = 1, then the system of matrices.
std::string matrix_model(const Json& system) {
  const std::size_t n = system.at("E").size();
  std::string text = "model Change\n";
  std::string before;
  for (std::size_t j = 0; j < n; ++j) {
    text += fmt::format("  Real x{}(start = {}, fixed = true);\n", j + 1,
                        number(system.at("xminus")[j]));
    before += fmt::format("    der(x{}) = 0;\n", j + 1);
  }
  return text + "equation\n  if time < 1 then\n" + before + "  else\n" + matrix_equations(system) +
         "  end if;\nend Change;\n";
}

void expect_matrix_change(const Json& system, const Json& after) {
  ModelFromText model(matrix_model(system));
  const Simulation run = model.run_to_end({.stop_time = 1.5, .tolerance = 1e-10});
  Worst states;
  for (std::size_t j = 0; j < after.size(); ++j) {
    const std::string name = "x" + std::to_string(j + 1);
    states.compare(limits_at(run, 1.0, name).right, after[j], name);
  }
  states.expect_below("states", 1e-13);
}

TEST(HybridReference, ActuatorOfIndexOne) {
  const Json actuator = reference("discontinuities").at("actuator_eq51");
  expect_matrix_change(actuator, actuator.at("xplus"));
}

TEST(HybridReference, ActuatorOfIndexTwo) {
  Json actuator = reference("discontinuities").at("actuator_5var_index2");
  expect_matrix_change(actuator, actuator.at("xplus"));
  actuator["u"] = actuator.at("psump2").at("u");
  expect_matrix_change(actuator, actuator.at("psump2").at("xplus"));
}

TEST(HybridReference, ActuatorThatSwitchesAtItsSpeed) {
  const Json actuator = reference("discontinuities").at("actuator_hybrid_trajectory");
  ModelFromText model(R"(
model Actuator
  parameter Real m_p = 1, A_p = 1, I_rel = 1, R_in = 1, R_rel = 1, p_in = 1, p_sump = 0;
  Real f_p(start = 0, fixed = true), f_rel, f_in, p_cyl, p_rel;
  Boolean relieved(start = false, fixed = true);
equation
  relieved = f_p >= 3 or pre(relieved);
  m_p*der(f_p) = A_p*p_cyl;
  I_rel*der(f_rel) = p_rel;
  A_p*f_p + f_rel = f_in;
  if relieved then
    f_in = 0;
    p_cyl = p_rel + R_rel*f_rel + p_sump;
  else
    p_in - p_cyl = R_in*f_in;
    f_rel = 0;
  end if;
end Actuator;
)",
                      overrides(actuator.at("parameters")));
  const Simulation run = model.run_to_end({.stop_time = 4.0, .tolerance = 1e-10, .times = {4.0}});
  ASSERT_EQ(event_times(run).size(), 1u);
  const Json& event = actuator.at("events")[0];
  EXPECT_NEAR(run.events[0].time, event.at("t").get<double>(), 1e-13);
  Worst states;
  std::size_t i = 0;
  for (const char* name : {"f_p", "f_rel", "f_in", "p_cyl", "p_rel"}) {
    const Limits limits = limits_at(run, run.events[0].time, name);
    states.compare(limits.left, event.at("before").at(name), name);
    states.compare(limits.right, event.at("after").at(name), name);
    states.compare(last_value(run, name), actuator.at("final").at("x")[i++], name);
  }
  states.expect_below("states", 1e-13);
}

// ---------------------------------------------------------------- rectifier and robot

TEST(HybridReference, FullWaveRectifier) {
  const Json rectifier = reference("rectifier").at("cases").at("A_resistive_source_C_filter");
  ModelFromText model(R"(
model Rectifier
  parameter Real V = 1, f = 1, Rs = 1, R = 1, C = 1;
  Real vC(start = 0, fixed = true), i, vs;
equation
  vs = V*sin(2*3.14159265358979323846*f*time);
  C*der(vC) = i - vC/R;
  i = if vs - vC > 0 then (vs - vC)/Rs else if -vs - vC > 0 then (-vs - vC)/Rs else 0;
end Rectifier;
)",
                      overrides(rectifier.at("parameters")));
  std::vector<double> times;
  for (const Json& point : rectifier.at("grid")) times.push_back(point.at("t"));
  const Simulation run =
      model.run_to_end({.stop_time = rectifier.at("t_end"), .tolerance = 1e-10, .times = times});
  const Json& events = rectifier.at("events");
  ASSERT_EQ(run.events.size(), events.size());
  Worst instants, states;
  for (std::size_t k = 0; k < events.size(); ++k) {
    instants.compare(run.events[k].time, events[k].at("t"), events[k].at("what"));
    states.compare(limits_at(run, run.events[k].time, "vC").right, events[k].at("vC"), "vC");
    states.compare(limits_at(run, run.events[k].time, "i").right, events[k].at("i_after"), "i");
  }
  for (const Json& point : rectifier.at("grid")) {
    for (const char* name : {"vC", "i"}) {
      states.compare(value_at(run, point.at("t"), name), point.at(name), name);
    }
  }
  instants.expect_below("event times", 1e-13);
  states.expect_below("states", 1e-12);
}

const char* const kRobot = R"(
model Robot "Two arms, friction and saturating drives: twelve equations of index 3"
  constant Real pi = 3.141592653589793;
  parameter Real xp = 0.1, L = 0.3, l = 0.7, m1 = 1, m2 = 1, m3 = 1, m4 = 1;
  parameter Real Jmot = 1, Jred = 1, I = 1, Fs = 1, Fv = 1, alpha = 1, n = 1, g = 9.81;
  parameter Real Ke = 1, Ti = 1, Td = 1;
  parameter Real Jt = n^2*(Jmot + Jred) + I + 0.5*m2*L^2;
  Real x(start = 0), z(start = -0.6), q1(start = 0), q2(start = 0), qd1(start = 0), qd2(start = 0);
  Real Ga1, Ga2, y1, y2;
  Real E1(start = 0, fixed = true), E2(start = 0, fixed = true);
  Real xd = -0.35*sin(2*pi*time), zd = -0.7 + 0.1*cos(2*pi*time);
  Real G01 = Ke*((qd1 - q1) + E1/Ti + Td*(der(qd1) - der(q1)));
  Real G02 = Ke*((qd2 - q2) + E2/Ti + Td*(der(qd2) - der(q2)));
initial equation
  der(q1) = 0;
  der(q2) = 0;
equation
  (x - xp - L*cos(q1))^2 + (z + L*sin(q1))^2 = l^2;
  (x + xp + L*cos(q2))^2 + (z + L*sin(q2))^2 = l^2;
  (xd - xp - L*cos(qd1))^2 + (zd + L*sin(qd1))^2 = l^2;
  (xd + xp + L*cos(qd2))^2 + (zd + L*sin(qd2))^2 = l^2;
  2*(x - xp - L*cos(q1))*y1 + 2*(x + xp + L*cos(q2))*y2 + (m2 + m3 + m4)*der(der(x)) = 0;
  2*(z + L*sin(q1))*y1 + 2*(z + L*sin(q2))*y2 + (m2 + m3 + m4)*(der(der(z)) - g) = 0;
  -Ga1 + Jt*der(der(q1)) + sign(der(q1))*Fs + Fv*der(q1) - m1*g*cos(q1) - 0.5*m2*L*g*cos(q1)
    + (2*(x - xp - L*cos(q1))*L*sin(q1) + 2*(z + L*sin(q1))*L*cos(q1))*y1 = 0;
  -Ga2 + Jt*der(der(q2)) + sign(der(q2))*Fs + Fv*der(q2) - m1*g*cos(q2) - 0.5*m2*L*g*cos(q2)
    + (-2*(x + xp + L*cos(q2))*L*sin(q2) + 2*(z + L*sin(q2))*L*cos(q2))*y2 = 0;
  Ga1 = if G01 > alpha then alpha else if G01 < -alpha then -alpha else G01;
  Ga2 = if G02 > alpha then alpha else if G02 < -alpha then -alpha else G02;
  der(E1) = qd1 - q1;
  der(E2) = qd2 - q2;
end Robot;
)";

// The reference writes der(x) as dx and der(der(x)) as ddx.
std::string robot_column(const std::string& key) {
  if (key.starts_with("dd")) return "der(der(" + key.substr(2) + "))";
  if (key.starts_with("d")) return "der(" + key.substr(1) + ")";
  return key;
}

TEST(HybridReference, ParallelRobotWithItsTwentyFourEvents) {
  const Json robot = reference("robot").at("variants").at("printed_icA");
  ModelFromText model(kRobot, overrides(robot.at("parameters")));
  std::vector<double> times = {0.0};
  for (const Json& point : robot.at("grid")) times.push_back(point.at("t"));
  const Simulation run = model.run_to_end(
      {.stop_time = 5.0, .tolerance = 1e-10, .times = times, .with_derivatives = true});
  const Json& events = robot.at("events");
  ASSERT_EQ(run.events.size(), events.size());
  EXPECT_EQ(run.statistics.modes, robot.at("n_modes_visited").get<std::size_t>());
  Worst start, instants, limits, grid;
  const auto has_column = [&](const std::string& name) {
    const auto& columns = run.trajectory.columns();
    return std::any_of(columns.begin(), columns.end(),
                       [&](const auto& column) { return column.name == name; });
  };
  for (const auto& [key, json] : robot.at("initial").items()) {
    if (has_column(robot_column(key)))
      start.compare(first_value(run, robot_column(key)), json, key);
  }
  for (std::size_t k = 0; k < events.size(); ++k) {
    instants.compare(run.events[k].time, events[k].at("t"), events[k].at("what"));
    EXPECT_EQ(run.events[k].index_after, 3);
    EXPECT_TRUE(run.events[k].impulses.empty());
    for (const auto& [key, json] : events[k].at("before").items()) {
      if (!has_column(robot_column(key))) continue;
      const Limits at = limits_at(run, run.events[k].time, robot_column(key));
      limits.compare(at.left, json, key);
      limits.compare(at.right, events[k].at("after").at(key), key);
    }
  }
  for (const Json& point : robot.at("grid")) {
    for (const auto& [key, json] : point.items()) {
      if (key == "t" || key == "mode" || !has_column(robot_column(key))) continue;
      grid.compare(value_at(run, point.at("t"), robot_column(key)), json, key);
    }
  }
  start.expect_below("start", 1e-12);
  instants.expect_below("event times", 1e-12);
  limits.expect_below("limits at events", 1e-10);
  grid.expect_below("states on the grid", 1e-10);
}

}  // namespace
}  // namespace saltus::testing
