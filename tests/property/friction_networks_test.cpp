#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "tests/problems/event_log.h"

// Bodies on a line with dry friction to the floor, to belts and to each other, more of it than
// the motion determines: random networks against an exact solution that knows no surfaces. Loads
// are constant, so speeds are linear in time between events, and the accelerations after an event
// are the minimum of
//   sum m a^2/2 - L a  +  sum over slipping of F sign(s) s'  +  sum over sticking of F |s'|,
// which is convex: it is unique, though forces are not. It is found by its dual, the forces.

namespace saltus::testing {
namespace {

constexpr double kStop = 4.0;
constexpr double kStuck = 1e-9;  // slower is zero

struct Friction {
  int body;
  int other;    // -1: the floor, or a belt
  double belt;  // its speed
  double limit;
};

struct Network {
  std::vector<double> mass, load, start;
  std::vector<Friction> frictions;

  double slip(const Friction& friction, const std::vector<double>& v) const {
    return v[friction.body] - (friction.other < 0 ? friction.belt : v[friction.other]);
  }
};

Network random_network(std::mt19937& random) {
  const auto below = [&](int end) {
    return std::uniform_int_distribution<int>(0, end - 1)(random);
  };
  const auto tenths = [&](int low, int high) {
    return std::uniform_int_distribution<int>(low, high)(random) / 10.0;
  };
  Network network;
  const int bodies = 1 + below(3);
  for (int i = 0; i < bodies; ++i) {
    network.mass.push_back(tenths(5, 20));
    network.load.push_back(tenths(-20, 20));
    network.start.push_back(below(3) == 0 ? 0.0 : tenths(-20, 20));
  }
  const int frictions = bodies + below(3);
  for (int k = 0; k < frictions; ++k) {
    const int body = below(bodies);
    int other = below(bodies + 1) - 1;
    if (other == body) other = -1;
    network.frictions.push_back({body, other, below(3) == 0 ? 1.0 : 0.0, tenths(3, 30)});
  }
  return network;
}

// Projected Gauss-Seidel on the forces of what sticks.
std::vector<double> accelerations(const Network& network, const std::vector<double>& v) {
  std::vector<double> a(v.size());
  for (std::size_t i = 0; i < v.size(); ++i) a[i] = network.load[i] / network.mass[i];
  const auto apply = [&](const Friction& friction, double force) {
    a[friction.body] -= force / network.mass[friction.body];
    if (friction.other >= 0) a[friction.other] += force / network.mass[friction.other];
  };
  std::vector<const Friction*> sticking;
  for (const Friction& friction : network.frictions) {
    const double slip = network.slip(friction, v);
    if (std::fabs(slip) < kStuck) {
      sticking.push_back(&friction);
    } else {
      apply(friction, std::copysign(friction.limit, slip));
    }
  }
  std::vector<double> forces(sticking.size(), 0.0);
  for (int round = 0; round < 20000; ++round) {
    double largest = 0.0;
    for (std::size_t k = 0; k < sticking.size(); ++k) {
      const Friction& friction = *sticking[k];
      const double slip = a[friction.body] - (friction.other < 0 ? 0.0 : a[friction.other]);
      const double weight = 1.0 / network.mass[friction.body] +
                            (friction.other < 0 ? 0.0 : 1.0 / network.mass[friction.other]);
      const double force = std::clamp(forces[k] + slip / weight, -friction.limit, friction.limit);
      largest = std::max(largest, std::fabs(force - forces[k]));
      apply(friction, force - forces[k]);
      forces[k] = force;
    }
    if (largest < 1e-15) break;
  }
  for (double& each : a) {
    if (std::fabs(each) < 1e-9) each = 0.0;
  }
  return a;
}

std::vector<double> exact_speeds(const Network& network, double stop) {
  std::vector<double> v = network.start;
  double time = 0.0;
  while (time < stop) {
    const std::vector<double> a = accelerations(network, v);
    double next = stop - time;
    for (const Friction& friction : network.frictions) {
      const double slip = network.slip(friction, v);
      const double rate = a[friction.body] - (friction.other < 0 ? 0.0 : a[friction.other]);
      if (std::fabs(slip) >= kStuck && slip * rate < 0.0) next = std::min(next, -slip / rate);
    }
    for (std::size_t i = 0; i < v.size(); ++i) v[i] += next * a[i];
    time += next;
  }
  return v;
}

// `kind`: how a friction is written.
std::string text_of(const Network& network, int kind) {
  std::string text = "model M\n";
  std::vector<std::string> force(network.mass.size());
  for (std::size_t i = 0; i < network.mass.size(); ++i) {
    text += fmt::format("  Real v{}(start = {}, fixed = true);\n", i, network.start[i]);
  }
  std::string laws;
  for (std::size_t k = 0; k < network.frictions.size(); ++k) {
    const Friction& friction = network.frictions[k];
    text += fmt::format("  Real f{};\n", k);
    force[friction.body] += fmt::format(" - f{}", k);
    if (friction.other >= 0) force[friction.other] += fmt::format(" + f{}", k);
    const std::string slip =
        friction.other >= 0    ? fmt::format("v{} - v{}", friction.body, friction.other)
        : friction.belt != 0.0 ? fmt::format("v{} - {}", friction.body, friction.belt)
                               : fmt::format("v{}", friction.body);
    const double limit = friction.limit;
    switch ((kind + static_cast<int>(k)) % 3) {
      case 0:
        laws += fmt::format("  f{} = if {} > 0 then {} else {};\n", k, slip, limit, -limit);
        break;
      case 1:
        laws += fmt::format("  f{} = {}*sign({});\n", k, limit, slip);
        break;
      default:
        laws += fmt::format("  f{} = if 0 > {} then {} else {};\n", k, slip, -limit, limit);
    }
  }
  text += "equation\n";
  for (std::size_t i = 0; i < network.mass.size(); ++i) {
    text += fmt::format("  {}*der(v{}) = {}{};\n", network.mass[i], i, network.load[i], force[i]);
  }
  return text + laws + "end M;\n";
}

void check_networks(unsigned first_seed, int count) {
  for (unsigned seed = first_seed; seed < first_seed + static_cast<unsigned>(count); ++seed) {
    std::mt19937 random(seed);
    const Network network = random_network(random);
    const std::string text = text_of(network, static_cast<int>(seed % 3));
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, text));
    ModelFromText model(text);
    const Simulation simulation = model.run({.stop_time = kStop, .interval = kStop});
    ASSERT_EQ(simulation.end.reason, EndReason::reached_stop_time) << model.rendered();
    const std::vector<double> expected = exact_speeds(network, kStop);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      EXPECT_NEAR(last_value(simulation, "v" + std::to_string(i)), expected[i], 1e-7) << "v" << i;
    }
    for (std::size_t k = 0; k < network.frictions.size(); ++k) {
      EXPECT_LE(std::fabs(last_value(simulation, "f" + std::to_string(k))),
                network.frictions[k].limit + 1e-9)
          << "f" << k;
    }
  }
}

TEST(FrictionNetworks, MoveAsTheConvexProblemSays) { check_networks(1, 1000); }

}  // namespace
}  // namespace saltus::testing
