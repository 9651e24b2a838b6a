#include "saltus/compiler/structure/analyze_structure.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "saltus/compiler/structure/explain_singular_mode.h"
#include "saltus/compiler/structure/offsets.h"
#include "saltus/compiler/structure/quasilinearity.h"
#include "saltus/compiler/structure/signature.h"
#include "saltus/foundation/diagnostics/words.h"
#include "saltus/foundation/graph/block_triangular_form.h"
#include "saltus/foundation/graph/maximum_matching.h"
#include "saltus/foundation/graph/maximum_weight_matching.h"

namespace saltus {
namespace {

// max c, and one more if a variable occurs without being differentiated.
int structural_index(const Offsets& offsets) {
  int index = 0;
  for (const int c : offsets.equation) index = std::max(index, c);
  const auto& d = offsets.variable;
  return index + (std::find(d.begin(), d.end(), 0) != d.end() ? 1 : 0);
}

int degrees_of_freedom(const Offsets& offsets) {
  const auto& [c, d] = offsets;
  return std::accumulate(d.begin(), d.end(), 0) - std::accumulate(c.begin(), c.end(), 0);
}

StructureBlock make_block(std::span<const Row> rows, const ModeStructure& structure) {
  StructureBlock block;
  block.rows.assign(rows.begin(), rows.end());
  block.columns.reserve(rows.size());
  block.lead = structure.offsets.equation[rows[0]];
  for (const Row row : rows) {
    block.columns.push_back(structure.transversal[row]);
    block.lead = std::min(block.lead, structure.offsets.equation[row]);
  }
  return block;
}

void set_blocks(const BlockTriangularForm& coarse, const BlockTriangularForm& fine,
                ModeStructure& structure) {
  structure.blocks.reserve(fine.block_count());
  structure.coarse_blocks.reserve(coarse.block_count());
  for (std::uint32_t block = 0; block < fine.block_count(); ++block) {
    const auto rows = fine.rows_of(block);
    const bool begins_coarse =
        fine.block_start[block] == coarse.block_start[coarse.block_of[rows[0]]];
    if (begins_coarse) structure.coarse_blocks.push_back({.first_block = block});
    ++structure.coarse_blocks.back().block_count;
    structure.blocks.push_back(make_block(rows, structure));
  }
}

// Series have the coefficients x^(k)/k!: beyond 170 the factorial is no double. Some room is left
// for what is differentiated further in the course of a run.
constexpr int most_differentiations = 150;

bool check_offsets(const FlatSystem& system, const ModeSystem& mode, const Offsets& offsets,
                   Diagnostics& diagnostics) {
  const auto& d = offsets.variable;
  const auto highest = std::max_element(d.begin(), d.end());
  if (highest == d.end() || *highest <= most_differentiations) return true;
  const auto& c = offsets.equation;
  const auto most = std::max_element(c.begin(), c.end());
  const FlatVariable& variable =
      system.variables[mode.unknowns[static_cast<std::size_t>(highest - d.begin())]];
  const ModeEquation& equation = mode.equations[static_cast<std::size_t>(most - c.begin())];
  diagnostics
      .error(codes::too_many_differentiations, system.equations[equation.equation].span,
             fmt::format("derivative {} of `{}` takes part in the equations, and at most {} can",
                         *highest, variable.name, most_differentiations))
      .mark(fmt::format("this equation has to be differentiated {}", times(*most)))
      .suggest(
          "write what a chain of `der` is meant to do with states of its own: a filter is a "
          "differential equation, and needs no derivative of what it filters");
  return false;
}

}  // namespace

std::optional<ModeStructure> analyze_structure(const FlatSystem& system, const ModeSystem& mode,
                                               Diagnostics& diagnostics) {
  ModeStructure structure;
  structure.signature = signature_of(system, mode);
  const Matching matching = maximum_matching(structure.signature);
  if (!matching.has_all_rows() || !matching.has_all_columns()) {
    explain_singular_mode(system, mode, structure.signature, diagnostics);
    return std::nullopt;
  }
  const BlockTriangularForm coarse = block_triangular_form(structure.signature, matching);
  const WeightedMatching best = maximum_weight_matching(structure.signature, matching, coarse);
  structure.transversal = IdMap<Row, Column>(mode.equations.size(), Column(0));
  for (const Row row : structure.signature.rows()) {
    structure.transversal[row] = *best.matching.column_of[row];
  }
  structure.offsets = canonical_offsets(structure.signature, coarse, best);
  if (!check_offsets(system, mode, structure.offsets, diagnostics)) return std::nullopt;
  structure.index = structural_index(structure.offsets);
  structure.degrees_of_freedom = degrees_of_freedom(structure.offsets);
  const BlockTriangularForm fine = refine(coarse, structure.signature, best.matching,
                                          structure.offsets.equation, structure.offsets.variable);
  set_blocks(coarse, fine, structure);
  decide_quasilinearity(system, mode, structure);
  return structure;
}

}  // namespace saltus
