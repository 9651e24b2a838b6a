#include "saltus/analysis/all_modes/binaries_as_guards.h"

#include <algorithm>

#include "saltus/compiler/hybrid/expression_walk.h"
#include "saltus/foundation/expr/put_values.h"

namespace saltus {
namespace {

// An equation of n binary unknowns has 2^n forms.
constexpr std::size_t kMostOfAnEquation = 6;

class BinaryGuards {
 public:
  explicit BinaryGuards(const FlatSystem& system)
      : system_(system), walk_(system_.pool), guard_of_(system.variables.size()) {}

  FlatSystem run() {
    for (const VariableId id : system_.variables.ids()) {
      if (system_.variables[id].is_binary) guard_of_[id] = add_guard(id);
    }
    for (const EquationId id : system_.equations.ids()) {
      FlatEquation& equation = system_.equations[id];
      const std::vector<VariableId> binaries = binaries_of(equation);
      if (binaries.size() > kMostOfAnEquation) continue;
      for (const VariableId binary : binaries) {
        equation.left = decide(equation.left, binary);
        equation.right = decide(equation.right, binary);
      }
    }
    return std::move(system_);
  }

 private:
  GuardId add_guard(VariableId binary) {
    ExprPool& pool = system_.pool;
    const ExprId condition = pool.binary(Op::equal, pool.variable(binary), pool.constant(1.0));
    return system_.guards.add({condition, system_.variables[binary].span});
  }

  std::vector<VariableId> binaries_of(const FlatEquation& equation) {
    std::vector<VariableId> binaries;
    walk_.start();
    for (const ExprId side : {equation.left, equation.right}) {
      walk_.leaves(side, [&](const Expr& leaf) {
        if (leaf.op == Op::variable && guard_of_[leaf.variable()]) {
          binaries.push_back(leaf.variable());
        }
      });
    }
    return binaries;
  }

  ExprId decide(ExprId expr, VariableId binary) {
    const ExprId high = at_value(expr, binary, 1.0), low = at_value(expr, binary, 0.0);
    return system_.pool.if_else(system_.pool.guard(*guard_of_[binary]), high, low);
  }

  ExprId at_value(ExprId expr, VariableId binary, double value) {
    const std::pair values(binary, value);
    return PutValues(system_.pool, {&values, 1}).into(expr);
  }

  FlatSystem system_;
  ExpressionWalk walk_;
  IdMap<VariableId, std::optional<GuardId>> guard_of_;
};

}  // namespace

FlatSystem with_binaries_as_guards(const FlatSystem& system) { return BinaryGuards(system).run(); }

std::optional<VariableId> binary_of(const FlatSystem& system, GuardId guard) {
  const Expr& condition = system.pool[system.guards[guard].condition];
  if (condition.op != Op::equal) return std::nullopt;
  const Expr& left = system.pool[condition.first()];
  if (left.op != Op::variable || !system.variables[left.variable()].is_binary) return std::nullopt;
  return left.variable();
}

bool is_chosen_by_binaries(const FlatSystem& system, const std::vector<GuardLiteral>& mode) {
  return std::any_of(mode.begin(), mode.end(), [&](GuardLiteral literal) {
    return binary_of(system, literal.guard).has_value();
  });
}

}  // namespace saltus
