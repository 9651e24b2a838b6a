#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "saltus/runtime/projection/project.h"
#include "tests/problems/event_log.h"

// Laws of changes between modes, over generated multi-mode systems. The second answer
// is the projection on the finite deflating subspace, which knows no infinitesimals.

namespace saltus::testing {
namespace {

constexpr double kChange = 0.125;  // when the mode changes
constexpr double kStop = 0.1875;

class Random {
 public:
  explicit Random(std::uint32_t seed) : engine_(seed) {}
  std::size_t below(std::size_t end) { return engine_() % end; }
  bool chance(std::size_t one_in) { return below(one_in) == 0; }
  // A quarter, not zero, of at most 2.
  double coefficient() {
    const double size = static_cast<double>(1 + below(8)) / 4.0;
    return chance(2) ? size : -size;
  }
  std::vector<std::size_t> permutation(std::size_t size) {
    std::vector<std::size_t> result(size);
    std::iota(result.begin(), result.end(), std::size_t{0});
    for (std::size_t k = size; k > 1; --k) std::swap(result[k - 1], result[below(k)]);
    return result;
  }

 private:
  std::mt19937 engine_;
};

// E x' + A x + B (1, t) = 0
struct LinearMode {
  explicit LinearMode(std::size_t size)
      : system{Matrix(size, size), Matrix(size, size), Matrix(size, 2)} {}
  LinearSystem system;
  std::size_t size() const { return system.e.rows; }
  bool differentiates(std::size_t variable) const {
    for (std::size_t i = 0; i < size(); ++i) {
      if (system.e(i, variable) != 0.0) return true;
    }
    return false;
  }
};

// x_1 is given, x_2 is proportional to its derivative, x_3 to that of x_2: of high index.
LinearMode any_chain(Random& random, std::size_t size) {
  LinearMode mode(size);
  const std::vector<std::size_t> variable = random.permutation(size);
  const std::size_t length = 1 + random.below(std::min<std::size_t>(size, 3));
  for (std::size_t i = 0; i < size; ++i) {
    if (i > 0) mode.system.e(i, variable[i < length ? i - 1 : i]) = random.coefficient();
    mode.system.a(i, variable[i]) = random.coefficient();
    if (i >= length) mode.system.a(i, variable[random.below(size)]) = random.coefficient();
    if (random.chance(3)) mode.system.b(i, random.below(2)) = random.coefficient();
  }
  return mode;
}

LinearMode any_mode(Random& random, std::size_t size) {
  if (random.chance(3)) return any_chain(random, size);
  LinearMode mode(size);
  const std::vector<std::size_t> solved = random.permutation(size);
  for (std::size_t i = 0; i < size; ++i) {
    const auto add = [&](std::size_t variable) {
      Matrix& matrix = random.chance(2) ? mode.system.e : mode.system.a;
      matrix(i, variable) = random.coefficient();
    };
    add(solved[i]);
    for (std::size_t k = random.below(3); k > 0; --k) add(random.below(size));
    if (random.chance(3)) mode.system.b(i, 0) = random.coefficient();
    if (random.chance(3)) mode.system.b(i, 1) = random.coefficient();
  }
  return mode;
}

// What the next mode differentiates must be a fact: the projection takes it for one.
LinearMode any_mode_before(Random& random, const LinearMode& next) {
  LinearMode mode = any_mode(random, next.size());
  for (std::size_t j = 0; j < next.size(); ++j) {
    if (!next.differentiates(j) || mode.differentiates(j)) continue;
    mode.system.e(random.below(next.size()), j) = random.coefficient();
  }
  return mode;
}

// How a system is written down.
struct Writing {
  std::vector<std::size_t> equations_before, equations_after;  // in this order
  std::vector<std::size_t> declarations;
  std::string prefix = "x";
  bool is_negated = false;

