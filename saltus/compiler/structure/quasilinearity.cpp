#include "saltus/compiler/structure/quasilinearity.h"

#include <algorithm>
#include <cstdint>
#include <unordered_map>

#include "saltus/compiler/structure/mixing.h"
#include "saltus/compiler/structure/visit_once.h"
#include "saltus/foundation/base/zeroed_array.h"

namespace saltus {
namespace {

// How an expression depends on the leading values of the block at hand.
enum class Degree : std::uint8_t { free, linear, nonlinear };

Degree product(Degree a, Degree b) {
  if (a == Degree::free) return b;
  if (b == Degree::free) return a;
  return Degree::nonlinear;
}

class DegreeAnalysis {
 public:
  DegreeAnalysis(const FlatSystem& system, const ModeSystem& mode, const ModeStructure& structure)
      : mode_(mode),
        structure_(structure),
        visit_(system.pool),
        degree_(system.pool.size()),
        leading_order_(system.variables.size(), not_solved_for) {}

  bool is_quasilinear(const StructureBlock& block) {
    mark(block);  // the equations of a block share their leading values and the walk
    const bool linear = std::all_of(block.rows.begin(), block.rows.end(), [&](Row row) {
      return structure_.offsets.equation[row] > block.lead || is_linear(row);
    });
    for (const Column column : block.columns) leading_order_[unknown(column)] = not_solved_for;
    return linear;
  }

  // From here on the block's leading values count for all that is asked.
  void mark(const StructureBlock& block) {
    for (const Column column : block.columns) {
      leading_order_[unknown(column)] = structure_.offsets.variable[column] - block.lead;
    }
    visit_.start();
  }
  void mark(VariableId variable) {
    leading_order_[variable] = 0;
    visit_.start();
  }
  bool is_linear(ExprId expr) { return degree_of(expr) != Degree::nonlinear; }
  bool is_free(ExprId expr) { return degree_of(expr) == Degree::free; }

 private:
  static constexpr int not_solved_for = -1;

  VariableId unknown(Column column) const { return mode_.unknowns[column.index()]; }

  bool is_linear(Row row) { return is_linear(mode_.equations[row.index()].residual); }

  Degree degree_of(ExprId expr) {
    visit_.below(expr, [&](ExprId id, const Expr& node) {
      degree_[id.index()] = degree_from_children(node);
    });
    return degree_[expr.index()];
  }

  Degree degree_from_children(const Expr& expr) const {
    switch (expr.op) {
      case Op::variable:
        return is_leading(expr) ? Degree::linear : Degree::free;
      case Op::negate:
        return degree_[expr.first().index()];
      case Op::add:
      case Op::subtract:
        return std::max(degree_[expr.first().index()], degree_[expr.second().index()]);
      case Op::multiply:
        return product(degree_[expr.first().index()], degree_[expr.second().index()]);
      case Op::divide:
        return product(degree_[expr.first().index()], nonlinear_unless_free(expr.second()));
      case Op::if_else:
        return std::max({nonlinear_unless_free(expr.first()), degree_[expr.second().index()],
                         degree_[expr.third().index()]});
      default:
        return other_operation(expr);
    }
  }

  bool is_leading(const Expr& leaf) const {
    const int leading = leading_order_[leaf.variable()];
    return leading != not_solved_for && leaf.order() >= leading;
  }

  Degree other_operation(const Expr& expr) const {
    Degree degree = Degree::free;
    const OpShape shape = shape_of(expr.op);
    if (shape != OpShape::leaf) degree = nonlinear_unless_free(expr.first());
    if (shape == OpShape::binary) degree = std::max(degree, nonlinear_unless_free(expr.second()));
    return degree;
  }

  Degree nonlinear_unless_free(ExprId id) const {
    return degree_[id.index()] == Degree::free ? Degree::free : Degree::nonlinear;
  }

