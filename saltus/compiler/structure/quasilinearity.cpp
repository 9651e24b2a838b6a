#include "saltus/compiler/structure/quasilinearity.h"

#include <algorithm>
#include <cstdint>

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
    for (const Column column : block.columns) {
      leading_order_[unknown(column)] = structure_.offsets.variable[column] - block.lead;
    }
    visit_.start();  // the equations of a block share their leading values and the walk
    const bool linear = std::all_of(block.rows.begin(), block.rows.end(), [&](Row row) {
      return structure_.offsets.equation[row] > block.lead || is_linear(row);
    });
    for (const Column column : block.columns) leading_order_[unknown(column)] = not_solved_for;
    return linear;
  }

 private:
  static constexpr int not_solved_for = -1;

  VariableId unknown(Column column) const { return mode_.unknowns[column.index()]; }

  bool is_linear(Row row) {
    const ExprId residual = mode_.equations[row.index()].residual;
    visit_.below(residual, [&](ExprId id, const Expr& expr) {
      degree_[id.index()] = degree_from_children(expr);
    });
    return degree_[residual.index()] != Degree::nonlinear;
  }

  Degree degree_from_children(const Expr& expr) const {
    switch (expr.op) {
      case Op::variable:
        return expr.order() == leading_order_[expr.variable()] ? Degree::linear : Degree::free;
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

}  // namespace saltus