  static Writing plain(std::size_t size) {
    Writing writing;
    writing.declarations.resize(size);
    std::iota(writing.declarations.begin(), writing.declarations.end(), std::size_t{0});
    writing.equations_before = writing.equations_after = writing.declarations;
    return writing;
  }
  static Writing shuffled(Random& random, std::size_t size) {
    Writing writing;
    writing.equations_before = random.permutation(size);
    writing.equations_after = random.permutation(size);
    writing.declarations = random.permutation(size);
    writing.prefix = "velocity_";
    writing.is_negated = true;
    return writing;
  }
  std::string name(std::size_t variable) const {
    // Names in another alphabetical order too.
    return prefix + (is_negated ? std::to_string(99 - variable) : std::to_string(variable));
  }
};

std::string equations_of(const LinearMode& mode, const Writing& writing,
                         const std::vector<std::size_t>& order) {
  std::string text;
  for (const std::size_t i : order) {
    text += "    0";
    for (const std::size_t j : writing.declarations) {
      const double e = mode.system.e(i, j), a = mode.system.a(i, j);
      if (e != 0.0) text += fmt::format(" + ({})*der({})", e, writing.name(j));
      if (a != 0.0) text += fmt::format(" + ({})*{}", a, writing.name(j));
    }
    text += fmt::format(" = {} - ({})*time;\n", -mode.system.b(i, 0), mode.system.b(i, 1));
  }
  return text;
}

std::string two_modes(const LinearMode& before, const LinearMode& after,
                      const std::vector<double>& start, const Writing& writing) {
  std::string text = "model TwoModes\n";
  for (const std::size_t j : writing.declarations) {
    text += fmt::format("  Real {}(start = {});\n", writing.name(j), start[j]);
  }
  const std::string first = equations_of(before, writing, writing.equations_before);
  const std::string second = equations_of(after, writing, writing.equations_after);
  text += writing.is_negated
              ? fmt::format("equation\n  if time >= {} then\n{}  else\n{}  end if;\n", kChange,
                            second, first)
              : fmt::format("equation\n  if time < {} then\n{}  else\n{}  end if;\n", kChange,
                            first, second);
  return text + "end TwoModes;\n";
}

struct Change {
  std::vector<double> left, right, last;
  std::vector<std::vector<double>> impulses;  // weights per variable
};

// Nothing when one of the modes is singular, or the solution grows out of hand.
std::optional<Change> run_change(const std::string& text, const Writing& writing) {
  ModelFromText model(text);
  const Simulation run = model.run({.stop_time = kStop, .tolerance = 1e-12, .times = {kStop}});
  if (run.end.reason != EndReason::reached_stop_time || run.events.empty()) return std::nullopt;
  Change change;
  const std::size_t size = writing.declarations.size();
  for (std::size_t j = 0; j < size; ++j) {
    const std::string name = writing.name(j);
    const Limits limits = limits_at(run, kChange, name);
    change.left.push_back(limits.left);
    change.right.push_back(limits.right);
    change.last.push_back(last_value(run, name));
    const auto* const impulse = find_impulse(model, run.events[0], name);
    change.impulses.push_back(impulse == nullptr ? std::vector<double>() : impulse->weights);
    if (std::fabs(limits.left) > 1e3 || std::fabs(limits.right) > 1e3) return std::nullopt;
  }
  return change;
}

std::optional<ProjectionResult> project_on(const LinearMode& mode, const std::vector<double>& x) {
  const std::array<std::vector<double>, 2> inputs = {std::vector<double>{1.0, kChange},
                                                     std::vector<double>{0.0, 1.0}};
  auto result = project(mode.system, x, inputs);
  if (!result || result.value().condition > 1e3) return std::nullopt;
  return std::move(result.value());
}

std::vector<double> any_start(Random& random, std::size_t size) {
  std::vector<double> start;
  for (std::size_t j = 0; j < size; ++j) start.push_back(random.coefficient());
  return start;
}

double largest(const std::vector<double>& values) {
  double result = 1.0;
  for (const double v : values) result = std::fmax(result, std::fabs(v));
  return result;
}

void expect_same(const std::vector<double>& actual, const std::vector<double>& expected,
                 double allowed, const char* what) {
  ASSERT_EQ(actual.size(), expected.size());
  for (std::size_t j = 0; j < actual.size(); ++j) {
    EXPECT_NEAR(actual[j], expected[j], allowed * largest(expected)) << what << ", variable " << j;
  }
}

TEST(ChangeOfMode, ResetsAndImpulsesAreThoseOfTheProjection) {
  std::array<int, 4> seen{};
  int overlapping = 0, impulsive = 0;
  for (std::uint32_t seed = 0; seed < 300 && !HasFailure(); ++seed) {
    Random random(seed);
    const std::size_t size = 2 + random.below(4);
    const LinearMode after = any_mode(random, size);
    const LinearMode before = any_mode_before(random, after);
    if (!project_on(after, std::vector<double>(size, 1.0))) continue;
    if (!project_on(before, std::vector<double>(size, 1.0))) continue;
    const Writing writing = Writing::plain(size);
    const std::string text = two_modes(before, after, any_start(random, size), writing);
    const auto change = run_change(text, writing);
    if (!change) continue;
    const auto expected = project_on(after, change->left);
    ASSERT_TRUE(expected);
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, text));
    expect_same(change->right, expected->after, 1e-9, "right limit");
    double scale = largest(expected->after);
    for (const std::vector<double>& weights : expected->impulses) {
      scale = std::fmax(scale, largest(weights));
    }
    for (std::size_t j = 0; j < size; ++j) {
      const std::vector<double>&actual = change->impulses[j], &wanted = expected->impulses[j];
      for (std::size_t k = 0; k < std::max(actual.size(), wanted.size()); ++k) {
        EXPECT_NEAR(k < actual.size() ? actual[k] : 0.0, k < wanted.size() ? wanted[k] : 0.0,
                    1e-9 * scale)
            << "weight " << k << " of variable " << j;
      }
      impulsive += wanted.empty() ? 0 : 1;
    }
    ++seen[static_cast<std::size_t>(std::min(expected->index, 3))];
    for (std::size_t j = 0; j < size; ++j) {
      if (before.differentiates(j) && !after.differentiates(j)) {
        ++overlapping;
        break;
      }
    }
  }
  fmt::print("  index 0: {}, 1: {}, 2: {}, 3 and more: {}; states lost: {}; impulses: {}\n",
             seen[0], seen[1], seen[2], seen[3], overlapping, impulsive);
  for (const int count : seen) EXPECT_GE(count, 5);
  EXPECT_GE(overlapping, 20);
  EXPECT_GE(impulsive, 20);
}

