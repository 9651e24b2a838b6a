#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <random>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "saltus/analysis/print/print_flat.h"
#include "tests/problems/model_from_text.h"

// The order of declarations and equations and the names of variables mean
// nothing: whatever they are, the solution is the same up to rounding.

namespace saltus::testing {
namespace {

std::string read_example(const std::string& path) {
  std::ifstream file(std::string(SALTUS_SOURCE_DIR) + "/examples/" + path);
  EXPECT_TRUE(file.is_open()) << path;
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

// The sections of a printed model, a statement per line.
struct Sections {
  std::string head, tail;
  std::vector<std::string> declarations, initial_equations, equations;
};

Sections split(const std::string& flat) {
  Sections sections;
  std::istringstream lines(flat);
  std::vector<std::string>* current = &sections.declarations;
  std::string line;
  std::getline(lines, sections.head);
  while (std::getline(lines, line)) {
    if (line == "initial equation") {
      current = &sections.initial_equations;
    } else if (line == "equation") {
      current = &sections.equations;
    } else if (line.find("annotation") != std::string::npos) {
      continue;
    } else if (line.starts_with("end ")) {
      sections.tail = line;
    } else {
      current->push_back(line);
    }
  }
  return sections;
}

std::string join(const Sections& sections) {
  std::string text = sections.head + "\n";
  for (const auto& line : sections.declarations) text += line + "\n";
  if (!sections.initial_equations.empty()) text += "initial equation\n";
  for (const auto& line : sections.initial_equations) text += line + "\n";
  text += "equation\n";
  for (const auto& line : sections.equations) text += line + "\n";
  return text + sections.tail + "\n";
}

// Names whose alphabetical order has nothing to do with that of the old ones.
std::string new_name(std::size_t index, unsigned seed) {
  return fmt::format("q{}_{}", (index * 7919u + seed * 104729u) % 1000u, index);
}

std::string rename_all(std::string text, const FlatSystem& system, unsigned seed) {
  for (const VariableId id : system.variables.ids()) {
    text = std::regex_replace(text, std::regex("\\b" + system.variables[id].name + "\\b"),
                              new_name(id.index(), seed));
  }
  return text;
}

std::string permute(const FlatSystem& system, unsigned seed) {
  std::mt19937 random(seed);
  Sections sections = split(print_flat(system));
  EXPECT_EQ(sections.equations.size(), system.equations.size());
  std::shuffle(sections.declarations.begin(), sections.declarations.end(), random);
  std::shuffle(sections.initial_equations.begin(), sections.initial_equations.end(), random);
  std::shuffle(sections.equations.begin(), sections.equations.end(), random);
  return rename_all(join(sections), system, seed);
}

void expect_indifferent(const std::string& text, double stop, double tolerance, unsigned seeds) {
  ModelFromText original(text);
  const SimulationOptions options{.stop_time = stop, .tolerance = tolerance, .interval = stop / 20};
  const Simulation reference = original.run_to_end(options);
  for (unsigned seed = 1; seed <= seeds; ++seed) {
    ModelFromText permuted(permute(original.system(), seed));
    const Simulation run = permuted.run_to_end(options);
    ASSERT_EQ(run.trajectory.row_count(), reference.trajectory.row_count());
    for (const VariableId id : original.system().variables.ids()) {
      const std::size_t before = column(reference.trajectory, original.system().variables[id].name);
      const std::size_t after = column(run.trajectory, new_name(id.index(), seed));
      double scale = 0.0, difference = 0.0;
      for (std::size_t row = 0; row < run.trajectory.row_count(); ++row) {
        scale = std::fmax(scale, std::fabs(reference.trajectory.value(row, before)));
        difference = std::fmax(difference, std::fabs(reference.trajectory.value(row, before) -
                                                     run.trajectory.value(row, after)));
      }
      EXPECT_LE(difference, 1e-11 * scale)
          << original.system().variables[id].name << ", permutation " << seed << ": "
          << run.statistics.steps << " steps, " << run.statistics.rejected_steps
          << " rejected, instead of " << reference.statistics.steps << " and "
          << reference.statistics.rejected_steps;
    }
  }
}

TEST(Permutation, OfThePendulum) {
  expect_indifferent(read_example("pendulum/Pendulum.mo"), 10.0, 1e-10, 6);
  expect_indifferent(read_example("pendulum/PendulumSecondOrder.mo"), 10.0, 1e-10, 6);
}

TEST(Permutation, OfTheCarAxis) {
  expect_indifferent(read_example("car_axis/CarAxis.mo"), 3.0, 1e-10, 3);
}

TEST(Permutation, OfAndrewsMechanism) {
  // Rounding decides which of its steps are rejected, so that truncation errors
  // differ; the tolerance makes them small enough not to be seen.
  expect_indifferent(read_example("andrews/Andrews.mo"), 0.03, 1e-13, 3);
}

TEST(Permutation, OfTheTransistorAmplifier) {
  expect_indifferent(read_example("transistor_amplifier/TransistorAmplifier.mo"), 0.01, 1e-10, 2);
}

// Hessenberg forms: x' = A x + B z + f (index 1, 2) or x'' = … (index 3), and
// 0 = C x + D z + g with D = 0 for index 2 and 3.
class RandomLinearDae {
 public:
  explicit RandomLinearDae(unsigned seed) : random_(seed) {}

  std::string text(int index) {
    const int states = 5, constraints = 2;
    std::string result = "model Linear\n";
    for (int i = 0; i < states; ++i) {
      result += fmt::format("  Real x{}(start = {});\n", i, coefficient());
    }
    for (int i = 0; i < constraints; ++i) result += fmt::format("  Real z{};\n", i);
    if (index == 3) {
      for (int i = 0; i < states; ++i) {
        result += fmt::format("  Real v{}(start = {});\n", i, coefficient());
      }
    }
    result += "equation\n";
    for (int i = 0; i < states; ++i) {
      if (index == 3) result += fmt::format("  der(x{}) = v{};\n", i, i);
      result += fmt::format("  der({}{}) = sin({}*time)", index == 3 ? 'v' : 'x', i, i + 1);
      result += combination('x', states) + combination('z', constraints) + ";\n";
    }
    for (int i = 0; i < constraints; ++i) {
      result += fmt::format("  0 = cos({}*time)", i + 2) + combination('x', states);
      if (index == 1) result += combination('z', constraints);
      result += ";\n";
    }
    return result + "end Linear;\n";
  }

 private:
  double coefficient() {
    return std::uniform_int_distribution<int>(1, 999)(random_) / 500.0 - 1.0009;
  }
  std::string combination(char name, int count) {
    std::string result;
    for (int i = 0; i < count; ++i) result += fmt::format(" + ({})*{}{}", coefficient(), name, i);
    return result;
  }
  std::mt19937 random_;
};

class LinearDae : public ::testing::TestWithParam<int> {};

TEST_P(LinearDae, IsIndifferentToOrderAndNames) {
  for (unsigned seed = 0; seed < 8; ++seed) {
    const std::string text = RandomLinearDae(seed).text(GetParam());
    const ModelFromText model(text);
    ASSERT_EQ(model.first_mode().mode.structure.index, GetParam());
    expect_indifferent(text, 1.0, 1e-10, 2);
  }
}

INSTANTIATE_TEST_SUITE_P(Indices, LinearDae, ::testing::Values(1, 2, 3));

}  // namespace
}  // namespace saltus::testing
