#include "saltus/analysis/all_modes/logic_constraints.h"

#include <algorithm>
#include <map>
#include <set>

#include "saltus/compiler/flat/equation_kind.h"
#include "saltus/foundation/expr/visit_bottom_up.h"

namespace saltus {

LogicConstraints::LogicConstraints(FlatSystem& system)
    : system_(system), atoms_(system), walk_(system.pool) {
  for (const GuardId guard : system.guards.ids()) add_guard(guard);
  add_equations();
  add_assertions();
  std::vector<LogicItem> ignored;
  for (std::size_t k = 0; k < constraints_.size(); ++k) {
    add_items_below(constraints_[k].left, ignored);
    if (constraints_[k].right) add_items_below(*constraints_[k].right, ignored);
  }
  add_integer_equations();
  for (const std::vector<LogicItem>& chain : atoms_.chains()) {
    for (std::size_t k = 1; k < chain.size(); ++k)
      implications_.emplace_back(chain[k], chain[k - 1]);
  }
}

std::vector<std::vector<LogicLiteral>> LogicConstraints::chains() const {
  std::vector<std::vector<LogicLiteral>> chains;
  for (const std::vector<LogicItem>& chain : atoms_.chains()) {
    std::vector<LogicLiteral>& literals = chains.emplace_back();
    for (const LogicItem item : chain) literals.push_back(resolve({item, true}));
  }
  return chains;
}

// The first guard that consists of one atom is that atom, and needs no constraint.
void LogicConstraints::add_guard(GuardId guard) {
  ExprId condition = system_.guards[guard].condition;
  bool value = true;
  while (system_.pool[condition].op == Op::logical_not) {
    condition = system_.pool[condition].first();
    value = !value;
  }
  if (!atoms_.is_operation(condition)) {
    const AtomMeaning& meaning = atoms_.meaning(condition);
    if (meaning.literals.size() == 1 && meaning.literals[0].item >= system_.guards.size()) {
      const LogicLiteral atom = meaning.literals[0];
      if (alias_.size() <= atom.item) alias_.resize(atom.item + 1);
      const bool atom_if_guard = (atom.value != meaning.is_negated) == value;
      if (!alias_[atom.item]) {
        alias_[atom.item] = LogicLiteral{guard.index(), atom_if_guard};
        return;
      }
    }
  }
  constraints_.push_back({{}, system_.pool.guard(guard), system_.guards[guard].condition});
}

void LogicConstraints::add_equations() {
  for (const FlatEquation& equation : system_.equations) {
    if (!is_boolean(system_, equation.left) || !is_boolean(system_, equation.right)) continue;
    constraints_.push_back({equation.active_if, equation.left, equation.right});
  }
}

void LogicConstraints::add_assertions() {
  for (const FlatAssertion& assertion : system_.assertions) {
    if (assertion.level != AssertionLevel::error) continue;
    constraints_.push_back({assertion.active_if, assertion.condition, std::nullopt});
  }
}

// `n = if c then 2 else 1`: each `n >= k` that is asked is the same of the value. That may ask for
// thresholds of further Integers.
void LogicConstraints::add_integer_equations() {
  constexpr std::size_t most_thresholds = 1000;
  const auto is_integer = [&](ExprId id) {
    const Expr& expr = system_.pool[id];
    return expr.op == Op::variable && system_.variables[expr.variable()].type == ValueType::integer;
  };
  std::set<std::pair<EquationId, double>> done;
  for (bool is_new = true; is_new && done.size() < most_thresholds;) {
    is_new = false;
    for (const EquationId id : system_.equations.ids()) {
      const FlatEquation equation = system_.equations[id];
      const bool is_left = is_integer(equation.left);
      if (!is_left && !is_integer(equation.right)) continue;
      const ExprId variable = is_left ? equation.left : equation.right;
      for (const double threshold : atoms_.thresholds_of(system_.pool[variable].variable())) {
        if (!done.emplace(id, threshold).second) continue;
        add_integer_equation(equation, variable, is_left ? equation.right : equation.left,
                             threshold);
        is_new = true;
      }
    }
  }
}

void LogicConstraints::add_integer_equation(const FlatEquation& equation, ExprId variable,
                                            ExprId value, double threshold) {
  const ExprId bound = system_.pool.constant(threshold);
  std::map<ExprId, ExprId> reaches;  // for the value and its branches: are they >= threshold?
  visit_bottom_up(
      value, pending_, [&](ExprId id) { return reaches.contains(id); },
      [&](ExprId id) {
        const Expr& expr = system_.pool[id];
        if (expr.op != Op::if_else) return;
        if (!reaches.contains(expr.second())) pending_.push_back(expr.second());
        if (!reaches.contains(expr.third())) pending_.push_back(expr.third());
      },
      [&](ExprId id) {
        const Expr expr = system_.pool[id];
        reaches.emplace(id, expr.op == Op::if_else
                                ? system_.pool.if_else(expr.first(), reaches.at(expr.second()),
                                                       reaches.at(expr.third()))
                                : system_.pool.binary(Op::greater_equal, id, bound));
      });
  const ExprId asked = system_.pool.binary(Op::greater_equal, variable, bound);
  constraints_.push_back({equation.active_if, asked, reaches.at(value)});
  std::vector<LogicItem> ignored;
  add_items_below(asked, ignored);
  add_items_below(reaches.at(value), ignored);
}

LogicLiteral LogicConstraints::resolve(LogicLiteral literal) const {
  if (!is_alias(literal.item)) return literal;
  const LogicLiteral guard = *alias_[literal.item];
  return {guard.item, guard.value == literal.value};
}

std::vector<LogicItem> LogicConstraints::items_of(std::size_t constraint) {
  std::vector<LogicItem> items;
  if (constraint >= constraints_.size()) {
    const auto [stronger, weaker] = implications_[constraint - constraints_.size()];
    items = {resolve({stronger, true}).item, resolve({weaker, true}).item};
  } else {
    const LogicConstraint& one = constraints_[constraint];
    for (const GuardLiteral literal : one.active_if) items.push_back(literal.guard.index());
    add_items_below(one.left, items);
    if (one.right) add_items_below(*one.right, items);
  }
  std::sort(items.begin(), items.end());
  items.erase(std::unique(items.begin(), items.end()), items.end());
  return items;
}

void LogicConstraints::add_items_below(ExprId root, std::vector<LogicItem>& items) {
  // Atoms may add to the pool, so they are looked at after the walk.
  std::vector<ExprId> found;
  walk_.start();
  walk_.down(root, [&](ExprId id, const Expr&) {
    if (atoms_.is_operation(id)) return true;
    found.push_back(id);
    return false;
  });
  for (const ExprId atom : found) {
    for (const LogicLiteral literal : atoms_.meaning(atom).literals) {
      items.push_back(resolve(literal).item);
    }
  }
}

ModeSet LogicConstraints::set_of(std::size_t constraint, const ModeSpace& space,
                                 const std::vector<std::uint32_t>& level_of) {
  space_ = &space;
  level_of_ = &level_of;
  if (constraint >= constraints_.size()) {
    const auto [stronger, weaker] = implications_[constraint - constraints_.size()];
    return set_of(LogicLiteral{stronger, false}) | set_of(LogicLiteral{weaker, true});
  }
  const LogicConstraint one = constraints_[constraint];
  ModeSet holds = set_of(one.left);
  if (one.right) {
    const ModeSet right = set_of(*one.right);
    holds = (holds & right) | !(holds | right);
  }
  for (const GuardLiteral literal : one.active_if) {
    holds |= set_of(LogicLiteral{literal.guard.index(), !literal.value});
  }
  return holds;
}

ModeSet LogicConstraints::set_of(LogicLiteral literal) const {
  const LogicLiteral known = resolve(literal);
  return space_->literal((*level_of_)[known.item], known.value);
}

ModeSet LogicConstraints::set_of(const AtomMeaning& meaning) const {
  ModeSet set = ModeSet::all();
  for (const LogicLiteral literal : meaning.literals) set &= set_of(literal);
  return meaning.is_negated ? !set : set;
}

ModeSet LogicConstraints::set_of(ExprId root) {
  visit_bottom_up(
      root, pending_, [&](ExprId id) { return sets_.contains(id); },
      [&](ExprId id) {
        if (!atoms_.is_operation(id)) return;
        const Expr& expr = system_.pool[id];
        const auto need = [&](ExprId operand) {
          if (!sets_.contains(operand)) pending_.push_back(operand);
        };
        need(expr.first());
        if (shape_of(expr.op) != OpShape::unary) need(expr.second());
        if (shape_of(expr.op) == OpShape::ternary) need(expr.third());
      },
      [&](ExprId id) { sets_.emplace(id, combine(id)); });
  return sets_.at(root);
}

ModeSet LogicConstraints::combine(ExprId id) {
  if (!atoms_.is_operation(id)) return set_of(atoms_.meaning(id));
  const Expr& expr = system_.pool[id];
  const ModeSet& a = sets_.at(expr.first());
  if (expr.op == Op::logical_not) return !a;
  const ModeSet& b = sets_.at(expr.second());
  switch (expr.op) {
    case Op::logical_and:
      return a & b;
    case Op::logical_or:
      return a | b;
    case Op::equal:
      return (a & b) | !(a | b);
    case Op::not_equal:
      return (a | b) - (a & b);
    default:
      return (a & b) | (sets_.at(expr.third()) - a);
  }
}

}  // namespace saltus