// All consistency equations, hidden ones too: projecting once more moves nothing.
TEST(ChangeOfMode, RightLimitsAreConsistent) {
  int tried = 0;
  for (std::uint32_t seed = 5000; seed < 5100 && !HasFailure(); ++seed) {
    Random random(seed);
    const std::size_t size = 2 + random.below(4);
    const LinearMode after = any_mode(random, size);
    const LinearMode before = any_mode(random, size);
    if (!project_on(after, std::vector<double>(size, 1.0))) continue;
    const Writing writing = Writing::plain(size);
    const std::string text = two_modes(before, after, any_start(random, size), writing);
    const auto change = run_change(text, writing);
    if (!change) continue;
    ++tried;
    const auto again = project_on(after, change->right);
    ASSERT_TRUE(again);
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, text));
    expect_same(change->right, again->after, 1e-12, "right limit");
  }
  EXPECT_GE(tried, 60);
}

TEST(ChangeOfMode, BetweenIdenticalModesChangesNothing) {
  int tried = 0;
  for (std::uint32_t seed = 7000; seed < 7100 && !HasFailure(); ++seed) {
    Random random(seed);
    const std::size_t size = 2 + random.below(4);
    const LinearMode mode = any_mode(random, size);
    if (!project_on(mode, std::vector<double>(size, 1.0))) continue;
    Writing writing = Writing::plain(size);
    writing.equations_after = random.permutation(size);
    const std::string text = two_modes(mode, mode, any_start(random, size), writing);
    const auto change = run_change(text, writing);
    if (!change) continue;
    ++tried;
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, text));
    expect_same(change->right, change->left, 1e-12, "right limit");
    for (const std::vector<double>& weights : change->impulses) EXPECT_TRUE(weights.empty());
  }
  EXPECT_GE(tried, 60);
}

