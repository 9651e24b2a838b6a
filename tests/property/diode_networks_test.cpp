#include <fmt/format.h>
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "tests/problems/event_log.h"

// Random networks of ideal diodes, each written with a binary unknown, `min`, `max` or a parametric
// variable, against exact answers.

namespace saltus::testing {
namespace {

using Eigen::MatrixXd, Eigen::VectorXd;

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  int below(int bound) { return static_cast<int>(engine_() % static_cast<unsigned>(bound)); }
  double between(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(engine_);
  }

 private:
  std::mt19937 engine_;
};

struct Text {
  std::string declarations, equations;
  std::string model() const {
    return "model M\n" + declarations + "equation\n" + equations + "end M;\n";
  }
};

enum class Form : int { binary, binary_sum, minimum, maximum, parametric };
constexpr int kForms = 5;

// u <= 0, i >= 0, u i = 0.
void add_diode(Text& text, int number, Form form, const std::string& u) {
  const std::string i = fmt::format("i{}", number), z = fmt::format("z{}", number);
  text.declarations += "  Real " + i + ";\n";
  switch (form) {
    case Form::binary:
    case Form::binary_sum:
      text.declarations += "  Integer " + z + "(min = 0, max = 1);\n";
      text.equations += fmt::format("  {0}*({1}) = (1 - {0})*{2};\n", z, u, i);
      text.equations += form == Form::binary
                            ? fmt::format("  (1 - {0})*({1}) - {0}*{2} <= 0;\n", z, u, i)
                            : fmt::format("  -2*{0}*{2} <= 3*({0}*({1}) - ({1}));\n", z, u, i);
      return;
    case Form::minimum:
      text.equations += fmt::format("  min(-({}), {}) = 0;\n", u, i);
      return;
    case Form::maximum:
      text.equations += fmt::format("  {1} = max(0, {1} + {0});\n", u, i);
      return;
    case Form::parametric:
      text.declarations += fmt::format("  Real s{};\n", number);
      text.equations += fmt::format("  {1} = if s{0} < 0 then s{0} else 0;\n", number, u);
      text.equations += fmt::format("  {1} = if s{0} < 0 then 0 else s{0};\n", number, i);
      return;
  }
}

// Nodes with a resistor to ground, one of them with a source behind a resistor, and diodes that
// form no loop: every potential is unique, at every time the solution of a linear system.
struct ResistiveNetwork {
  struct Diode {
    int from, to;  // node 0 is ground
  };
  int nodes;
  std::vector<double> conductance;
  double amplitude, frequency, phase, source_conductance;
  std::vector<Diode> diodes;

  explicit ResistiveNetwork(Random& random)
      : nodes(1 + random.below(3)),
        amplitude(random.between(1, 5)),
        frequency(random.between(1, 4)),
        phase(random.between(0, 6)),
        source_conductance(random.between(0.3, 3)) {
    for (int i = 0; i < nodes; ++i) conductance.push_back(random.between(0.1, 2));
    // A tree: each node is joined to one before it, or not at all.
    for (int i = 1; i <= nodes; ++i) {
      if (random.below(5) == 0 && i > 1) continue;
      const int other = random.below(i);
      diodes.push_back(random.below(2) == 0 ? Diode{i, other} : Diode{other, i});
    }
  }

  static std::string potential(int node) { return node == 0 ? "0" : fmt::format("v{}", node); }

  std::string text(const std::vector<Form>& forms) const {
    Text text;
    std::vector<std::string> currents(static_cast<std::size_t>(nodes) + 1);
    for (std::size_t d = 0; d < diodes.size(); ++d) {
      const auto [from, to] = diodes[d];
      add_diode(text, static_cast<int>(d), forms[d], potential(from) + " - " + potential(to));
      currents[static_cast<std::size_t>(from)] += fmt::format(" + i{}", d);
      currents[static_cast<std::size_t>(to)] += fmt::format(" - i{}", d);
    }
    for (int i = 1; i <= nodes; ++i) {
      text.declarations += fmt::format("  Real v{};\n", i);
      const std::string source =
          i == nodes ? fmt::format(" + {:.17g}*(v{} - {:.17g}*sin({:.17g}*time + {:.17g}))",
                                   source_conductance, i, amplitude, frequency, phase)
                     : "";
      text.equations +=
          fmt::format("  {:.17g}*v{}{}{} = 0;\n", conductance[static_cast<std::size_t>(i) - 1], i,
                      source, currents[static_cast<std::size_t>(i)]);
    }
    return text.model();
  }

