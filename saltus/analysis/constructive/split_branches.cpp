#include "saltus/analysis/constructive/split_branches.h"

#include <map>
#include <optional>
#include <utility>

#include "saltus/compiler/flat/equation_kind.h"
#include "saltus/compiler/hybrid/expression_walk.h"
#include "saltus/foundation/expr/rewrite.h"

namespace saltus {
namespace {

// Equations of more branches are left whole.
constexpr std::size_t kMostBranches = 64;

using Orders = std::map<VariableId, int>;  // the highest derivative of each unknown

class BranchSplitter {
 public:
  explicit BranchSplitter(FlatSystem& system) : system_(system), kinds_(system) {}

  void run() {
    IdMap<EquationId, FlatEquation> equations;
    for (const FlatEquation& equation : system_.equations) {
      const std::vector<FlatEquation> branches = branches_of(equation);
      if (branches.empty()) equations.add(equation);
      for (const FlatEquation& branch : branches) equations.add(branch);
    }
    system_.equations = std::move(equations);
  }

 private:
  // Nothing if they all look the same, or the equation has none.
  std::vector<FlatEquation> branches_of(const FlatEquation& equation) {
    if (kinds_.is_discrete(equation)) return {};
    std::vector<FlatEquation> open = {equation}, branches;
    while (!open.empty()) {
      FlatEquation branch = std::move(open.back());
      open.pop_back();
      const std::optional<GuardId> guard = first_guard(branch);
      if (!guard) {
        branches.push_back(std::move(branch));
        if (branches.size() > kMostBranches) return {};
        continue;
      }
      for (const bool value : {false, true}) open.push_back(decided(branch, *guard, value));
    }
    if (branches.size() < 2) return {};
    const Orders orders = orders_of(branches.front());
    for (const FlatEquation& branch : branches) {
      if (orders_of(branch) != orders) return branches;
    }
    return {};
  }

  template <class Visit>
  void visit_leaves(const FlatEquation& equation, Visit visit) {
    ExpressionWalk walk(system_.pool);
    walk.leaves(equation.left, visit);
    walk.leaves(equation.right, visit);
  }

  std::optional<GuardId> first_guard(const FlatEquation& equation) {
    std::optional<GuardId> first;
    visit_leaves(equation, [&](const Expr& leaf) {
      if (leaf.op == Op::guard && !first) first = GuardId(leaf.a);
    });
    return first;
  }

  Orders orders_of(const FlatEquation& equation) {
    Orders orders;
    visit_leaves(equation, [&](const Expr& leaf) {
      if (leaf.op != Op::variable) return;
      int& order = orders[leaf.variable()];
      order = std::max(order, leaf.order());
    });
    return orders;
  }

  FlatEquation decided(FlatEquation branch, GuardId guard, bool value) {
    Rewriter decide(system_.pool, [&](ExprPool& pool, ExprId leaf) {
      const Expr expr = pool[leaf];
      return expr.op == Op::guard && GuardId(expr.a) == guard ? pool.boolean(value) : leaf;
    });
    branch.left = decide.rewrite(branch.left);
    branch.right = decide.rewrite(branch.right);
    branch.active_if.push_back({guard, value});
    branch.is_branch = true;
    return branch;
  }

  FlatSystem& system_;
  EquationKinds kinds_;
};

}  // namespace

void split_branches(FlatSystem& system) { BranchSplitter(system).run(); }

}  // namespace saltus
