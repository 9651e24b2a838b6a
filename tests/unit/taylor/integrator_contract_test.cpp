#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <numbers>
#include <string>
#include <vector>

#include "saltus/runtime/taylor/taylor_integrator.h"
#include "tests/problems/model_from_text.h"

// What every integrator promises to the run loop. A new one joins the list of types below.

namespace saltus::testing {
namespace {

constexpr double kPi = std::numbers::pi;

struct Taylor {
  using Integrator = TaylorIntegrator;
  // A ModelFromText, or Watching.
  static std::unique_ptr<Integrator> make(const auto& model, double tolerance) {
    return std::make_unique<Integrator>(model.mode(), model.plan(), tolerance,
                                        std::vector<double>(model.mode().unknowns.size(), 0.0),
                                        model.known());
  }
};

// The component of a model that watches event functions, in the mode in which all guards hold.
class Watching {
 public:
  explicit Watching(const std::string& text) : model_(text) {
    const ExecutableModel& executable = model_.model().executable;
    for (std::uint32_t c = 0; c < executable.components.size(); ++c) {
      if (executable.components[c].surfaces.empty()) continue;
      const std::vector<std::uint8_t> guards(executable.discrete.guard_count, 1);
      mode_ = model_.model().modes->mode(c, guards, {}, false)->mode;
    }
  }
  const ExecutableMode& mode() const { return mode_->executable; }
  const ExpansionPlan& plan() const { return mode_->expansion; }
  const KnownValues& known() const { return model_.known(); }

 private:
  ModelFromText model_;
  std::shared_ptr<const PlannedMode> mode_;
};

template <typename Method>
class IntegratorContract : public ::testing::Test {
 protected:
  using Integrator = typename Method::Integrator;

  // State entries x, x', v, v' of the oscillator x' = v, v' = -x at a time.
  static std::vector<double> oscillator_at(double time) {
    return {std::cos(time), -std::sin(time), -std::sin(time), -std::cos(time)};
  }

