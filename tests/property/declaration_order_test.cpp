#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "tests/problems/model_from_text.h"

// The order in which variables are declared means nothing, to events and resets either. What an
// operation does not read must not be read: the first unknown has row 0.

namespace saltus::testing {
namespace {

struct Model {
  std::vector<std::string> declarations;
  std::string equations;

  std::string text() const {
    std::string result = "model M\n";
    for (const std::string& declaration : declarations) result += "  " + declaration + ";\n";
    return result + "equation\n" + equations + "end M;\n";
  }
};

double last(const Simulation& run, const std::string& name) {
  return run.trajectory.value(run.trajectory.row_count() - 1, column(run.trajectory, name));
}

Simulation run(const Model& model, double stop) {
  ModelFromText compiled(model.text());
  return compiled.run_to_end({.stop_time = stop, .interval = stop});
}

// d remembers the left limit of x where exp(x) has jumped across 3: exp(x) reads x alone, so the
// jump is seen in the micro-step after the one that makes it.
TEST(DeclarationOrder, DoesNotDecideWhichMicroStepSeesAJump) {
  Model model{{"Real x(start = 0, fixed = true)", "Real a", "Real y",
               "discrete Real d(start = 0, fixed = true)"},
              "  der(x) = 0.1 + 0*y;\n  a = 2*x;\n  y = if exp(x) > 3 then 1 else 0;\n"
              "  when time >= 1 then\n    reinit(x, 5);\n  end when;\n"
              "  when exp(x) > 3 then\n    d = pre(x);\n  end when;\n"};
  std::sort(model.declarations.begin(), model.declarations.end());
  do {
    EXPECT_DOUBLE_EQ(last(run(model, 2.0), "d"), 5.0) << model.text();
  } while (std::next_permutation(model.declarations.begin(), model.declarations.end()));
}

// Two states that jump, values that are functions of one of them, relations and when clauses on
// functions of one value.
class RandomModel {
 public:
  explicit RandomModel(unsigned seed) : random_(seed) {}

  Model make() {
    Model model;
    for (int i = 0; i < 2; ++i) {
      model.declarations.push_back(fmt::format("Real x{}(start = {}, fixed = true)", i, number()));
      model.declarations.push_back(fmt::format("Real a{}", i));
      model.declarations.push_back(fmt::format("Real y{}", i));
      model.declarations.push_back(fmt::format("discrete Real d{}(start = 0, fixed = true)", i));
      const std::string function = unary(fmt::format("x{}", i));
      model.equations +=
          fmt::format("  der(x{}) = {}*sin(x{}) + {} + 0*y{};\n", i, number(), 1 - i, number(), i);
      model.equations += fmt::format("  a{} = {}*x{} + {}*x{};\n", i, number(), i, number(), 1 - i);
      model.equations += fmt::format("  y{} = if {} > {} then 1 else {};\n", i, function, number(),
                                     unary(fmt::format("a{}", i)));
      model.equations += fmt::format("  when time >= {} then\n    reinit(x{}, {});\n  end when;\n",
                                     0.4 + 0.3 * i, i, number());
      model.equations +=
          fmt::format("  when {} > {} then\n    d{} = pre(x{}) + 10*pre(d{});\n  end when;\n",
                      unary(fmt::format("{}{}", i == 0 ? 'x' : 'a', i)), number(), i, i, i);
    }
    return model;
  }

  void shuffle(std::vector<std::string>& lines) {
    std::shuffle(lines.begin(), lines.end(), random_);
  }

 private:
  std::string number() {
    return fmt::format("({})", std::uniform_int_distribution<int>(-1500, 1500)(random_) / 1000.0);
  }
  std::string unary(const std::string& argument) {
    static const char* const forms[] = {
        "exp({})", "sin({})",  "tanh({})",        "atan({})",
        "{}",      "cosh({})", "sqrt(1 + {0}^2)", "1/(3 + sin({}))"};
    const char* const form = forms[std::uniform_int_distribution<std::size_t>(0, 7)(random_)];
    return fmt::format(fmt::runtime(form), argument);
  }
  std::mt19937 random_;
};

TEST(DeclarationOrder, DoesNotMatterToRandomHybridModels) {
  for (unsigned seed = 1; seed <= 60; ++seed) {
    RandomModel random(seed);
    Model model = random.make();
    const std::string original = model.text();
    const Simulation expected = run(model, 1.5);
    for (int round = 0; round < 3; ++round) {
      random.shuffle(model.declarations);
      const Simulation actual = run(model, 1.5);
      EXPECT_EQ(actual.events.size(), expected.events.size()) << "seed " << seed << "\n"
                                                              << original << model.text();
      for (const char* name : {"x0", "x1", "a0", "a1", "y0", "y1", "d0", "d1"}) {
        EXPECT_NEAR(last(actual, name), last(expected, name), 1e-6)
            << name << ", seed " << seed << "\n"
            << original << model.text();
      }
    }
  }
}

}  // namespace
}  // namespace saltus::testing
