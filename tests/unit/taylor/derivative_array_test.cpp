#include "saltus/runtime/taylor/derivative_array.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include "tests/problems/model_from_text.h"

namespace saltus::testing {
namespace {

class Evaluation {
 public:
  explicit Evaluation(DerivativeArray& array)
      : residual(array.equations().size()), jacobian(array.pattern().edge_count()), array_(array) {}
  bool at(const std::vector<double>& x) { return array_.evaluate(x, residual, jacobian); }
  std::vector<double> residual, jacobian;

 private:
  DerivativeArray& array_;
};

// df/dx_column by the five-point rule.
std::vector<double> difference_quotient(DerivativeArray& array, std::vector<double> x,
                                        std::size_t column) {
  constexpr double h = 1e-3;
  Evaluation evaluation(array);
  std::vector<double> slope(array.equations().size(), 0.0);
  const double center = x[column];
  const double steps[] = {-2, -1, 1, 2}, weights[] = {1.0 / 12, -8.0 / 12, 8.0 / 12, -1.0 / 12};
  for (int i = 0; i < 4; ++i) {
    x[column] = center + steps[i] * h;
    EXPECT_TRUE(evaluation.at(x));
    for (std::size_t row = 0; row < slope.size(); ++row) {
      slope[row] += weights[i] * evaluation.residual[row] / h;
    }
  }
  return slope;
}

void expect_jacobian_is_right(const std::string& text, const std::vector<double>& start,
                              double time) {
  const ModelFromText model(text);
  DerivativeArray array(model.mode(), time, model.known());
  std::vector<double> x(array.unknowns().size());
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = start[i % start.size()];
  Evaluation evaluation(array);
  ASSERT_TRUE(evaluation.at(x)) << text;
  std::vector<std::vector<double>> dense(array.equations().size(),
                                         std::vector<double>(x.size(), 0.0));
  for (const Row row : array.pattern().rows()) {
    const auto columns = array.pattern().columns_of(row);
    for (std::size_t e = 0; e < columns.size(); ++e) {
      dense[row.index()][columns[e].index()] =
          evaluation.jacobian[array.pattern().first_edge(row) + e];
    }
  }
  for (std::size_t column = 0; column < x.size(); ++column) {
    const std::vector<double> slope = difference_quotient(array, x, column);
    for (std::size_t row = 0; row < slope.size(); ++row) {
      const double scale =
          std::max({1.0, std::fabs(slope[row]), std::fabs(evaluation.residual[row])});
      EXPECT_NEAR(dense[row][column], slope[row], 1e-7 * scale)
          << "equation " << array.equations()[row].equation << " differentiated "
          << array.equations()[row].order << " times, unknown " << array.unknowns()[column].unknown
          << " of order " << array.unknowns()[column].order << "\n"
          << text;
    }
  }
}

// Random equations of all functions; unknown i is sure to occur in equation i.
class RandomDae {
 public:
  explicit RandomDae(unsigned seed) : random_(seed) {}

  std::string text() {
    unknowns_ = pick(2, 4);
    std::string result = "model Random\n";
    for (int i = 0; i < unknowns_; ++i) result += "  Real x" + std::to_string(i) + ";\n";
    result += "equation\n";
    for (int i = 0; i < unknowns_; ++i) {
      result += "  " + derivative(i, pick(0, 2)) + " + 0.3*" + function() + "*" + function() +
                " = " + function() + " - " + function() + "/(2 + " + leaf() + "^2);\n";
    }
    return result + "end Random;\n";
  }

 private:
  int pick(int least, int greatest) {
    return std::uniform_int_distribution<int>(least, greatest)(random_);
  }
  static std::string derivative(int unknown, int order) {
    std::string text = "x" + std::to_string(unknown);
    for (int i = 0; i < order; ++i) text = "der(" + text + ")";
    return text;
  }
  std::string leaf() {
    const int kind = pick(0, 5);
    if (kind == 0) return "time";
    return derivative(pick(0, unknowns_ - 1), kind < 4 ? 0 : 1);
  }
  std::string function() {
    const std::string a = leaf(), b = leaf();
    static const std::vector<std::string> forms = {"sin(A)",
                                                   "cos(A*B)",
                                                   "tan(0.5*sin(A))",
                                                   "asin(0.4*sin(A + B))",
                                                   "acos(0.4*cos(A))",
                                                   "atan(A - 2*B)",
                                                   "atan2(A, 2 + B^2)",
                                                   "sinh(sin(A))",
                                                   "cosh(0.5*A)",
                                                   "tanh(A*B)",
                                                   "exp(sin(A))",
                                                   "log(3 + A^2)",
                                                   "sqrt(2 + A^2)",
                                                   "(2 + A^2)^1.5",
                                                   "(2 + A^2)^(-0.7)",
                                                   "A^3",
                                                   "1/(2 + A^2)",
                                                   "A*B*A",
                                                   "B/(3 + cos(A))",
                                                   "noEvent(abs(A))",
                                                   "noEvent(min(A, B))",
                                                   "noEvent(if A < 5 then A*B else B)",
                                                   "(2 + A^2)^B"};
    std::string text;
    for (const char c :
         forms[static_cast<std::size_t>(pick(0, static_cast<int>(forms.size()) - 1))]) {
      text += c == 'A' ? a : c == 'B' ? b : std::string(1, c);
    }
    return text;
  }

