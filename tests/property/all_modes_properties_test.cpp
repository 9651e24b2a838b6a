// Every mode at once against one mode after the other.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "saltus/compiler/all_modes/analyze_all_modes.h"
#include "saltus/compiler/all_modes/conditional_structure.h"
#include "saltus/compiler/modes/select_mode.h"
#include "saltus/compiler/structure/analyze_structure.h"
#include "saltus/compiler/structure/signature.h"
#include "saltus/foundation/expr/evaluate.h"
#include "saltus/foundation/graph/maximum_matching.h"
#include "tests/unit/all_modes/multi_mode_builder.h"

namespace saltus::testing {
namespace {

constexpr std::uint32_t systems = 4000;

// Mode number `code`: guard k is bit k.
Mode mode_of(const FlatSystem& system, std::uint64_t code) {
  Mode mode(system.guards.size(), false);
  for (const GuardId guard : system.guards.ids()) mode[guard] = (code >> guard.index() & 1) != 0;
  return mode;
}

std::uint64_t mode_count(const FlatSystem& system) {
  return std::uint64_t{1} << system.guards.size();
}

std::optional<ModeStructure> structure_of(FlatSystem& system, const ModeSystem& mode) {
  Diagnostics diagnostics;
  return analyze_structure(system, mode, diagnostics);
}

int value_in(const ConditionalNumber& number, const std::vector<bool>& mode) {
  int value = 0;
  while (number.at_least(value + 1).contains(mode)) ++value;
  return value;
}

TEST(AllModesProperty, ClassesAreThoseOfAnEnumeration) {
  std::size_t singular_systems = 0;
  for (std::uint32_t seed = 0; seed < systems; ++seed) {
    MultiModeBuilder model;
    add_random_system(model, seed);
    std::map<std::pair<int, int>, std::uint64_t> expected;
    std::uint64_t singular = 0;
    for (std::uint64_t code = 0; code < mode_count(model.system); ++code) {
      const ModeSystem mode = select_mode(model.system, mode_of(model.system, code));
      const auto structure = structure_of(model.system, mode);
      if (structure) ++expected[{structure->index, structure->degrees_of_freedom}];
      if (!structure) ++singular;
    }
    const auto modes = analyze_all_modes(model.system);
    ASSERT_TRUE(modes.has_value());
    std::map<std::pair<int, int>, std::uint64_t> found;
    for (const ModeClass& each : modes->classes) {
      found[{each.index, each.degrees_of_freedom}] = std::stoull(each.count.digits());
    }
    ASSERT_EQ(found, expected) << "seed " << seed;
    ASSERT_EQ(modes->singular, ModeCount(singular)) << "seed " << seed;
    ASSERT_EQ(modes->count, ModeCount(mode_count(model.system))) << "seed " << seed;
    singular_systems += singular > 0 ? 1 : 0;
  }
  // Both kinds are there.
  EXPECT_GT(singular_systems, systems / 10);
  EXPECT_LT(singular_systems, systems - systems / 10);
}

TEST(AllModesProperty, OffsetsAreThoseOfEachMode) {
  for (std::uint32_t seed = 0; seed < systems; ++seed) {
    MultiModeBuilder model;
    add_random_system(model, seed);
    const ModelRows rows = find_rows(model.system);
    const GuardLogic logic(model.system, find_neighbours(model.system, rows));
    const ConditionalSignature signature = conditional_signature(model.system, rows, logic);
    const ConditionalStructure all = conditional_structure(signature, logic);
    for (std::uint64_t code = 0; code < mode_count(model.system); ++code) {
      const Mode mode = mode_of(model.system, code);
      const std::vector<bool> valuation = logic.valuation(mode);
      const ModeSystem selected = select_mode(model.system, mode);
      const auto structure = structure_of(model.system, selected);
      bool is_singular = false;
      for (const Row row : all.free_rows.ids())
        is_singular |= all.free_rows[row].contains(valuation);
      for (const Column column : all.free_columns.ids()) {
        is_singular |= all.free_columns[column].contains(valuation);
      }
      ASSERT_EQ(is_singular, !structure.has_value()) << "seed " << seed << " mode " << code;
      if (!structure) continue;
      std::uint32_t position = 0;
      for (const Row row : rows.equations.ids()) {
        if (!signature.active[row].contains(valuation)) continue;
        ASSERT_EQ(value_in(all.equation_offset[row], valuation),
                  structure->offsets.equation[Row(position++)])
            << "seed " << seed << " mode " << code;
      }
      for (const Column column : rows.unknowns.ids()) {
        ASSERT_EQ(value_in(all.variable_offset[column], valuation),
                  structure->offsets.variable[column])
            << "seed " << seed << " mode " << code;
      }
    }
  }
}

// In each mode every row and column is matched at most once, along an edge that exists.
TEST(AllModesProperty, TheMatchingIsOneInEachMode) {
  for (std::uint32_t seed = 0; seed < systems; ++seed) {
    MultiModeBuilder model;
    add_random_system(model, seed);
    const ModelRows rows = find_rows(model.system);
    const GuardLogic logic(model.system, find_neighbours(model.system, rows));
    const ConditionalSignature signature = conditional_signature(model.system, rows, logic);
    const ConditionalStructure all = conditional_structure(signature, logic);
    for (std::uint64_t code = 0; code < mode_count(model.system); ++code) {
      const Mode mode = mode_of(model.system, code);
      const std::vector<bool> valuation = logic.valuation(mode);
      std::set<Row> matched_rows;
      std::set<Column> matched_columns;
      for (std::size_t k = 0; k < signature.edges.size(); ++k) {
        if (!all.matched[k].contains(valuation)) continue;
        ASSERT_TRUE(signature.edges[k].modes.contains(valuation));
        ASSERT_TRUE(matched_rows.insert(signature.edges[k].row).second);
        ASSERT_TRUE(matched_columns.insert(signature.edges[k].column).second);
      }
      const BipartiteGraph graph = signature_of(model.system, select_mode(model.system, mode));
      std::size_t largest = 0;
      for (const auto& column : maximum_matching(graph).column_of) largest += column ? 1 : 0;
      ASSERT_EQ(matched_rows.size(), largest) << "seed " << seed << " mode " << code;
    }
  }
}

// The modes of the faults, read off their conditions, are the singular ones, and the
// equations and unknowns named are at fault there.
TEST(AllModesProperty, FaultsNameTheSingularModes) {
  for (std::uint32_t seed = 0; seed < systems; ++seed) {
    MultiModeBuilder model;
    add_random_system(model, seed);
    const auto modes = analyze_all_modes(model.system);
    ASSERT_TRUE(modes.has_value());
    std::vector<std::uint64_t> counts(modes->faults.size(), 0);
    const bool is_readable =
        modes->unexplained.is_zero() &&
        std::all_of(modes->faults.begin(), modes->faults.end(),
                    [](const ModeFault& fault) { return fault.modes.condition.has_value(); });
    if (!is_readable) continue;
    for (std::uint64_t code = 0; code < mode_count(model.system); ++code) {
      const Mode mode = mode_of(model.system, code);
      const ModeSystem selected = select_mode(model.system, mode);
      const bool is_singular = !structure_of(model.system, selected).has_value();
      // The condition of guard k is Boolean variable k.
      Evaluator evaluator(model.system.pool, [&](const Expr& leaf) -> std::optional<double> {
        return mode[GuardId(leaf.a)] ? 1.0 : 0.0;
      });
      bool is_named = false;
      for (std::size_t k = 0; k < modes->faults.size(); ++k) {
        const ModeFault& fault = modes->faults[k];
        if (evaluator.evaluate(*fault.modes.condition) != 1.0) continue;
        is_named = true;
        ++counts[k];
        ASSERT_TRUE(fault.too_many.size() > fault.determined.size() ||
                    fault.undetermined.size() > fault.sharing.size());
        for (const EquationId equation : fault.too_many) {
          ASSERT_TRUE(
              std::any_of(selected.equations.begin(), selected.equations.end(),
                          [&](const ModeEquation& each) { return each.equation == equation; }));
        }
      }
      ASSERT_EQ(is_named, is_singular) << "seed " << seed << " mode " << code;
    }
    for (std::size_t k = 0; k < counts.size(); ++k) {
      ASSERT_EQ(modes->faults[k].modes.count, ModeCount(counts[k])) << "seed " << seed;
    }
  }
}

}  // namespace
}  // namespace saltus::testing
