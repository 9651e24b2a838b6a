// Laws of resets over random modes.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <numeric>
#include <random>

#include "tests/unit/reset/mode_under_test.h"

namespace saltus::testing {
namespace {

using Matrix = std::vector<std::vector<double>>;

class Dice {
 public:
  explicit Dice(unsigned seed) : engine_(seed) {}
  int below(int end) { return static_cast<int>(engine_() % static_cast<unsigned>(end)); }
  double real(double lowest, double highest) {
    return std::uniform_real_distribution<double>(lowest, highest)(engine_);
  }
  double digit() { return below(7) - 3; }
  template <class T>
  void shuffle(std::vector<T>& items) {
    for (std::size_t i = items.size(); i > 1; --i) {
      std::swap(items[i - 1], items[static_cast<std::size_t>(below(static_cast<int>(i)))]);
    }
  }

 private:
  std::mt19937 engine_;
};

std::string sum(const std::vector<double>& factors, const std::string& name) {
  std::string text = "0";
  for (std::size_t i = 0; i < factors.size(); ++i) {
    if (factors[i] != 0) text += fmt::format(" + ({:.17g})*{}{}", factors[i], name, i);
  }
  return text;
}

std::vector<double> times(const Matrix& matrix, const std::vector<double>& vector) {
  std::vector<double> result;
  for (const auto& row : matrix) {
    result.push_back(std::inner_product(row.begin(), row.end(), vector.begin(), 0.0));
  }
  return result;
}

// Bodies with diagonal masses, stiffness K and constraint forces G f:
//   m_i der(v_i) = sum K_ij v_j + sum G_ij f_j,   H v = 0   or, with positions,   H x = 0.
struct Bodies {
  std::vector<double> masses;
  Matrix stiffness, directions, constraints;
  std::vector<double> before;
};

// Invertible H M^-1 G: H is G transposed but for units and a perturbation.
Bodies random_bodies(Dice& dice) {
  const int bodies = 2 + dice.below(4), constraints = 1 + dice.below(bodies - 1);
  Bodies result;
  result.constraints.resize(static_cast<std::size_t>(constraints));
  for (int i = 0; i < bodies; ++i) {
    result.masses.push_back(dice.real(0.2, 4));
    result.before.push_back(dice.real(-5, 5));
    std::vector<double> stiffness, directions;
    for (int j = 0; j < bodies; ++j) stiffness.push_back(dice.below(3) == 0 ? dice.digit() : 0);
    for (int j = 0; j < constraints; ++j) {
      directions.push_back(i == j ? 2 + dice.real(0, 1) : dice.below(2) * dice.real(-0.5, 0.5));
      result.constraints[static_cast<std::size_t>(j)].push_back(
          i == j ? 1 + dice.real(0, 1) : dice.below(2) * dice.real(-0.4, 0.4));
    }
    result.stiffness.push_back(stiffness);
    result.directions.push_back(directions);
  }
  return result;
}

struct Text {
  std::vector<std::string> declarations, equations;
  std::string joined_declarations() const {
    return fmt::format("Real {};", fmt::join(declarations, ", "));
  }
  std::string joined_equations() const { return fmt::format("{}", fmt::join(equations, "\n")); }
};

Text text_of(const Bodies& bodies, bool with_positions) {
  Text text;
  for (std::size_t i = 0; i < bodies.masses.size(); ++i) {
    text.declarations.push_back(fmt::format("v{}", i));
    text.equations.push_back(fmt::format("{:.17g}*der(v{}) = {} + {};", bodies.masses[i], i,
                                         sum(bodies.stiffness[i], "v"),
                                         sum(bodies.directions[i], "f")));
    if (!with_positions) continue;
    text.declarations.push_back(fmt::format("x{}", i));
    text.equations.push_back(fmt::format("der(x{0}) = v{0};", i));
  }
  for (std::size_t j = 0; j < bodies.constraints.size(); ++j) {
    text.declarations.push_back(fmt::format("f{}", j));
    text.equations.push_back(sum(bodies.constraints[j], with_positions ? "x" : "v") + " = 0;");
  }
  return text;
}

struct Outcome {
  std::vector<double> after, weights;
};

Outcome reset(const Bodies& bodies, const Text& text, bool with_positions) {
  ModeUnderTest mode(text.joined_declarations(), text.joined_equations());
  for (std::size_t i = 0; i < bodies.before.size(); ++i) {
    mode.fact(fmt::format("v{}", i), {bodies.before[i]});
    if (with_positions) mode.fact(fmt::format("x{}", i), {0});
  }
  const ResetResult result = mode.result();
  EXPECT_EQ(result.method, ResetMethod::series);
  Outcome outcome;
  for (std::size_t i = 0; i < bodies.before.size(); ++i) {
    outcome.after.push_back(mode.value(result, fmt::format("v{}", i)));
  }
  for (std::size_t j = 0; j < bodies.constraints.size(); ++j) {
    const auto weights = mode.weights(result, fmt::format("f{}", j));
    EXPECT_LE(weights.size(), 1u);
    outcome.weights.push_back(weights.empty() ? 0.0 : weights[0]);
  }
  return outcome;
}

// M (v+ - v-) = G w and H v+ = 0: the impulses are all that acts, so everything that they
// cannot reach (left null vectors of G) is conserved.
void expect_laws(const Bodies& bodies, const Outcome& outcome) {
  const std::vector<double> handed_over = times(bodies.directions, outcome.weights);
  for (std::size_t i = 0; i < bodies.masses.size(); ++i) {
    const double momentum = bodies.masses[i] * (outcome.after[i] - bodies.before[i]);
    EXPECT_NEAR(momentum, handed_over[i], 1e-10);
  }
  for (const double violation : times(bodies.constraints, outcome.after)) {
    EXPECT_NEAR(violation, 0, 1e-10);
  }
}

TEST(RandomModes, VelocityConstraintsHandOverMomentumByTheirImpulsesOnly) {
  Dice dice(1);
  for (int round = 0; round < 60; ++round) {
    SCOPED_TRACE(round);
    const Bodies bodies = random_bodies(dice);
    expect_laws(bodies, reset(bodies, text_of(bodies, false), false));
  }
}

TEST(RandomModes, PositionConstraintsDoTheSameInTwoTicks) {
  Dice dice(2);
  for (int round = 0; round < 40; ++round) {
    SCOPED_TRACE(round);
    const Bodies bodies = random_bodies(dice);
    expect_laws(bodies, reset(bodies, text_of(bodies, true), true));
  }
}

TEST(RandomModes, TheOrderOfEquationsAndVariablesDoesNotMatter) {
  Dice dice(3);
  for (int round = 0; round < 30; ++round) {
    SCOPED_TRACE(round);
    const Bodies bodies = random_bodies(dice);
    const bool with_positions = round % 2 == 0;
    Text text = text_of(bodies, with_positions);
    const Outcome first = reset(bodies, text, with_positions);
    dice.shuffle(text.declarations);
    dice.shuffle(text.equations);
    const Outcome second = reset(bodies, text, with_positions);
    for (std::size_t i = 0; i < first.after.size(); ++i) {
      EXPECT_NEAR(first.after[i], second.after[i], 1e-10);
    }
    for (std::size_t j = 0; j < first.weights.size(); ++j) {
      EXPECT_NEAR(first.weights[j], second.weights[j], 1e-10);
    }
  }
}

TEST(RandomModes, ASecondResetChangesNothing) {
  Dice dice(4);
  for (int round = 0; round < 30; ++round) {
    SCOPED_TRACE(round);
    Bodies bodies = random_bodies(dice);
    const Text text = text_of(bodies, round % 2 == 0);
    bodies.before = reset(bodies, text, round % 2 == 0).after;
    const Outcome again = reset(bodies, text, round % 2 == 0);
    for (std::size_t i = 0; i < bodies.before.size(); ++i) {
      EXPECT_NEAR(again.after[i], bodies.before[i], 1e-14);
    }
    for (const double weight : again.weights) EXPECT_EQ(weight, 0);
  }
}

// States x_i, forces u_j, constraints that are not linear. Either they are on the states, and the
// directions of the forces depend on the states; or on their integrals y_i, and then the states
// are infinite on the way, functions are of the integrals, and directions are constant: in others
// the double impulse would leave an infinite state.
std::string random_term(Dice& dice, int states, char x) {
  const int i = dice.below(states), j = dice.below(states);
  const double factor = dice.real(-1, 1);
  switch (dice.below(8)) {
    case 0:
      return fmt::format("({:.6g})*sin({}{})", factor, x, i);
    case 1:
      return fmt::format("({:.6g})*{}{}*{}{}", factor, x, i, x, j);
    case 2:
      return fmt::format("({:.6g})*exp({}{}/4)", factor, x, i);
    case 3:
      return fmt::format("({:.6g})*{}{}/(2 + {}{}^2)", factor, x, i, x, j);
    case 4:
      return fmt::format("({:.6g})*sqrt(1 + {}{}^2)", factor, x, i);
    case 5:
      return fmt::format("({:.6g})*atan({}{})", factor, x, i);
    case 6:
      return fmt::format("({:.6g})*tanh({}{}*{}{})", factor, x, i, x, j);
    default:
      return fmt::format("({:.6g})*{}{}", factor, x, i);
  }
}

Text random_nonlinear(Dice& dice, int states, int forces, bool with_integrals) {
  const char x = with_integrals ? 'y' : 'x';
  Text text;
  for (int i = 0; i < states; ++i) {
    std::string right = random_term(dice, states, x);
    for (int j = 0; j < forces; ++j) {
      if (with_integrals) {
        right += fmt::format(" + ({:.6g})*u{}", i == j ? 3 : dice.real(-1, 1), j);
      } else {
        right += i == j ? fmt::format(" + (3 + cos(x{}))*u{}", dice.below(states), j)
                        : fmt::format(" + 0.3*({})*u{}", random_term(dice, states, x), j);
      }
    }
    text.declarations.push_back(fmt::format("x{}", i));
    text.equations.push_back(fmt::format("der(x{}) = {};", i, right));
    if (!with_integrals) continue;
    text.declarations.push_back(fmt::format("y{}", i));
    text.equations.push_back(fmt::format("der(y{0}) = x{0};", i));
  }
  for (int j = 0; j < forces; ++j) {
    text.declarations.push_back(fmt::format("u{}", j));
    const std::string constrained =
        with_integrals ? fmt::format("3*y{} + 0.3*sin(y{})", j, dice.below(states))
                       : fmt::format("3*x{} + 0.3*({})", j, random_term(dice, states, x));
    text.equations.push_back(fmt::format("{} = {:.6g};", constrained, dice.real(-1, 1)));
  }
  return text;
}

void expect_both_methods_agree(unsigned seed, int rounds, bool with_integrals) {
  Dice dice(seed);
  for (int round = 0; round < rounds; ++round) {
    const int states = 2 + dice.below(3), forces = 1 + dice.below(states - 1);
    const Text text = random_nonlinear(dice, states, forces, with_integrals);
    SCOPED_TRACE(fmt::format("{}: {}", round, text.joined_equations()));
    ModeUnderTest mode(text.joined_declarations(), text.joined_equations());
    for (int i = 0; i < states; ++i) {
      mode.fact(fmt::format("x{}", i), {dice.real(-1, 1)});
      if (with_integrals) mode.fact(fmt::format("y{}", i), {dice.real(-0.5, 0.5)});
    }
    const ResetResult series = mode.result(), limit = mode.numeric_limit();
    EXPECT_EQ(series.method, ResetMethod::series);
    for (std::size_t i = 0; i < series.state.size(); ++i) {
      EXPECT_NEAR(series.state[i], limit.state[i], 1e-9 * std::fmax(1, std::fabs(limit.state[i])));
    }
    for (int j = 0; j < forces; ++j) {
      const auto a = mode.weights(series, fmt::format("u{}", j));
      const auto b = mode.weights(limit, fmt::format("u{}", j));
      ASSERT_EQ(a.size(), b.size());
      for (std::size_t k = 0; k < a.size(); ++k) {
        EXPECT_NEAR(a[k], b[k], 1e-9 * std::fmax(1, std::fabs(b[k])));
      }
    }
    EXPECT_EQ(series.path_dependent, limit.path_dependent);
  }
}

TEST(RandomModes, SeriesAndNumericLimitAgreeOnNonlinearVelocityConstraints) {
  expect_both_methods_agree(5, 15, false);
}

TEST(RandomModes, SeriesAndNumericLimitAgreeOnNonlinearJumpsOfPosition) {
  expect_both_methods_agree(6, 10, true);
}

}  // namespace
}  // namespace saltus::testing