  std::mt19937 random_;
  int unknowns_ = 0;
};

class RandomDaes : public ::testing::TestWithParam<unsigned> {};

TEST_P(RandomDaes, HaveTheJacobianOfTheirDifferences) {
  RandomDae dae(GetParam());
  // No two values are near each other or near zero: abs and min have no kink there.
  expect_jacobian_is_right(dae.text(), {0.71, -0.43, 0.29, -0.88, 0.57, 0.13, -0.61, 0.94, -0.22},
                           0.35);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomDaes, ::testing::Range(0u, 60u));

TEST(DerivativeArray, JacobianOfThePendulum) {
  expect_jacobian_is_right(
      "model P\n  Real x, y, lambda;\nequation\n  der(der(x)) = -lambda*x;\n"
      "  der(der(y)) = -lambda*y - 9.81;\n  x^2 + y^2 = 1;\nend P;\n",
      {0.6, -0.8, 1.3, 0.4, -0.9}, 0.0);
}

TEST(DerivativeArray, JacobianOfInitialEquationsBeyondTheLeadingValues) {
  expect_jacobian_is_right(
      "model P\n  Real x, y;\ninitial equation\n  der(der(der(x)))*x = sin(der(y));\nequation\n"
      "  der(x) = -x*y;\n  y^3 + y = cos(x);\nend P;\n",
      {0.6, -0.8, 1.3, 0.4, -0.9}, 0.0);
}

// x = sin t, y = cos t, z = 0 with all their derivatives.
TEST(DerivativeArray, ResidualsVanishOnAKnownSolution) {
  const ModelFromText model(
      "model M\n  Real x, y, z;\nequation\n  x^2 + y^2 = 1;\n  der(x) = y*(1 + z);\n"
      "  z + atan2(x, y) = time - exp(z) + sqrt(1 + z);\nend M;\n");
  const double time = 0.4;
  DerivativeArray array(model.mode(), time, model.known());
  std::vector<double> x(array.unknowns().size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    const auto& entry = array.unknowns()[i];
    const double phase = entry.order * std::numbers::pi / 2;
    x[i] = entry.unknown == model.unknown("x")   ? std::sin(time + phase)
           : entry.unknown == model.unknown("y") ? std::cos(time + phase)
                                                 : 0.0;
  }
  Evaluation evaluation(array);
  ASSERT_TRUE(evaluation.at(x));
  for (const double residual : evaluation.residual) EXPECT_NEAR(residual, 0.0, 1e-14);
  x[0] += 1e-3;
  ASSERT_TRUE(evaluation.at(x));
  EXPECT_GT(*std::max_element(evaluation.residual.begin(), evaluation.residual.end()), 1e-4);
}

TEST(DerivativeArray, HoldsEachEquationAsOftenAsItsOffsetSays) {
  const ModelFromText model(
      "model P\n  Real x, y, lambda;\nequation\n  der(der(x)) = -lambda*x;\n"
      "  der(der(y)) = -lambda*y - 9.81;\n  x^2 + y^2 = 1;\nend P;\n");
  const DerivativeArray array(model.mode(), 0.0, model.known());
  EXPECT_EQ(array.equations().size(), 1u + 1u + 3u);
  EXPECT_EQ(array.unknowns().size(), 3u + 3u + 1u);
}

TEST(DerivativeArray, SaysWhenAValueIsNotFinite) {
  const ModelFromText model("model M\n  Real x;\nequation\n  der(x) = sqrt(x - 2);\nend M;\n");
  DerivativeArray array(model.mode(), 0.0, model.known());
  Evaluation evaluation(array);
  std::vector<double> x(array.unknowns().size(), 1.0);
  EXPECT_FALSE(evaluation.at(x));
  std::fill(x.begin(), x.end(), 3.0);
  EXPECT_TRUE(evaluation.at(x));
}

}  // namespace
}  // namespace saltus::testing