  const ModeSystem& mode_;
  const ModeStructure& structure_;
  VisitOnce visit_;
  ZeroedArray<Degree> degree_;            // free, until it is found
  IdMap<VariableId, int> leading_order_;  // that the block at hand solves for
};

}  // namespace

void decide_quasilinearity(const FlatSystem& system, const ModeSystem& mode,
                           ModeStructure& structure) {
  DegreeAnalysis analysis(system, mode, structure);
  structure.is_quasilinear = true;
  for (StructureBlock& block : structure.blocks) {
    block.is_quasilinear = analysis.is_quasilinear(block);
    structure.is_quasilinear &= block.is_quasilinear;
  }
}

bool mixes_linearly(const FlatSystem& system, const ModeSystem& side,
                    const ModeStructure& structure, const ModeSystem& mixed,
                    std::span<const VariableId> multipliers) {
  std::unordered_map<std::uint32_t, ExprId> mixed_residual;  // looked up only
  for (const ModeEquation& equation : mixed.equations) {
    mixed_residual.emplace(equation.equation.index(), equation.residual);
  }
  DegreeAnalysis analysis(system, side, structure);
  std::vector<ExprId> affected;
  for (const StructureBlock& block : structure.blocks) {
    bool is_affected = false;
    std::vector<ExprId> rows;
    for (const Row row : block.rows) {
      const ModeEquation& own = side.equations[row.index()];
      const auto found = mixed_residual.find(own.equation.index());
      if (found == mixed_residual.end()) return false;
      is_affected |= found->second != own.residual || !analysis.is_free(own.residual);
      if (structure.offsets.equation[row] == block.lead) rows.push_back(found->second);
    }
    if (!is_affected) continue;
    analysis.mark(block);
    affected.insert(affected.end(), rows.begin(), rows.end());
  }
  for (const VariableId multiplier : multipliers) analysis.mark(multiplier);
  return std::all_of(affected.begin(), affected.end(),
                     [&](ExprId residual) { return analysis.is_linear(residual); });
}

CommonPart find_common_part(const FlatSystem& system, const std::vector<SlidingSide>& sides,
                            const ModeStructure& structure) {
  const ModeSystem& first = sides.front().equations;
  const auto is_on_every_side = [&](const ModeEquation& own) {
    return std::all_of(sides.begin(), sides.end(), [&](const SlidingSide& side) {
      return std::any_of(side.equations.equations.begin(), side.equations.equations.end(),
                         [&](const ModeEquation& other) {
                           return other.equation == own.equation && other.residual == own.residual;
                         });
    });
  };
  CommonPart common;
  common.has_unknown.assign(first.unknowns.size(), 0);
  DegreeAnalysis analysis(system, first, structure);
  for (const StructureBlock& block : structure.blocks) {
    const bool is_common = std::all_of(block.rows.begin(), block.rows.end(), [&](Row row) {
      const ModeEquation& own = first.equations[row.index()];
      return is_on_every_side(own) && analysis.is_free(own.residual);
    });
    if (!is_common) {
      analysis.mark(block);
      continue;
    }
    for (const Column column : block.columns) common.has_unknown[column.index()] = 1;
    for (const Row row : block.rows) common.equations.push_back(first.equations[row.index()]);
  }
  return common;
}

bool are_places(const FlatSystem& system, std::span<const ModeEquation> functions,
                std::span<const VariableId> multipliers, const SlidingSide& side,
                const CommonPart& common) {
  // From this order on, an unknown differs between the sides.
  std::unordered_map<std::uint32_t, int> differs_from;  // looked up only
  for (const VariableId multiplier : multipliers) differs_from.emplace(multiplier.index(), 0);
  for (std::size_t i = 0; i < side.equations.unknowns.size(); ++i) {
    if (common.has_unknown[i]) continue;
    differs_from.emplace(side.equations.unknowns[i].index(), side.leading[i]);
  }
  VisitOnce visit(system.pool);
  visit.start();
  bool are_places = true;
  for (const ModeEquation& function : functions) {
    visit.below(function.residual, [&](ExprId, const Expr& leaf) {
      if (leaf.op != Op::variable) return;
      const auto found = differs_from.find(leaf.variable().index());
      are_places = are_places && (found == differs_from.end() || leaf.order() < found->second);
    });
  }
  return are_places;
}

}  // namespace saltus
