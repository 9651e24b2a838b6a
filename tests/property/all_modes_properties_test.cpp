// Every mode at once against one mode after the other.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "saltus/analysis/all_modes/analyze_all_modes.h"
#include "saltus/analysis/all_modes/conditional_structure.h"
#include "saltus/compiler/modes/select_mode.h"
#include "saltus/compiler/structure/analyze_structure.h"
#include "saltus/compiler/structure/resolve_cancellations.h"
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

// With cancellations among the numbers.
std::optional<ModeStructure> resolved_structure_of(FlatSystem& system, ModeSystem mode) {
  Diagnostics diagnostics;
  return resolve_cancellations(system, mode, diagnostics);
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
      const auto structure = resolved_structure_of(model.system, mode);
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

std::size_t matched_count(const BipartiteGraph& graph) {
  std::size_t count = 0;
  for (const auto& column : maximum_matching(graph).column_of) count += column ? 1 : 0;
  return count;
}

// One mode as a graph from which equations can be taken, and to which they can be added.
class ModeGraph {
 public:
  ModeGraph(const FlatSystem& system, const ModeSystem& mode)
      : mode_(mode), graph_(signature_of(system, mode)) {}

  std::optional<Row> row_of(EquationId equation) const {
    std::uint32_t position = 0;
    for (const ModeEquation& each : mode_.equations) {
      if (each.equation == equation) return Row(position);
      ++position;
    }
    return std::nullopt;
  }
  Column column_of(VariableId unknown) const {
    std::uint32_t position = 0;
    while (mode_.unknowns[position] != unknown) ++position;
    return Column(position);
  }
  // Without the equation as many unknowns have one.
  bool can_do_without(EquationId equation) const {
    const auto left_out = row_of(equation);
    if (!left_out) return false;
    std::vector<BipartiteGraph::Edge> edges;
    for (const Row row : graph_.rows()) {
      if (row == *left_out) continue;
      for (const Column column : graph_.columns_of(row)) edges.push_back({row, column});
    }
    return matched_count(BipartiteGraph(mode_.equations.size(), mode_.unknowns.size(), edges)) ==
           matched_count(graph_);
  }
  // With an equation for one of the unknowns more of them have one.
  bool lacks_equation_for(const std::vector<VariableId>& unknowns) const {
    std::vector<BipartiteGraph::Edge> edges;
    for (const Row row : graph_.rows()) {
      for (const Column column : graph_.columns_of(row)) edges.push_back({row, column});
    }
    const Row added(static_cast<std::uint32_t>(mode_.equations.size()));
    for (const VariableId unknown : unknowns) edges.push_back({added, column_of(unknown)});
    return matched_count(BipartiteGraph(mode_.equations.size() + 1, mode_.unknowns.size(), edges)) >
           matched_count(graph_);
  }
  std::size_t count_holding(const std::vector<EquationId>& equations) const {
    std::size_t count = 0;
    for (const EquationId equation : equations) count += row_of(equation) ? 1 : 0;
    return count;
  }

 private:
  const ModeSystem& mode_;
  BipartiteGraph graph_;
};

void expect_fault_in(const ModeFault& fault, const ModeGraph& mode, bool is_where_misplaced) {
  switch (fault.kind) {
    case FaultKind::counted:
      if (!fault.too_many.empty()) {
        ASSERT_GT(mode.count_holding(fault.too_many), fault.determined.size());
        for (const EquationId equation : fault.suspects) {
          ASSERT_TRUE(!mode.row_of(equation) || mode.can_do_without(equation));
        }
      }
      if (!fault.undetermined.empty()) {
        ASSERT_GT(fault.undetermined.size(), fault.sharing.size());
        ASSERT_TRUE(mode.lacks_equation_for(fault.undetermined));
      }
      for (const EquationId equation : fault.elsewhere) ASSERT_FALSE(mode.row_of(equation));
      return;
    case FaultKind::superfluous:
      ASSERT_TRUE(mode.can_do_without(fault.too_many.at(0)));
      return;
    case FaultKind::dependent:
      ASSERT_FALSE(fault.too_many.empty());
      for (const EquationId equation : fault.too_many) ASSERT_TRUE(mode.row_of(equation));
      return;
    case FaultKind::forgotten:
      ASSERT_TRUE(mode.lacks_equation_for(fault.undetermined));
      return;
    case FaultKind::misplaced:
      for (const EquationId equation : fault.too_many) {
        ASSERT_EQ(mode.can_do_without(equation), is_where_misplaced);
      }
      return;
  }
}

// The modes of the faults, read off their conditions, are the singular ones, and the
// equations and unknowns named are at fault there.
TEST(AllModesProperty, FaultsNameTheSingularModes) {
  std::map<FaultKind, std::size_t> kinds;
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
    for (const ModeFault& fault : modes->faults) ++kinds[fault.kind];
    for (std::uint64_t code = 0; code < mode_count(model.system); ++code) {
      const Mode mode = mode_of(model.system, code);
      const ModeSystem selected = select_mode(model.system, mode);
      const bool is_singular = !resolved_structure_of(model.system, selected).has_value();
      const ModeGraph graph(model.system, selected);
      // The condition of guard k is Boolean variable k.
      Evaluator evaluator(model.system.pool, [&](const Expr& leaf) -> std::optional<double> {
        return mode[GuardId(leaf.a)] ? 1.0 : 0.0;
      });
      const auto holds = [&](ExprId condition) { return evaluator.evaluate(condition) == 1.0; };
      bool is_named = false;
      for (std::size_t k = 0; k < modes->faults.size(); ++k) {
        const ModeFault& fault = modes->faults[k];
        if (!holds(*fault.modes.condition)) continue;
        is_named = true;
        ++counts[k];
        const bool is_where_misplaced =
            fault.misplaced && fault.misplaced->condition && holds(*fault.misplaced->condition);
        expect_fault_in(fault, graph, is_where_misplaced);
        ASSERT_FALSE(HasFatalFailure()) << "seed " << seed << " mode " << code;
      }
      ASSERT_EQ(is_named, is_singular) << "seed " << seed << " mode " << code;
    }
    for (std::size_t k = 0; k < counts.size(); ++k) {
      ASSERT_EQ(modes->faults[k].modes.count, ModeCount(counts[k])) << "seed " << seed;
    }
  }
  for (const FaultKind kind :
       {FaultKind::counted, FaultKind::superfluous, FaultKind::forgotten, FaultKind::misplaced}) {
    EXPECT_GT(kinds[kind], 10u) << static_cast<int>(kind);
  }
}

}  // namespace
}  // namespace saltus::testing