  // Steps until the limit is reached; false if a step fails or something crosses.
  static bool advance(Integrator& integrator, double limit, std::span<const Side> held = {}) {
    while (integrator.time() != limit) {
      if (!std::holds_alternative<Advanced>(integrator.step(limit, held))) return false;
    }
    return true;
  }
};

using Methods = ::testing::Types<Taylor>;
TYPED_TEST_SUITE(IntegratorContract, Methods);

const char* const kOscillator = R"(model M
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -x;
end M;
)";

// The component of x and v watches x - 1/2, which is zero at pi/3 and 5 pi/3.
const char* const kWatchedOscillator = R"(model M
  Real x(start = 1, fixed = true), v(start = 0, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -x;
  der(y) = if x > 0.5 then 1 else 0;
end M;
)";

TYPED_TEST(IntegratorContract, ErrorsFollowTheTolerance) {
  ModelFromText model(kOscillator);
  for (const double tolerance : {1e-3, 1e-6, 1e-9, 1e-12}) {
    auto integrator = TypeParam::make(model, tolerance);
    ASSERT_FALSE(integrator->begin(Instant(0.0), this->oscillator_at(0.0)));
    ASSERT_TRUE(this->advance(*integrator, 20.0));
    EXPECT_NEAR(integrator->state()[0], std::cos(20.0), 100.0 * tolerance) << tolerance;
    EXPECT_GT(integrator->statistics().steps, 0u);
  }
}

TYPED_TEST(IntegratorContract, TheSegmentIsAsAccurateAsItsEnds) {
  ModelFromText model(kOscillator);
  auto integrator = TypeParam::make(model, 1e-8);
  ASSERT_FALSE(integrator->begin(Instant(0.0), this->oscillator_at(0.0)));
  std::vector<double> state(integrator->state_size());
  double before = 0.0;
  while (before < 10.0) {
    ASSERT_TRUE(std::holds_alternative<Advanced>(integrator->step(10.0)));
    const double length = integrator->time() - before;
    EXPECT_EQ(integrator->segment().begin().value(), before);
    for (const double part : {0.0, 0.1, 0.37, 0.5, 0.9, 1.0}) {
      integrator->segment().predict(part * length, state);
      EXPECT_NEAR(state[0], std::cos(before + part * length), 1e-7);
      EXPECT_NEAR(state[2], -std::sin(before + part * length), 1e-7);
    }
    before = integrator->time();
  }
}

TYPED_TEST(IntegratorContract, AStepEndsAtTheFirstCrossing) {
  Watching model(kWatchedOscillator);
  auto integrator = TypeParam::make(model, 1e-10);
  ASSERT_EQ(model.mode().surfaces.size(), 1u);
  ASSERT_FALSE(integrator->begin(Instant(0.0), this->oscillator_at(0.0)));
  const Side held = integrator->sides().after(0, false);
  ASSERT_NE(held, Side::zero);
  StepOutcome outcome = Advanced{0.0};
  while (std::holds_alternative<Advanced>(outcome)) outcome = integrator->step(3.0, {&held, 1});
  ASSERT_TRUE(std::holds_alternative<Crossed>(outcome));
  EXPECT_NEAR(std::get<Crossed>(outcome).time.value(), kPi / 3.0, 1e-9);
  EXPECT_EQ(integrator->instant().value(), std::get<Crossed>(outcome).time.value());
  ASSERT_EQ(integrator->crossings().size(), 1u);
  EXPECT_EQ(integrator->crossings()[0].position, 0u);
  EXPECT_NE(integrator->crossings()[0].after, held);
}

// After a crossing it begins anew, and finds the next one on the other side.
TYPED_TEST(IntegratorContract, ACrossingIsFollowedByARestart) {
  Watching model(kWatchedOscillator);
  auto integrator = TypeParam::make(model, 1e-10);
  ASSERT_FALSE(integrator->begin(Instant(0.0), this->oscillator_at(0.0)));
  Side held = integrator->sides().after(0, false);
  std::vector<double> times;
  while (times.size() < 6) {
    const StepOutcome outcome = integrator->step(100.0, {&held, 1});
    ASSERT_FALSE(std::holds_alternative<StepFailed>(outcome));
    if (!std::holds_alternative<Crossed>(outcome)) continue;
    times.push_back(std::get<Crossed>(outcome).time.value());
    const std::vector<double> here(integrator->state().begin(), integrator->state().end());
    ASSERT_FALSE(integrator->begin(integrator->instant(), here));
    EXPECT_TRUE(integrator->sides().is_at_surface(0, true));
    const Side after = integrator->sides().after(0, true);
    EXPECT_NE(after, held);
    held = after;
  }
  const std::vector<double> expected = {kPi / 3,      5 * kPi / 3,  7 * kPi / 3,
                                        11 * kPi / 3, 13 * kPi / 3, 17 * kPi / 3};
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(times[i], expected[i], 1e-8);
}

TYPED_TEST(IntegratorContract, BackwardInTimeItFindsTheSameCrossing) {
  Watching model(kWatchedOscillator);
  auto integrator = TypeParam::make(model, 1e-10);
  integrator->set_backward();
  const double from = 1.5;  // x < 1/2 there; the last crossing before it is at pi/3
  ASSERT_FALSE(integrator->begin(Instant(from), this->oscillator_at(from)));
  const Side held = integrator->sides().after(0, false);
  StepOutcome outcome = Advanced{0.0};
  while (std::holds_alternative<Advanced>(outcome)) outcome = integrator->step(0.0, {&held, 1});
  ASSERT_TRUE(std::holds_alternative<Crossed>(outcome));
  EXPECT_NEAR(std::get<Crossed>(outcome).time.value(), kPi / 3.0, 1e-9);
}

TYPED_TEST(IntegratorContract, BackwardItReturnsToTheStart) {
  ModelFromText model(kOscillator);
  auto there = TypeParam::make(model, 1e-12);
  ASSERT_FALSE(there->begin(Instant(0.0), this->oscillator_at(0.0)));
  ASSERT_TRUE(this->advance(*there, 7.0));
  auto back = TypeParam::make(model, 1e-12);
  back->set_backward();
  ASSERT_FALSE(back->begin(there->instant(), there->state()));
  ASSERT_TRUE(this->advance(*back, 0.0));
  EXPECT_NEAR(back->state()[0], 1.0, 1e-10);
  EXPECT_NEAR(back->state()[2], 0.0, 1e-10);
}

// x = 1/(1 - t): what came before the pole stays available.
TYPED_TEST(IntegratorContract, AFailureInTheMiddleIsAValue) {
  ModelFromText model(
      "model M\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = x^2;\nend M;\n");
  auto integrator = TypeParam::make(model, 1e-8);
  ASSERT_FALSE(integrator->begin(Instant(0.0), std::vector<double>{1, 1}));
  StepOutcome outcome = Advanced{0.0};
  for (int i = 0; i < 10000 && std::holds_alternative<Advanced>(outcome); ++i) {
    outcome = integrator->step(2.0);
  }
  ASSERT_TRUE(std::holds_alternative<StepFailed>(outcome));
  EXPECT_NEAR(std::get<StepFailed>(outcome).time, 1.0, 1e-6);
  EXPECT_LT(integrator->time(), 1.0 + 1e-9);
  // It can be begun elsewhere.
  ASSERT_FALSE(integrator->begin(Instant(0.0), std::vector<double>{0.5, 0.25}));
  ASSERT_TRUE(this->advance(*integrator, 1.0));
  EXPECT_NEAR(integrator->state()[0], 1.0, 1e-6);
}

TYPED_TEST(IntegratorContract, AnEventFunctionThatIsNotANumberFailsTheStep) {
  Watching model(
      "model M\n  Real x(start = 1, fixed = true), y(start = 0, fixed = true);\nequation\n"
      "  der(x) = -1;\n  der(y) = if sqrt(x) > 0.5 then 1 else 0;\nend M;\n");
  auto integrator = TypeParam::make(model, 1e-8);
  ASSERT_FALSE(integrator->begin(Instant(0.0), std::vector<double>{-1, -1}));
  const Side held = Side::negative;
  const StepOutcome outcome = integrator->step(1.0, {&held, 1});
  ASSERT_TRUE(std::holds_alternative<StepFailed>(outcome));
  EXPECT_EQ(std::get<StepFailed>(outcome).undefined_surface, 0u);
  // Unless nothing depends on it.
  integrator->ignore(0);
  EXPECT_TRUE(std::holds_alternative<Advanced>(integrator->step(1.0, {&held, 1})));
}

}  // namespace
}  // namespace saltus::testing