TEST(ChangeOfMode, DoesNotDependOnHowItIsWritten) {
  int tried = 0;
  for (std::uint32_t seed = 9000; seed < 9100 && !HasFailure(); ++seed) {
    Random random(seed);
    const std::size_t size = 2 + random.below(4);
    const LinearMode after = any_mode(random, size);
    const LinearMode before = any_mode_before(random, after);
    if (!project_on(after, std::vector<double>(size, 1.0))) continue;
    if (!project_on(before, std::vector<double>(size, 1.0))) continue;
    const std::vector<double> start = any_start(random, size);
    const Writing plain = Writing::plain(size), shuffled = Writing::shuffled(random, size);
    const std::string text = two_modes(before, after, start, plain);
    const std::string other_text = two_modes(before, after, start, shuffled);
    const auto change = run_change(text, plain);
    const auto other = run_change(other_text, shuffled);
    SCOPED_TRACE(fmt::format("seed {}\n{}{}", seed, text, other_text));
    ASSERT_EQ(change.has_value(), other.has_value());
    if (!change) continue;
    ++tried;
    expect_same(other->left, change->left, 1e-12, "left limit");
    expect_same(other->right, change->right, 1e-12, "right limit");
    expect_same(other->last, change->last, 1e-11, "end");
    for (std::size_t j = 0; j < size; ++j) {
      ASSERT_EQ(other->impulses[j].size(), change->impulses[j].size());
      for (std::size_t k = 0; k < change->impulses[j].size(); ++k) {
        EXPECT_NEAR(other->impulses[j][k], change->impulses[j][k], 1e-11 * largest(change->right));
      }
    }
  }
  EXPECT_GE(tried, 60);
}

// Bodies on a line, some neighbours of which are coupled at the change: at the level of
// speeds, or of positions. What one loses the other gets.
TEST(ChangeOfMode, ConservesMomentum) {
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    const std::size_t bodies = 2 + random.below(5);
    std::string declarations, motion, free, coupled;
    std::vector<double> mass;
    for (std::size_t i = 0; i < bodies; ++i) {
      mass.push_back(std::fabs(random.coefficient()));
      declarations +=
          fmt::format("  Real x{0}(start = {0}, fixed = true), v{0}(start = {1}, fixed = true);\n",
                      i, random.coefficient());
      const std::string left = i > 0 ? fmt::format(" + F{}", i - 1) : "";
      const std::string right = i + 1 < bodies ? fmt::format(" - F{}", i) : "";
      motion +=
          fmt::format("  der(x{0}) = v{0};\n  {1}*der(v{0}) = 0{2}{3};\n", i, mass[i], left, right);
    }
    for (std::size_t i = 0; i + 1 < bodies; ++i) {
      declarations += fmt::format("  Real F{};\n", i);
      free += fmt::format("    F{} = 0;\n", i);
      const std::size_t kind = random.below(3);
      coupled += kind == 0   ? fmt::format("    F{} = 0;\n", i)
                 : kind == 1 ? fmt::format("    v{} = v{};\n", i, i + 1)
                             : fmt::format("    x{} = x{};\n", i, i + 1);
    }
    const std::string text = fmt::format(
        "model Bodies\n{}equation\n{}  if time < {} then\n{}  else\n{}  end if;\nend Bodies;\n",
        declarations, motion, kChange, free, coupled);
    SCOPED_TRACE(text);
    ModelFromText model(text);
    const Simulation run = model.run_to_end({.stop_time = kStop, .tolerance = 1e-10});
    double left = 0.0, right = 0.0, last = 0.0, centre_left = 0.0, centre_right = 0.0;
    for (std::size_t i = 0; i < bodies; ++i) {
      const Limits speed = limits_at(run, kChange, fmt::format("v{}", i));
      const Limits position = limits_at(run, kChange, fmt::format("x{}", i));
      left += mass[i] * speed.left;
      right += mass[i] * speed.right;
      centre_left += mass[i] * position.left;
      centre_right += mass[i] * position.right;
      last += mass[i] * last_value(run, fmt::format("v{}", i));
    }
    EXPECT_NEAR(right, left, 1e-12);
    EXPECT_NEAR(last, left, 1e-12);
    EXPECT_NEAR(centre_right, centre_left, 1e-12);
  }
}

}  // namespace
}  // namespace saltus::testing
