// Sets of changes against changes looked at one by one.

#include "saltus/analysis/changes/crossing_classes.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "saltus/analysis/constructive/find_defect.h"
#include "saltus/analysis/constructive/magnitude.h"
#include "tests/unit/changes/changes_of_text.h"

namespace saltus {
namespace {

using Counts = std::map<std::pair<ChangeVerdict, int>, std::uint64_t>;

Counts counts_of(const GuardCrossing& crossing) {
  Counts counts;
  for (const CrossingClass& each : crossing.classes) {
    counts[{each.verdict, each.order}] += std::stoull(each.entered.count.digits());
  }
  return counts;
}

Counts enumerated(GuardedSystem& system, const PossibleModes& possible, GuardId guard, bool value) {
  Counts counts;
  const std::vector<GuardId>& guards = system.guards();
  for (std::size_t valuation = 0; valuation >> guards.size() == 0; ++valuation) {
    std::vector<GuardLiteral> to, from;
    for (std::size_t k = 0; k < guards.size(); ++k) {
      to.push_back({guards[k], (valuation >> k & 1) != 0});
    }
    from = to;
    bool is_entered = false;
    for (std::size_t k = 0; k < guards.size(); ++k) {
      if (guards[k] != guard) continue;
      is_entered = to[k].value == value;
      from[k].value = !value;
    }
    if (!is_entered || !possible.allow(to) || !possible.allow(from)) continue;
    const SelectedMode& after = system.selected(to);
    if (const auto defect = find_defect(system.flat(), after)) {
      ++counts[{defect->is_over_determined() ? ChangeVerdict::over_determined
                                             : ChangeVerdict::under_determined,
                0}];
      continue;
    }
    const SelectedMode& before = system.selected(from);
    const auto orders = orders_that_show(after, magnitudes_at_change(system, before, after));
    int largest = 0;
    for (const VariableOrder& order : orders) largest = std::max(largest, order.order);
    ++counts[{verdict_of(orders), largest}];
  }
  return counts;
}

class RandomModel {
 public:
  explicit RandomModel(unsigned seed) : random_(seed), size_(number(2, 5)) {}

  std::string declarations() const {
    std::string text = "Real x1";
    for (int j = 2; j <= size_; ++j) text += ", x" + std::to_string(j);
    return text + "; input Boolean a, b, c;";
  }
  std::string equations() {
    static constexpr const char* conditions[] = {"a", "b", "c", "x1 > 1", "x1 > 2"};
    std::string text;
    for (int i = 0; i < size_; ++i) {
      if (number(0, 2) == 0) {
        text += equation();
      } else {
        text += "if " + std::string(conditions[number(0, 4)]) + " then " + equation() + "else " +
                equation() + "end if;\n";
      }
    }
    return text;
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
    return text + " = " + std::to_string(++constant_) + ";\n";
  }

  std::mt19937 random_;
  int size_, constant_ = 0;
};

TEST(CrossingClasses, AreThoseOfAnEnumeration) {
  int compared = 0;
  std::map<ChangeVerdict, int> seen;
  for (unsigned seed = 0; seed < 300; ++seed) {
    RandomModel random(seed);
    const std::string declarations = random.declarations(), equations = random.equations();
    ModelUnderTest model(declarations, equations);
    if (model.system.guards.empty()) continue;
    const PossibleModes possible(model.system);
    for (const Component& component : model.hybrid.components) {
      if (component.equations.empty()) continue;
      GuardedSystem guarded(model.system, model.hybrid, component, &possible);
      if (guarded.guards().empty()) continue;
      const auto classes =
          find_crossing_classes(model.system, model.hybrid, {&component}, possible, model.first);
      ASSERT_EQ(classes.size(), 1u);
      ASSERT_FALSE(classes[0].sampled.has_value());
      // Modes are counted in the whole cluster: guards of other parts that depend on these.
      if (guarded.guards().size() != model.system.guards.size()) continue;
      for (const GuardCrossing& crossing : classes[0].crossings) {
        const Counts expected = enumerated(guarded, possible, crossing.guard, crossing.value);
        ASSERT_EQ(counts_of(crossing), expected) << seed << "\n" << equations;
        for (const auto& [verdict, count] : expected) ++seen[verdict.first];
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 150);
  EXPECT_EQ(seen.size(), 5u);  // every verdict
}

// n clutches in a row, each closed by an input of its own.
struct ClutchChain {
  explicit ClutchChain(int n) {
    for (int i = 1; i <= n; ++i) {
      const std::string k = std::to_string(i), before = std::to_string(i - 1);
      declarations += ", w" + k + ", t" + k;
      inputs += " input Boolean c" + k + ";";
      equations += "der(w" + k + ") = -t" + k +
                   (i < n ? " + t" + std::to_string(i + 1) : std::string()) + ";\nif c" + k +
                   " then w" + before + " = w" + k + "; else t" + k + " = 0; end if;\n";
    }
  }
  std::string declarations = "Real w0", inputs, equations = "der(w0) = t1;\n";
};

TEST(CrossingClasses, AChainOfClutchesIsImpulsiveHoweverLongItIs) {
  const int n = 60;
  const ClutchChain chain(n);
  ModelUnderTest model(chain.declarations + ";" + chain.inputs, chain.equations);
  const ChangeTable table = model.table();
  EXPECT_TRUE(table.parts.empty());
  ASSERT_EQ(table.large_parts.size(), 1u);
  const CrossingClasses& part = table.large_parts[0];
  EXPECT_FALSE(part.sampled.has_value());
  ASSERT_EQ(part.crossings.size(), 2u * n);
  for (const GuardCrossing& crossing : part.crossings) {
    ASSERT_EQ(crossing.classes.size(), 1u);
    EXPECT_EQ(crossing.classes[0].verdict,
              crossing.value ? ChangeVerdict::impulsive : ChangeVerdict::continuous);
    EXPECT_EQ(crossing.classes[0].order, crossing.value ? 1 : 0);
  }
}

// Assertions that contradict each other leave no diagram of possible modes.
TEST(CrossingClasses, WithoutDiagramsASampleIsTakenAndSaid) {
  const ClutchChain chain(13);
  ModelUnderTest model(chain.declarations + ";" + chain.inputs,
                       chain.equations + "assert(c1 and not c1, \"never\");");
  const ChangeTable table = model.table();
  ASSERT_EQ(table.large_parts.size(), 1u);
  const CrossingClasses& part = table.large_parts[0];
  EXPECT_EQ(part.sampled, 200u);
  EXPECT_EQ(part.modes.digits(), "8192");
  ASSERT_FALSE(part.crossings.empty());
  for (const GuardCrossing& crossing : part.crossings) {
    ASSERT_EQ(crossing.classes.size(), 1u);
    EXPECT_EQ(crossing.classes[0].verdict,
              crossing.value ? ChangeVerdict::impulsive : ChangeVerdict::continuous);
  }
}

}  // namespace
}  // namespace saltus
