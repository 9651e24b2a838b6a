#include "saltus/analysis/all_modes/binaries_as_guards.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "saltus/analysis/all_modes/analyze_all_modes.h"
#include "tests/unit/flat/flatten_text.h"

namespace saltus::testing {
namespace {

// How many modes there are of each index and number of degrees of freedom; -1, -1: singular.
using Counts = std::map<std::pair<int, int>, int>;

Counts counts_of(FlatSystem system) {
  const auto modes = analyze_all_modes(system);
  EXPECT_TRUE(modes.has_value());
  Counts counts;
  for (const ModeClass& each : modes->classes) {
    counts[{each.index, each.degrees_of_freedom}] = std::stoi(each.count.digits());
  }
  if (!modes->singular.is_zero()) counts[{-1, -1}] = std::stoi(modes->singular.digits());
  return counts;
}

TEST(BinariesAsGuards, AContactHasIndexThreeAndIsFreeOtherwise) {
  const FlatSystem system = flatten_model(
      "Real x, v, f;\n  Integer z(min = 0, max = 1);",
      "der(x) = v;\n  der(v) = f - 9.81;\n  z*x + (1 - z)*f = 0;\n  -(1 - z)*x - z*f <= 0;");
  EXPECT_EQ(counts_of(with_binaries_as_guards(system)), (Counts{{{1, 2}, 1}, {{3, 0}, 1}}));
}

TEST(BinariesAsGuards, AValuationThatRemovesAnEquationIsSingular) {
  const FlatSystem system =
      flatten_model("Real x;\n  Integer z(min = 0, max = 1);", "z*(x - 1) = 0;\n  x - z <= 3;");
  EXPECT_EQ(counts_of(with_binaries_as_guards(system)), (Counts{{{1, 0}, 1}, {{-1, -1}, 1}}));
}

TEST(BinariesAsGuards, GuardsAndBinaryUnknownsMultiply) {
  const FlatSystem system = flatten_model("Real x, y;\n  Integer z(min = 0, max = 1);",
                                          "if time > 1 then\n  der(x) = 1;\nelse\n  x = 1;\nend "
                                          "if;\n  z*der(y) + y = x;\n  y - z <= 3;");
  EXPECT_EQ(counts_of(with_binaries_as_guards(system)),
            (Counts{{{0, 2}, 1}, {{1, 1}, 2}, {{1, 0}, 1}}));
}

// Equations with terms behind factors z, 1 - z: each valuation, once within all modes and once
// written out.
class RandomEquations {
 public:
  explicit RandomEquations(unsigned seed) : random_(seed) {}

  static constexpr int kUnknowns = 4, kBinaries = 3;

  struct Term {
    int unknown, order, binary;  // binary -1: no factor
    bool is_negated;
  };

  void draw() {
    rows_.assign(kUnknowns, {});
    for (auto& row : rows_) {
      const int count = 1 + below(4);
      for (int i = 0; i < count; ++i) {
        row.push_back({below(kUnknowns), below(2), below(5) - 2, below(2) == 0});
      }
    }
  }

  // All terms with their factors.
  FlatSystem symbolic() const {
    std::string declarations = "Real x0, x1, x2, x3;", equations;
    for (int k = 0; k < kBinaries; ++k) {
      const std::string z = "z" + std::to_string(k);
      declarations += "\n  Integer " + z + "(min = 0, max = 1);";
      equations += "  x0 - " + z + " <= 3;\n";
    }
    return flatten_model(declarations, written([](const Term& term) {
                                         const std::string z = "z" + std::to_string(term.binary);
                                         if (term.binary < 0) return std::string("1");
                                         return term.is_negated ? "(1 - " + z + ")" : z;
                                       }) + equations);
  }

  // Only the terms that are left for these values of the binary unknowns.
  FlatSystem decided(int valuation) const {
    return flatten_model("Real x0, x1, x2, x3;", written([&](const Term& term) {
                           if (term.binary < 0) return std::string("1");
                           const bool value = ((valuation >> term.binary) & 1) != 0;
                           return std::string(value != term.is_negated ? "1" : "0");
                         }));
  }

 private:
  int below(int bound) { return static_cast<int>(random_() % static_cast<unsigned>(bound)); }

  template <class Factor>
  std::string written(Factor factor) const {
    std::string text;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      text += "  time";
      for (std::size_t j = 0; j < rows_[i].size(); ++j) {
        const Term& term = rows_[i][j];
        const std::string x = "x" + std::to_string(term.unknown);
        text += " + " + factor(term) + "*" + std::to_string(1 + i + 3 * j) + "*" +
                (term.order == 1 ? "der(" + x + ")" : x);
      }
      text += " = 0;\n";
    }
    return text;
  }

  std::mt19937 random_;
  std::vector<std::vector<Term>> rows_;
};

TEST(BinariesAsGuards, EachValuationIsWhatItIsWhenItIsWrittenOut) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    RandomEquations equations(seed);
    equations.draw();
    Counts expected;
    for (int valuation = 0; valuation < 1 << RandomEquations::kBinaries; ++valuation) {
      for (const auto& [kind, count] : counts_of(equations.decided(valuation))) {
        expected[kind] += count;
      }
    }
    EXPECT_EQ(counts_of(with_binaries_as_guards(equations.symbolic())), expected) << seed;
  }
}

}  // namespace
}  // namespace saltus::testing