  // The valuation that violates least.
  VectorXd potentials(double time) const {
    const int count = static_cast<int>(diodes.size()), size = nodes + count;
    double least = INFINITY;
    VectorXd best;
    for (int on = 0; on < 1 << count; ++on) {
      MatrixXd matrix = MatrixXd::Zero(size, size);
      VectorXd right = VectorXd::Zero(size);
      for (int i = 0; i < nodes; ++i) matrix(i, i) = conductance[static_cast<std::size_t>(i)];
      matrix(nodes - 1, nodes - 1) += source_conductance;
      right[nodes - 1] = source_conductance * amplitude * std::sin(frequency * time + phase);
      for (int d = 0; d < count; ++d) {
        const auto [from, to] = diodes[static_cast<std::size_t>(d)];
        if (from > 0) matrix(from - 1, nodes + d) += 1;
        if (to > 0) matrix(to - 1, nodes + d) -= 1;
        const bool conducts = ((on >> d) & 1) != 0;
        if (!conducts) matrix(nodes + d, nodes + d) = 1;
        if (conducts && from > 0) matrix(nodes + d, from - 1) = 1;
        if (conducts && to > 0) matrix(nodes + d, to - 1) = -1;
      }
      const VectorXd x = matrix.partialPivLu().solve(right);
      double violation = 0.0;
      for (int d = 0; d < count; ++d) {
        const auto [from, to] = diodes[static_cast<std::size_t>(d)];
        const double u = (from > 0 ? x[from - 1] : 0.0) - (to > 0 ? x[to - 1] : 0.0);
        violation = std::max({violation, u, -x[nodes + d]});
      }
      if (violation >= least) continue;
      least = violation;
      best = x;
    }
    return best;
  }
};

TEST(DiodeNetworks, ResistiveOnesAreThoseOfTheBestValuation) {
  const std::vector<double> times{0.37, 0.81, 1.23, 1.71, 2.19, 2.63, 3.0};
  for (unsigned seed = 0; seed < 60; ++seed) {
    Random random(seed);
    const ResistiveNetwork network(random);
    std::vector<Form> forms;
    const bool are_all_binary = random.below(2) == 0;
    for (std::size_t d = 0; d < network.diodes.size(); ++d) {
      forms.push_back(are_all_binary ? Form::binary : static_cast<Form>(random.below(kForms)));
    }
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, network.text(forms)));
    ModelFromText model(network.text(forms));
    const Simulation run = model.run_to_end(
        {.stop_time = 3.0, .tolerance = 1e-9, .times = times, .with_event_rows = false});
    for (const double time : times) {
      const VectorXd expected = network.potentials(time);
      for (int i = 1; i <= network.nodes; ++i) {
        EXPECT_NEAR(value_at(run, time, fmt::format("v{}", i)), expected[i - 1], 1e-8);
      }
    }
  }
}

// An inductor's current grows through a switch; when this opens, the current goes on through the
// diode to the lowest voltage, and falls until it is zero: L i' = e - v.
TEST(DiodeNetworks, AnInductorsCurrentIsTakenOverByTheLowestVoltage) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    Random random(seed);
    const double e = random.between(1, 4), inductance = random.between(0.2, 2);
    const double opens = random.between(0.3, 1);
    const int count = 1 + random.below(3);
    Text text;
    text.declarations = "  Real i(start = 0, fixed = true), v, isw;\n";
    double lowest = INFINITY;
    std::string currents = "isw";
    for (int d = 0; d < count; ++d) {
      const double voltage = e + random.between(0.5, 5);
      lowest = std::min(lowest, voltage);
      const std::string drop =
          random.below(3) > 0
              ? fmt::format("v - {:.17g}", voltage)
              : fmt::format("{:.17g} - {:.17g}*der(i) - {:.17g}", e, inductance, voltage);
      add_diode(text, d, static_cast<Form>(random.below(kForms)), drop);
      currents += fmt::format(" + i{}", d);
    }
    text.equations +=
        fmt::format("  {:.17g}*der(i) = {:.17g} - v;\n  i = {};\n", inductance, e, currents);
    text.equations += fmt::format("  if time < {:.17g} then v = 0; else isw = 0; end if;\n", opens);
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, text.model()));
    ModelFromText model(text.model());
    const double peak = e * opens / inductance;
    const double blocks = opens + peak * inductance / (lowest - e);
    const double between = 0.5 * (opens + blocks), end = blocks + 0.5;
    const Simulation run = model.run_to_end(
        {.stop_time = end, .tolerance = 1e-9, .times = {between, end}, .with_event_rows = false});
    EXPECT_NEAR(value_at(run, between, "i"), 0.5 * peak, 1e-7 * peak);
    EXPECT_NEAR(value_at(run, between, "v"), lowest, 1e-7 * lowest);
    EXPECT_NEAR(last_value(run, "i"), 0.0, 1e-7 * peak);
    EXPECT_NEAR(last_value(run, "v"), e, 1e-7 * e);
  }
}

}  // namespace
}  // namespace saltus::testing
