#include "saltus/compiler/modes/select_mode.h"

#include <algorithm>

#include "saltus/compiler/flat/equation_kind.h"
#include "saltus/foundation/expr/rewrite.h"

namespace saltus {
namespace {

// Takes equations over, with the branches that the mode selects.
class Selection {
 public:
  Selection(FlatSystem& system, const Mode& mode)
      : system_(system), mode_(mode), decide_guards_(system.pool, [&](ExprPool& pool, ExprId leaf) {
          const Expr expr = pool[leaf];
          return expr.op == Op::guard ? pool.boolean(mode_[GuardId(expr.a)]) : leaf;
        }) {}

  void add_equation(EquationId id) {
    const FlatEquation& equation = system_.equations[id];
    if (is_active(equation.active_if, mode_)) {
      selected_.equations.push_back({id, residual_of(equation)});
    }
  }
  void add_initial_equation(std::uint32_t position) {
    const FlatEquation& equation = system_.initial_equations[position];
    if (is_active(equation.active_if, mode_)) {
      selected_.initial_equations.push_back({position, residual_of(equation)});
    }
  }
  void add_unknown(VariableId id) { selected_.unknowns.push_back(id); }
  void add_surface(SurfaceId id, ExprId function) {
    selected_.surfaces.push_back({id, decide(function)});
  }
  ModeSystem take() { return std::move(selected_); }

 private:
  ExprId decide(ExprId expr) {
    return system_.guards.empty() ? expr : decide_guards_.rewrite(expr);
  }
  ExprId residual_of(const FlatEquation& equation) {
    const ExprId left = decide(equation.left);
    const ExprId right = decide(equation.right);
    return system_.pool.binary(Op::subtract, left, right);
  }

  FlatSystem& system_;
  const Mode& mode_;
  Rewriter decide_guards_;
  ModeSystem selected_;
};

}  // namespace

ModeSystem select_mode(FlatSystem& system, const Mode& mode) {
  Selection selection(system, mode);
  for (const VariableId id : system.variables.ids()) {
    if (is_continuous_unknown(system.variables[id])) selection.add_unknown(id);
  }
  EquationKinds kinds(system);
  for (const EquationId id : system.equations.ids()) {
    if (!kinds.is_discrete(system.equations[id])) selection.add_equation(id);
  }
  for (std::uint32_t i = 0; i < system.initial_equations.size(); ++i) {
    selection.add_initial_equation(i);
  }
  return selection.take();
}

ModeSystem select_mode(FlatSystem& system, const HybridSystem& hybrid, const Component& component,
                       const Mode& mode, Phase phase) {
  Selection selection(system, mode);
  for (const VariableId id : component.variables) selection.add_unknown(id);
  for (const EquationId id : component.equations) selection.add_equation(id);
  if (phase == Phase::start) {
    for (const std::uint32_t i : component.initial_equations) selection.add_initial_equation(i);
  }
  for (const SurfaceId id : component.surfaces) {
    selection.add_surface(id, hybrid.surfaces[id].function);
  }
  return selection.take();
}

}  // namespace saltus
