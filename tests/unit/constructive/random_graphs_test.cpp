// Random models with two modes, both structurally regular: whatever the past of the other mode
// has fixed, the resets end, and the mode that they lead to has the state and the constraints of
// its structure.

#include <gtest/gtest.h>

#include <random>

#include "saltus/analysis/constructive/guarded_system.h"
#include "tests/unit/constructive/graph_text.h"

namespace saltus {
namespace {

class RandomModel {
 public:
  explicit RandomModel(unsigned seed) : random_(seed), size_(number(2, 5)) {}

  std::string declarations() const {
    std::string text = "Real x1";
    for (int j = 2; j <= size_; ++j) text += ", x" + std::to_string(j);
    return text + ";";
  }

  std::string equations() {
    const int guarded = number(1, size_);
    std::string text;
    for (int i = guarded; i < size_; ++i) text += equation();
    text += "if time < 1 then ";
    for (int i = 0; i < guarded; ++i) text += equation();
    text += "else ";
    for (int i = 0; i < guarded; ++i) text += equation();
    return text + "end if;";
  }

 private:
  int number(int least, int most) {
    return std::uniform_int_distribution<int>(least, most)(random_);
  }
  std::string term() {
    const std::string name = "x" + std::to_string(number(1, size_));
    const int order = number(0, 9);
    if (order >= 9) return "der(der(" + name + "))";
    return order >= 6 ? "der(" + name + ")" : name;
  }
  std::string equation() {
    std::string text = term();
    for (int k = number(0, 2); k > 0; --k) text += " + " + term();
    return text + " = time;\n";
  }

  std::mt19937 random_;
  int size_;
};

TEST(RandomGraphs, ResetsEndInTheStateOfTheStructure) {
  int compared = 0;
  for (unsigned seed = 0; seed < 2000; ++seed) {
    RandomModel random(seed);
    const std::string declarations = random.declarations(), equations = random.equations();
    FlatSystem system = flatten_model(declarations, equations);
    Diagnostics diagnostics;
    const auto hybrid = build_hybrid(system, diagnostics);
    ASSERT_TRUE(hybrid.has_value());
    const auto first = find_first_mode(system, diagnostics);
    const PossibleModes possible(system);
    for (const Component& component : hybrid->components) {
      GuardedSystem guarded(system, *hybrid, component);
      const auto graph =
          build_constructive_graph(system, *hybrid, component, *first, possible, diagnostics);
      ASSERT_TRUE(graph.has_value());
      bool all_regular = true;
      for (const ConstructiveMode& mode : graph->modes) all_regular &= !mode.is_singular;
      if (!all_regular || graph->modes.size() < 2) continue;
      ++compared;
      EXPECT_FALSE(graph->is_rejected()) << seed << "\n" << equations;
      for (const ConstructiveMode& mode : graph->modes) {
        ASSERT_TRUE(mode.run.has_value()) << seed << "\n" << equations;
        const SelectedMode& selected = guarded.selected(mode.literals);
        const ConstructiveNode& node = graph->nodes[graph->runs[*mode.run].from];
        Context expected;
        for (const ModeEquation& equation : selected.system.equations) {
          for (int k = 0; k < selected.latent[equation.equation.index()]; ++k) {
            for (const EquationId twin : guarded.twins(equation.equation)) {
              expected.push_back({twin, k});
            }
          }
        }
        std::sort(expected.begin(), expected.end());
        expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
        EXPECT_EQ(node.context, expected) << seed << "\n" << equations;
        for (std::uint32_t c = 0; c < selected.system.unknowns.size(); ++c) {
          const ShiftedTruth& truth = node.status.variables[selected.system.unknowns[c].index()];
          int known = 0;
          while (truth[known] == Truth::is_true) ++known;
          EXPECT_EQ(known, selected.structure->offsets.variable[Column(c)])
              << seed << " x" << c + 1 << "\n"
              << equations;
        }
      }
      if (testing::Test::HasFailure()) return;
    }
  }
  EXPECT_GT(compared, 300);
}

}  // namespace
}  // namespace saltus
