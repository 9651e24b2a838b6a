#include "saltus/analysis/constructive/polynomial.h"

#include <gtest/gtest.h>

#include "saltus/analysis/constructive/polynomial_factor.h"
#include "tests/unit/flat/flatten_text.h"

namespace saltus {
namespace {

class PolynomialTest : public testing::Test {
 protected:
  FlatSystem system_ = flatten_model("parameter Real a = 1, b = 2; Real x, y;", "x = a; y = b;");
  ExprPool& pool_ = system_.pool;
  const ExprId a_ = pool_.parameter(ParameterId(0)), b_ = pool_.parameter(ParameterId(1));
  const ExprId x_ = pool_.variable(VariableId(0)), y_ = pool_.variable(VariableId(1));

  std::string text(const Polynomial& polynomial) {
    return printed(system_, to_expression(pool_, polynomial));
  }
};

TEST_F(PolynomialTest, EqualTermsCancel) {
  const Polynomial a = Polynomial::atom(a_), b = Polynomial::atom(b_);
  Polynomial difference = a * b;
  difference += -(b * a);
  EXPECT_TRUE(difference.is_zero());
}

TEST_F(PolynomialTest, SharedFactorsOfAFractionCancel) {
  Polynomial above = Polynomial(-2.0) * Polynomial::atom(a_) * Polynomial::atom(b_);
  Polynomial below = Polynomial(-1.0) * Polynomial::atom(a_);
  Polynomial::cancel(above, below);
  EXPECT_EQ(text(above), "2*b");
  EXPECT_EQ(text(below), "1");
}

TEST_F(PolynomialTest, ASumIsDividedExactly) {
  const Polynomial a = Polynomial::atom(a_), b = Polynomial::atom(b_), x = Polynomial::atom(x_);
  Polynomial sum = a;
  sum += b;
  Polynomial difference = a;
  difference += -(Polynomial(2.0) * x);
  const auto quotient = divide_exactly(sum * sum * difference, sum);
  ASSERT_TRUE(quotient.has_value());
  Polynomial rest = *quotient;
  rest += -(sum * difference);
  EXPECT_TRUE(rest.is_zero());
  EXPECT_FALSE(divide_exactly(sum, difference).has_value());
}

TEST_F(PolynomialTest, ACommonSumCancels) {
  const Polynomial a = Polynomial::atom(a_), b = Polynomial::atom(b_), x = Polynomial::atom(x_);
  const Polynomial y = Polynomial::atom(y_);
  Polynomial shared = a;  // a + b*x
  shared += b * x;
  Polynomial first = a;  // a - b
  first += -b;
  Polynomial second = x;  // x + 3 y^2
  second += Polynomial(3.0) * y * y;
  Polynomial above = shared * first, below = shared * second;
  Polynomial::cancel(above, below);
  EXPECT_EQ(text(above), "a - b");
  EXPECT_EQ(text(below), "x + 3*y^2");
}

TEST_F(PolynomialTest, WithoutACommonFactorNothingChanges) {
  Polynomial above = Polynomial::atom(a_), below = Polynomial::atom(a_);
  above += Polynomial::atom(b_);
  below += Polynomial(2.0) * Polynomial::atom(b_);
  Polynomial::cancel(above, below);
  EXPECT_EQ(text(above), "a + b");
  EXPECT_EQ(text(below), "a + 2*b");
}

TEST_F(PolynomialTest, AnExpressionIsLinearInItsUnknowns) {
  // a*(x - y/b) + b
  const ExprId expr =
      pool_.binary(Op::add,
                   pool_.binary(Op::multiply, a_,
                                pool_.binary(Op::subtract, x_, pool_.binary(Op::divide, y_, b_))),
                   b_);
  const auto form = linear_combination(pool_, expr, {x_, y_});
  ASSERT_TRUE(form.has_value());
  EXPECT_EQ(text(form->constant), "b");
  EXPECT_EQ(text(form->factors.at(x_)), "a");
  Polynomial above = form->factors.at(y_), below(1.0);
  Polynomial::cancel(above, below);
  EXPECT_EQ(text(above), "-a");
  EXPECT_EQ(text(below), "b");
}

TEST_F(PolynomialTest, ProductsOfUnknownsAreNotLinear) {
  EXPECT_FALSE(linear_combination(pool_, pool_.binary(Op::multiply, x_, y_), {x_, y_}).has_value());
  EXPECT_FALSE(linear_combination(pool_, pool_.unary(Op::sin, x_), {x_}).has_value());
  EXPECT_TRUE(linear_combination(pool_, pool_.unary(Op::sin, x_), {y_}).has_value());
}

TEST_F(PolynomialTest, CramersRuleSolvesASystem) {
  // a x + y = 1, x + b y = 0
  const Polynomial a = Polynomial::atom(a_), b = Polynomial::atom(b_), one(1.0);
  const auto solution = solve_symbolically({{a, one}, {one, b}}, {one, Polynomial()});
  ASSERT_TRUE(solution.has_value());
  EXPECT_EQ(text(solution->denominator), "a*b - 1");
  EXPECT_EQ(text(solution->numerators[0]), "b");
  EXPECT_EQ(text(solution->numerators[1]), "-1");
}

TEST_F(PolynomialTest, ASingularSystemHasNoSolution) {
  const Polynomial a = Polynomial::atom(a_);
  EXPECT_FALSE(solve_symbolically({{a, a}, {a, a}}, {a, a}).has_value());
}

}  // namespace
}  // namespace saltus
