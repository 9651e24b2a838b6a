#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "saltus/runtime/projection/project.h"

// The linear changes of tests/reference/discontinuities.json, which were computed in exact or
// extended arithmetic.

namespace saltus {
namespace {

using Json = nlohmann::json;
using Values = std::vector<double>;

constexpr double tolerance = 1e-12;

const Json& reference() {
  static const Json file = [] {
    std::ifstream stream(std::string(SALTUS_SOURCE_DIR) + "/tests/reference/discontinuities.json");
    return Json::parse(stream);
  }();
  return file;
}

Matrix matrix_from(const Json& rows) {
  Matrix matrix(rows.size(), rows.at(0).size());
  for (std::size_t i = 0; i < matrix.rows; ++i) {
    for (std::size_t j = 0; j < matrix.columns; ++j) matrix(i, j) = rows[i][j];
  }
  return matrix;
}

LinearSystem system_from(const Json& json) {
  return {matrix_from(json.at("E")), matrix_from(json.at("A")),
          json.contains("B") ? matrix_from(json.at("B")) : Matrix()};
}

ProjectionResult projected(const Json& json, const Values& before,
                           const std::vector<Values>& inputs) {
  const auto result = project(system_from(json), before, inputs);
  EXPECT_TRUE(result.has_value());
  if (!result) return {};
  EXPECT_TRUE(result.value().near_decisions.empty());
  return result.value();
}

double relative_difference(const Values& computed, const Values& expected) {
  double error = 0.0, scale = 0.0;
  EXPECT_EQ(computed.size(), expected.size());
  for (std::size_t i = 0; i < std::min(computed.size(), expected.size()); ++i) {
    error = std::max(error, std::abs(computed[i] - expected[i]));
    scale = std::max(scale, std::abs(expected[i]));
  }
  return error / std::max(scale, 1.0);
}

TEST(ProjectionReference, TheActuatorOfIndexOneLosesItsPistonSpeed) {
  const Json& actuator = reference().at("actuator_eq51");
  const auto result = projected(actuator, actuator.at("xminus"), {});
  EXPECT_LT(relative_difference(result.after, actuator.at("xplus")), tolerance);
  EXPECT_EQ(result.index, 1);
  EXPECT_EQ(result.finite, 1u);
  EXPECT_LT(
      relative_difference(result.projector.entries, matrix_from(actuator.at("projector")).entries),
      tolerance);
}

TEST(ProjectionReference, TheActuatorOfIndexTwoIsNotWhatFormula42Gives) {
  const Json& actuator = reference().at("actuator_5var_index2");
  const auto result = projected(actuator, actuator.at("xminus"), {actuator.at("u")});
  EXPECT_LT(relative_difference(result.after, actuator.at("xplus")), tolerance);
  EXPECT_GT(relative_difference(result.after, actuator.at("paper_formula_42_wrong_here")), 0.1);
  EXPECT_EQ(result.index, 2);
  EXPECT_EQ(result.finite, 1u);
}

TEST(ProjectionReference, ASumpUnderPressureShiftsThePressuresOfTheActuator) {
  const Json& actuator = reference().at("actuator_5var_index2");
  const Json& loaded = actuator.at("psump2");
  const auto result = projected(actuator, actuator.at("xminus"), {loaded.at("u")});
  EXPECT_LT(relative_difference(result.after, loaded.at("xplus")), tolerance);
}

TEST(ProjectionReference, ThreeBodiesThatMeetConserveMomentum) {
  const Json& bodies = reference().at("three_body_simultaneous_eps0");
  Values before = bodies.at("before");
  before.resize(5, 0.0);
  const auto result = projected(bodies, before, {});
  Values expected = bodies.at("after");
  expected.resize(5, 0.0);
  EXPECT_LT(relative_difference(result.after, expected), tolerance);
  EXPECT_EQ(result.index, 2);
  ASSERT_EQ(result.impulses[3].size(), 1u);
  ASSERT_EQ(result.impulses[4].size(), 1u);
  EXPECT_NEAR(result.impulses[3][0], bodies.at("impulses").at("P12_on_1"), tolerance);
  EXPECT_NEAR(result.impulses[4][0], -bodies.at("impulses").at("P23_on_3").get<double>(),
              tolerance);
}

class RandomSystem : public ::testing::TestWithParam<std::size_t> {
 protected:
  const Json& test() const { return reference().at("random_projection_tests").at(GetParam()); }
};

TEST_P(RandomSystem, HasTheIndexAndTheDegreesOfFreedomItWasMadeWith) {
  const auto result = projected(test(), test().at("xminus"), {test().at("u")});
  EXPECT_EQ(result.index, test().at("index"));
  EXPECT_EQ(result.finite, test().at("n_finite"));
}

TEST_P(RandomSystem, WithConstantInputs) {
  const auto result = projected(test(), test().at("xminus"), {test().at("u")});
  EXPECT_LT(relative_difference(result.after, test().at("xplus_u_const")), tolerance);
}

TEST_P(RandomSystem, WithDerivativesOfTheInputs) {
  std::vector<Values> inputs = {test().at("u")};
  for (const Json& derivative : test().at("u_derivatives")) inputs.push_back(derivative);
  const auto result = projected(test(), test().at("xminus"), inputs);
  EXPECT_LT(relative_difference(result.after, test().at("xplus_with_u_derivatives")), tolerance);
}

TEST_P(RandomSystem, WithoutInputs) {
  const auto result = projected(test(), test().at("xminus"), {});
  EXPECT_LT(relative_difference(result.after, test().at("xplus_homogeneous")), tolerance);
}

INSTANTIATE_TEST_SUITE_P(Projection, RandomSystem,
                         ::testing::Range(std::size_t{0},
                                          reference().at("random_projection_tests").size()));

}  // namespace
}  // namespace saltus
