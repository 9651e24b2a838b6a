#include "saltus/analysis/all_modes/guard_logic.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "saltus/foundation/expr/evaluate.h"
#include "tests/unit/all_modes/multi_mode_builder.h"

namespace saltus::testing {
namespace {

class GuardLogicTest : public ::testing::Test {
 protected:
  ExprId compare(Op op, ExprId left, double right) {
    return model.pool().binary(op, left, model.pool().constant(right));
  }
  ExprId both(ExprId a, ExprId b) { return model.pool().binary(Op::logical_and, a, b); }
  ExprId negation(ExprId a) { return model.pool().unary(Op::logical_not, a); }

  // Valuations of the guards, the first guard first.
  std::set<std::string> possible() {
    const GuardLogic logic(model.system, {});
    std::set<std::string> modes;
    const std::size_t guards = model.system.guards.size();
    for (std::uint64_t code = 0; code < std::uint64_t{1} << guards; ++code) {
      Mode mode(guards, false);
      std::string text;
      for (const GuardId guard : mode.ids()) {
        mode[guard] = (code >> guard.index() & 1) != 0;
        text += mode[guard] ? '1' : '0';
      }
      if (logic.is_possible(mode)) modes.insert(text);
    }
    return modes;
  }

  MultiModeBuilder model;
};

using Modes = std::set<std::string>;

TEST_F(GuardLogicTest, FreeGuardsAllowEverything) {
  model.free_guard();
  model.free_guard();
  EXPECT_EQ(possible(), (Modes{"00", "01", "10", "11"}));
}

TEST_F(GuardLogicTest, AHigherThresholdImpliesTheLowerOne) {
  const ExprId x = model.pool().variable(model.unknown());
  model.guard(compare(Op::greater, x, 1.0));
  model.guard(compare(Op::greater, x, 0.0));
  EXPECT_EQ(possible(), (Modes{"00", "01", "11"}));
}

TEST_F(GuardLogicTest, ThresholdsAreComparedUpToAFactor) {
  const ExprId x = model.pool().variable(model.unknown());
  model.guard(compare(Op::greater, x, 1.0));
  // 0 < 3 - 3*x, that is x < 1
  model.guard(model.pool().binary(
      Op::less, model.pool().constant(0.0),
      model.pool().binary(Op::subtract, model.pool().constant(3.0),
                          model.pool().binary(Op::multiply, model.pool().constant(3.0), x))));
  EXPECT_EQ(possible(), (Modes{"00", "01", "10"}));
}

// Many windows on one signal: the modes are those that some value of the signal shows.
TEST_F(GuardLogicTest, WindowsOnOneSignalAllowWhatItsValuesShow) {
  std::mt19937 random(3);
  const VariableId x = model.unknown(), y = model.unknown();
  const ExprId left = model.pool().variable(x), other = model.pool().variable(y);
  std::vector<double> samples = {-1.0, 1000.0};
  const auto threshold = [&] {
    const auto value = static_cast<double>(random() % 30);
    samples.insert(samples.end(), {value, value + 0.5});
    return value;
  };
  for (int window = 0; window < 10; ++window) {
    const Op first = window % 3 == 0 ? Op::greater : Op::greater_equal;
    model.guard(both(compare(first, left, threshold()), compare(Op::less, left, threshold() + 9)));
  }
  for (const double sample : std::vector<double>(samples)) samples.push_back(sample + 9);
  model.guard(compare(Op::greater, left, threshold()));
  model.guard(both(compare(Op::less, left, threshold()), compare(Op::greater, other, 0.0)));
  Modes shown;
  for (const double at : samples) {
    for (const double beside : {-1.0, 1.0}) {
      Evaluator evaluator(model.pool(), [&](const Expr& leaf) -> std::optional<double> {
        return leaf.variable() == x ? at : beside;
      });
      std::string text;
      for (const Guard& guard : model.system.guards) {
        text += *evaluator.evaluate(guard.condition) != 0.0 ? '1' : '0';
      }
      shown.insert(text);
    }
  }
  EXPECT_EQ(possible(), shown);
}

TEST_F(GuardLogicTest, GreaterAndGreaterOrEqualDifferOnTheThreshold) {
  const ExprId x = model.pool().variable(model.unknown());
  model.guard(compare(Op::greater, x, 1.0));
  model.guard(compare(Op::greater_equal, x, 1.0));
  EXPECT_EQ(possible(), (Modes{"00", "01", "11"}));
}

TEST_F(GuardLogicTest, NoWholeNumberIsBetweenTwoAndThree) {
  FlatVariable variable;
  variable.name = "n";
  variable.type = ValueType::integer;
  variable.is_discrete = true;
  const ExprId n = model.pool().variable(model.system.variables.add(variable));
  model.guard(compare(Op::greater, n, 2.0));
  model.guard(compare(Op::less, n, 3.0));
  EXPECT_EQ(possible(), (Modes{"01", "10"}));
}

TEST_F(GuardLogicTest, AnAssertionRestrictsTheModes) {
  const ExprId a = model.pool().variable(model.boolean());
  const ExprId b = model.pool().variable(model.boolean());
  model.guard(a);
  model.guard(b);
  model.system.assertions.push_back({negation(both(a, b)), "", AssertionLevel::error, {}, {}});
  EXPECT_EQ(possible(), (Modes{"00", "01", "10"}));
}

TEST_F(GuardLogicTest, AnAssertionThatOnlyWarnsDoesNot) {
  const ExprId a = model.pool().variable(model.boolean());
  model.guard(a);
  model.system.assertions.push_back({a, "", AssertionLevel::warning, {}, {}});
  EXPECT_EQ(possible(), (Modes{"0", "1"}));
}

TEST_F(GuardLogicTest, ABooleanIsWhatItsEquationSays) {
  const ExprId x = model.pool().variable(model.unknown());
  const ExprId b = model.pool().variable(model.boolean());
  model.guard(b);
  model.guard(compare(Op::greater, x, 2.0));
  // b = x > 1
  model.system.equations.add({b, compare(Op::greater, x, 1.0), {}, {}, ""});
  EXPECT_EQ(possible(), (Modes{"00", "10", "11"}));
}

TEST_F(GuardLogicTest, LeftLimitsAreFree) {
  const VariableId b = model.boolean();
  model.guard(model.pool().variable(b));
  model.guard(model.pool().pre(b));
  EXPECT_EQ(possible(), (Modes{"00", "01", "10", "11"}));
}

TEST_F(GuardLogicTest, ContradictingAssertionsLeaveNoMode) {
  const ExprId x = model.pool().variable(model.unknown());
  model.guard(compare(Op::greater, x, 0.0));
  model.system.assertions.push_back(
      {compare(Op::greater, x, 2.0), "", AssertionLevel::error, {}, {}});
  model.system.assertions.push_back({compare(Op::less, x, 1.0), "", AssertionLevel::error, {}, {}});
  EXPECT_TRUE(GuardLogic(model.system, {}).is_contradictory());
}

// Random conditions over two numbers and two Booleans: the possible modes are those that
// some values produce.
TEST_F(GuardLogicTest, PossibleModesAreThoseThatValuesProduce) {
  for (std::uint32_t seed = 0; seed < 500; ++seed) {
    MultiModeBuilder random_model;
    ExprPool& pool = random_model.pool();
    std::mt19937 random(seed);
    const auto below = [&](std::uint32_t limit) {
      return static_cast<std::uint32_t>(random() % limit);
    };
    const std::vector<VariableId> variables = {random_model.unknown(), random_model.unknown(),
                                               random_model.boolean(), random_model.boolean()};
    const auto atom = [&] {
      const std::uint32_t which = below(4);
      if (which >= 2) return pool.variable(variables[which]);
      const Op op = static_cast<Op>(static_cast<int>(Op::less) + static_cast<int>(below(4)));
      const ExprId x = pool.variable(variables[which]);
      const ExprId bound = pool.constant(static_cast<double>(below(3)));
      return below(2) == 0 ? pool.binary(op, x, bound) : pool.binary(op, bound, x);
    };
    for (std::uint32_t k = 0; k < 4; ++k) {
      ExprId condition = atom();
      if (below(2) == 0) {
        condition =
            pool.binary(below(2) == 0 ? Op::logical_and : Op::logical_or, condition, atom());
      }
      if (below(3) == 0) condition = pool.unary(Op::logical_not, condition);
      random_model.guard(condition);
    }
    std::set<std::uint64_t> produced;
    for (int x = -1; x <= 5; ++x) {
      for (int y = -1; y <= 5; ++y) {
        for (int booleans = 0; booleans < 4; ++booleans) {
          Evaluator evaluator(pool, [&](const Expr& leaf) -> std::optional<double> {
            if (leaf.variable() == variables[0]) return 0.5 * x;
            if (leaf.variable() == variables[1]) return 0.5 * y;
            return leaf.variable() == variables[2] ? booleans % 2 : booleans / 2;
          });
          std::uint64_t code = 0;
          for (const GuardId guard : random_model.system.guards.ids()) {
            const bool holds =
                evaluator.evaluate(random_model.system.guards[guard].condition) == 1.0;
            code |= std::uint64_t{holds} << guard.index();
          }
          produced.insert(code);
        }
      }
    }
    const GuardLogic logic(random_model.system, {});
    for (std::uint64_t code = 0; code < 16; ++code) {
      Mode mode(4, false);
      for (const GuardId guard : mode.ids()) mode[guard] = (code >> guard.index() & 1) != 0;
      ASSERT_EQ(logic.is_possible(mode), produced.contains(code)) << "seed " << seed;
    }
  }
}

}  // namespace
}  // namespace saltus::testing
