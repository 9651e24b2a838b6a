#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <vector>

#include "saltus/compiler/structure/analyze_structure.h"
#include "tests/property/pantelides.h"
#include "tests/unit/graph/random_graphs.h"
#include "tests/unit/structure/model_builder.h"

namespace saltus::testing {
namespace {

// A square signature that has a transversal: entries anywhere, and one per row on a
// permutation.
struct Signature {
  std::uint32_t size = 0;
  Edges entries;
};

Signature any_signature(std::uint32_t largest) {
  const auto size = *rc::gen::inRange<std::uint32_t>(1, largest + 1);
  const auto order = rc::gen::inRange(0, 4);
  std::vector<std::uint32_t> permutation(size);
  std::iota(permutation.begin(), permutation.end(), 0u);
  for (std::uint32_t k = size; k > 1; --k) {
    std::swap(permutation[k - 1], permutation[*rc::gen::inRange<std::uint32_t>(0, k)]);
  }
  Signature signature{size, {}};
  for (std::uint32_t row = 0; row < size; ++row) {
    signature.entries.push_back({Row(row), Column(permutation[row]), *order});
  }
  const auto extra = *rc::gen::inRange<std::uint32_t>(0, 2 * size + 1);
  for (std::uint32_t k = 0; k < extra; ++k) {
    signature.entries.push_back({Row(*rc::gen::inRange<std::uint32_t>(0, size)),
                                 Column(*rc::gen::inRange<std::uint32_t>(0, size)), *order});
  }
  return signature;
}

// sum of the derivatives = 0
void add_equations(ModelBuilder& model, const Signature& signature) {
  std::vector<Term> unknowns;
  for (std::uint32_t k = 0; k < signature.size; ++k) {
    unknowns.push_back(model.unknown("x" + std::to_string(k)));
  }
  for (std::uint32_t row = 0; row < signature.size; ++row) {
    Term sum = model.number(1.0);
    for (const auto& entry : signature.entries) {
      if (entry.row == Row(row)) sum = sum + der(unknowns[entry.column.index()], entry.weight);
    }
    model.equation(sum, 0.0);
  }
}

ModeStructure structure_of(const Signature& signature) {
  ModelBuilder model;
  add_equations(model, signature);
  Diagnostics diagnostics;
  auto structure = analyze_structure(model.system, model.mode, diagnostics);
  RC_ASSERT(structure.has_value());
  return *structure;
}

// Pryce's iteration, sweep after sweep.
Offsets offsets_by_sweeping(const BipartiteGraph& signature,
                            const IdMap<Row, Column>& transversal) {
  Offsets offsets{IdMap<Row, int>(signature.row_count(), 0),
                  IdMap<Column, int>(signature.column_count(), 0)};
  for (bool raised = true; raised;) {
    raised = false;
    for (const Row row : signature.rows()) {
      for (const Column column : signature.columns_of(row)) {
        const int needed = offsets.equation[row] + *weight_of(signature, row, column);
        raised |= needed > offsets.variable[column];
        offsets.variable[column] = std::max(offsets.variable[column], needed);
      }
    }
    for (const Row row : signature.rows()) {
      const Column column = transversal[row];
      const int c = offsets.variable[column] - *weight_of(signature, row, column);
      raised |= c != offsets.equation[row];
      offsets.equation[row] = c;
    }
  }
  return offsets;
}

TEST(StructureProperty, OffsetsSatisfyTheirDefinition) {
  EXPECT_TRUE(rc::check([] {
    const ModeStructure structure = structure_of(any_signature(12));
    const auto& [c, d] = structure.offsets;
    std::set<Column> matched;
    for (const Row row : structure.signature.rows()) {
      RC_ASSERT(c[row] >= 0);
      matched.insert(structure.transversal[row]);
      const auto on_transversal = weight_of(structure.signature, row, structure.transversal[row]);
      RC_ASSERT(on_transversal.has_value());
      RC_ASSERT(d[structure.transversal[row]] - c[row] == *on_transversal);
      for (const Column column : structure.signature.columns_of(row)) {
        RC_ASSERT(d[column] - c[row] >= *weight_of(structure.signature, row, column));
      }
    }
    RC_ASSERT(matched.size() == structure.signature.column_count());
  }));
}

TEST(StructureProperty, TheTransversalHasTheHighestValue) {
  EXPECT_TRUE(rc::check([] {
    const ModeStructure structure = structure_of(any_signature(6));
    RC_ASSERT(structure.degrees_of_freedom == *highest_value_by_enumeration(structure.signature));
  }));
}

TEST(StructureProperty, OffsetsAreTheSmallest) {
  EXPECT_TRUE(rc::check([] {
    const ModeStructure structure = structure_of(any_signature(14));
    const Offsets smallest = offsets_by_sweeping(structure.signature, structure.transversal);
    RC_ASSERT(structure.offsets.equation == smallest.equation);
    RC_ASSERT(structure.offsets.variable == smallest.variable);
  }));
}

TEST(StructureProperty, PantelidesFindsTheSameLatentEquations) {
  EXPECT_TRUE(rc::check([] {
    const ModeStructure structure = structure_of(any_signature(12));
    RC_ASSERT(Pantelides(structure.signature).differentiations() ==
              structure.offsets.equation.values());
  }));
}

// Rows and columns of a block, as sets of the original numbers.
using BlockSets = std::set<std::pair<std::set<std::uint32_t>, std::set<std::uint32_t>>>;

BlockSets blocks_of(const ModeStructure& structure, const std::vector<std::uint32_t>& row_name,
                    const std::vector<std::uint32_t>& column_name) {
  BlockSets sets;
  for (const StructureBlock& block : structure.blocks) {
    std::set<std::uint32_t> rows, columns;
    for (const Row row : block.rows) rows.insert(row_name[row.index()]);
    for (const Column column : block.columns) columns.insert(column_name[column.index()]);
    sets.emplace(rows, columns);
  }
  return sets;
}

TEST(StructureProperty, PermutingEquationsAndUnknownsPermutesTheResult) {
  EXPECT_TRUE(rc::check([] {
    const Signature signature = any_signature(10);
    std::vector<std::uint32_t> identity(signature.size);
    std::iota(identity.begin(), identity.end(), 0u);
    auto row_name = identity, column_name = identity;  // old number of the new one
    for (std::uint32_t k = signature.size; k > 1; --k) {
      std::swap(row_name[k - 1], row_name[*rc::gen::inRange<std::uint32_t>(0, k)]);
      std::swap(column_name[k - 1], column_name[*rc::gen::inRange<std::uint32_t>(0, k)]);
    }
    std::vector<std::uint32_t> new_row(signature.size), new_column(signature.size);
    for (std::uint32_t k = 0; k < signature.size; ++k) {
      new_row[row_name[k]] = k;
      new_column[column_name[k]] = k;
    }
    Signature permuted{signature.size, {}};
    for (const auto& [row, column, order] : signature.entries) {
      permuted.entries.push_back(
          {Row(new_row[row.index()]), Column(new_column[column.index()]), order});
    }
    const ModeStructure before = structure_of(signature), after = structure_of(permuted);
    for (std::uint32_t k = 0; k < signature.size; ++k) {
      RC_ASSERT(before.offsets.equation[Row(k)] == after.offsets.equation[Row(new_row[k])]);
      RC_ASSERT(before.offsets.variable[Column(k)] ==
                after.offsets.variable[Column(new_column[k])]);
    }
    RC_ASSERT(before.index == after.index);
    RC_ASSERT(blocks_of(before, identity, identity) == blocks_of(after, row_name, column_name));
  }));
}

struct BlockPlaces {
  IdMap<Column, std::size_t> fine, coarse;
};

BlockPlaces places_of(const ModeStructure& structure) {
  const std::size_t columns = structure.signature.column_count();
  BlockPlaces places{IdMap<Column, std::size_t>(columns, columns),
                     IdMap<Column, std::size_t>(columns, columns)};
  std::size_t next = 0;
  for (std::size_t coarse = 0; coarse < structure.coarse_blocks.size(); ++coarse) {
    RC_ASSERT(structure.coarse_blocks[coarse].first_block == next);
    for (std::size_t k = 0; k < structure.coarse_blocks[coarse].block_count; ++k, ++next) {
      for (const Column column : structure.blocks[next].columns) {
        RC_ASSERT(places.fine[column] == columns);  // in one block only
        places.fine[column] = next;
        places.coarse[column] = coarse;
      }
    }
  }
  RC_ASSERT(next == structure.blocks.size());
  return places;
}

TEST(StructureProperty, BlocksAreInOrderOfEvaluation) {
  EXPECT_TRUE(rc::check([] {
    const ModeStructure structure = structure_of(any_signature(12));
    const auto& [c, d] = structure.offsets;
    const BlockPlaces places = places_of(structure);
    for (const Row row : structure.signature.rows()) {
      const Column own = structure.transversal[row];
      for (const Column column : structure.signature.columns_of(row)) {
        RC_ASSERT(places.coarse[column] <= places.coarse[own]);
        const bool is_tight = d[column] - c[row] == *weight_of(structure.signature, row, column);
        if (is_tight) RC_ASSERT(places.fine[column] <= places.fine[own]);
      }
    }
  }));
}

// A fine block alone has the same transversal, is not split further, and its own
// offsets are `lead` smaller.
TEST(StructureProperty, EachBlockIsWellPosedAndItsOwnOffsetsAreLeadSmaller) {
  EXPECT_TRUE(rc::check([] {
    const ModeStructure structure = structure_of(any_signature(12));
    const auto& [c, d] = structure.offsets;
    for (const StructureBlock& block : structure.blocks) {
      Signature alone{static_cast<std::uint32_t>(block.rows.size()), {}};
      for (std::uint32_t i = 0; i < alone.size; ++i) {
        RC_ASSERT(structure.transversal[block.rows[i]] == block.columns[i]);
        for (std::uint32_t j = 0; j < alone.size; ++j) {
          const auto order = weight_of(structure.signature, block.rows[i], block.columns[j]);
          if (order) alone.entries.push_back({Row(i), Column(j), *order});
        }
      }
      const ModeStructure own = structure_of(alone);
      RC_ASSERT(own.blocks.size() == 1u);
      for (std::uint32_t i = 0; i < alone.size; ++i) {
        RC_ASSERT(own.offsets.equation[Row(i)] == c[block.rows[i]] - block.lead);
        RC_ASSERT(own.offsets.variable[Column(i)] == d[block.columns[i]] - block.lead);
      }
    }
  }));
}

}  // namespace
}  // namespace saltus::testing
