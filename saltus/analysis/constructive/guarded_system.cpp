#include "saltus/analysis/constructive/guarded_system.h"

#include <algorithm>
#include <set>

#include "saltus/compiler/flat/equation_kind.h"
#include "saltus/compiler/hybrid/definitions.h"
#include "saltus/compiler/hybrid/expression_walk.h"
#include "saltus/compiler/modes/select_mode.h"
#include "saltus/compiler/structure/analyze_structure.h"
#include "saltus/foundation/expr/rewrite.h"

namespace saltus {
namespace {

template <class T>
void sort_and_unite(std::vector<T>& items) {
  std::sort(items.begin(), items.end());
  items.erase(std::unique(items.begin(), items.end()), items.end());
}

}  // namespace

GuardedSystem::GuardedSystem(FlatSystem& system, const HybridSystem& hybrid,
                             const Component& component, const PossibleModes* possible)
    : system_(system), hybrid_(hybrid), component_(component), possible_(possible) {
  find_guards();
  find_reads();
  find_twins();
}

void GuardedSystem::find_guards() {
  ExpressionWalk walk(system_.pool);
  guards_of_.resize(system_.equations.size());
  highest_order_.assign(system_.variables.size(), 0);
  for (const EquationId id : equations()) {
    std::vector<GuardId>& guards = guards_of_[id.index()];
    const FlatEquation& equation = system_.equations[id];
    for (const GuardLiteral literal : equation.active_if) guards.push_back(literal.guard);
    walk.start();
    for (const ExprId side : {equation.left, equation.right}) {
      walk.leaves(side, [&](const Expr& leaf) {
        if (leaf.op == Op::guard) guards.push_back(GuardId(leaf.a));
        if (leaf.op == Op::variable) {
          int& order = highest_order_[leaf.a];
          order = std::max(order, leaf.order());
        }
      });
    }
    sort_and_unite(guards);
    guards_.insert(guards_.end(), guards.begin(), guards.end());
  }
  sort_and_unite(guards_);
}

// Through discrete variables and guards down to continuous ones, of any component.
void GuardedSystem::find_reads() {
  Diagnostics ignored;
  EquationKinds kinds(system_);
  const EquationTargets targets = find_definitions(system_, kinds, ignored);
  std::vector<std::vector<EquationId>> definitions(system_.variables.size());
  for (const EquationId id : system_.equations.ids()) {
    if (targets[id]) definitions[targets[id]->index()].push_back(id);
  }
  ExpressionWalk walk(system_.pool);
  reads_.resize(system_.guards.size());
  std::set<VariableId> own(variables().begin(), variables().end());
  for (const GuardId guard : guards_) {
    std::set<std::uint32_t> seen_variables, seen_guards;
    std::vector<ExprId> pending = {system_.guards[guard].condition};
    walk.start();
    while (!pending.empty()) {
      const ExprId root = pending.back();
      pending.pop_back();
      walk.leaves(root, [&](const Expr& leaf) {
        if (leaf.op == Op::guard && seen_guards.insert(leaf.a).second) {
          pending.push_back(system_.guards[GuardId(leaf.a)].condition);
        }
        if (leaf.op != Op::variable) return;
        if (own.contains(leaf.variable())) {
          for (int k = 0; k <= leaf.order(); ++k) {
            reads_[guard.index()].push_back({leaf.variable(), k});
          }
        } else if (seen_variables.insert(leaf.a).second) {
          for (const EquationId id : definitions[leaf.a]) {
            pending.push_back(system_.equations[id].left);
            pending.push_back(system_.equations[id].right);
          }
        }
      });
    }
    sort_and_unite(reads_[guard.index()]);
  }
}

void GuardedSystem::find_twins() {
  twins_.resize(system_.equations.size());
  std::map<std::pair<ExprId, ExprId>, std::vector<EquationId>> by_text;
  for (const EquationId id : equations()) {
    by_text[{system_.equations[id].left, system_.equations[id].right}].push_back(id);
  }
  for (const auto& [sides, ids] : by_text) {
    for (const EquationId id : ids) twins_[id.index()] = ids;
  }
}

const GuardedSystem::Decision& GuardedSystem::decide(EquationId equation, const Status& status) {
  std::vector<Truth> values;
  for (const GuardId guard : guards_of_[equation.index()]) values.push_back(status.of(guard));
  std::pair key(equation, std::move(values));
  const auto found = decisions_.find(key);
  if (found != decisions_.end()) return found->second;
  Decision decision = make_decision(equation, status);
  return decisions_.emplace(std::move(key), std::move(decision)).first->second;
}

// Guards are looked at in the order of the text, and only as long as they matter: of
// `if a … elseif b …`, b does not where a holds. So a mode does not depend on which guard
// could be evaluated first.
GuardedSystem::Decision GuardedSystem::make_decision(EquationId id, const Status& status) {
  for (const GuardLiteral literal : system_.equations[id].active_if) {
    const Truth truth = status.of(literal.guard);
    if (truth == Truth::undefined) return {Enabling::undecided, literal.guard, {}};
    if ((truth == Truth::is_true) != literal.value) return {Enabling::disabled, {}, {}};
  }
  Rewriter decide_guards(system_.pool, [&](ExprPool& pool, ExprId leaf) {
    const Expr expr = pool[leaf];
    if (expr.op != Op::guard) return leaf;
    const Truth truth = status.of(GuardId(expr.a));
    return truth == Truth::undefined ? leaf : pool.boolean(truth == Truth::is_true);
  });
  const ExprId left = decide_guards.rewrite(system_.equations[id].left);
  const ExprId right = decide_guards.rewrite(system_.equations[id].right);
  Decision decision{Enabling::enabled, {}, {}};
  std::map<VariableId, int> orders;
  const std::set<VariableId> own(variables().begin(), variables().end());
  ExpressionWalk walk(system_.pool);
  for (const ExprId side : {left, right}) {
    walk.leaves(side, [&](const Expr& leaf) {
      if (leaf.op == Op::guard && !decision.next) decision.next = GuardId(leaf.a);
      if (leaf.op != Op::variable || !own.contains(leaf.variable())) return;
      const auto [place, is_new] = orders.emplace(leaf.variable(), leaf.order());
      if (!is_new) place->second = std::max(place->second, leaf.order());
    });
  }
  if (decision.next) {
    decision.enabling = Enabling::undecided;
    return decision;
  }
  for (const auto& [variable, order] : orders) decision.incidences.push_back({variable, order});
  return decision;
}

std::vector<GuardLiteral> GuardedSystem::decided(const Status& status) const {
  std::vector<GuardLiteral> literals;
  for (const GuardId guard : guards_) {
    const Truth truth = status.of(guard);
    if (truth == Truth::is_true || truth == Truth::is_false) {
      literals.push_back({guard, truth == Truth::is_true});
    }
  }
  return literals;
}

bool GuardedSystem::is_possible(const Status& status) const {
  return possible_ == nullptr || possible_->allow(decided(status));
}

std::vector<GuardLiteral> GuardedSystem::completed(
    const std::vector<GuardLiteral>& literals) const {
  return possible_ == nullptr ? literals : possible_->completed(literals, guards_);
}

ReducedConditions& GuardedSystem::conditions() {
  if (!conditions_) conditions_.emplace(system_);
  return *conditions_;
}

const SelectedMode& GuardedSystem::selected(const Status& status) {
  return selected(decided(status));
}

const SelectedMode& GuardedSystem::selected(const std::vector<GuardLiteral>& literals) {
  std::vector<std::pair<std::uint32_t, bool>> key;
  for (const GuardLiteral literal : literals)
    key.emplace_back(literal.guard.index(), literal.value);
  const auto found = modes_.find(key);
  if (found != modes_.end()) return found->second;

  Mode mode(system_.guards.size(), false);  // guards that do not matter are false
  for (const GuardLiteral literal : literals) mode[literal.guard] = literal.value;
  SelectedMode selected{.literals = literals,
                        .system = select_mode(system_, hybrid_, component_, mode, Phase::run),
                        .structure = {},
                        .latent = std::vector<int>(system_.equations.size(), 0),
                        .block = std::vector<std::uint32_t>(system_.equations.size(), 0)};
  Diagnostics ignored;  // what is wrong with a mode is said by the run that fails in it
  selected.structure = analyze_structure(system_, selected.system, ignored);
  if (selected.structure) {
    const auto& equations = selected.system.equations;
    for (std::uint32_t r = 0; r < equations.size(); ++r) {
      selected.latent[equations[r].equation.index()] = selected.structure->offsets.equation[Row(r)];
    }
    std::uint32_t position = 0;
    for (const StructureBlock& block : selected.structure->blocks) {
      for (const Row row : block.rows) {
        selected.block[equations[row.index()].equation.index()] = position;
      }
      ++position;
    }
  }
  return modes_.emplace(std::move(key), std::move(selected)).first->second;
}

}  // namespace saltus
