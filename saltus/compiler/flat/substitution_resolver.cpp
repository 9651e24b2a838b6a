#include "saltus/compiler/flat/substitution_resolver.h"

#include <algorithm>

namespace saltus {

namespace {

// Behind all earlier branches, and with the literals before `position` true: does the literal hold
// because an earlier branch would have been open otherwise?
bool is_implied(const FlatSubstitution& substitution, std::size_t branch, std::size_t position) {
  const std::vector<GuardLiteral>& literals = substitution.branches[branch].active_if;
  const auto end = literals.begin() + static_cast<std::ptrdiff_t>(position);
  const GuardLiteral opposite{end->guard, !end->value};
  const auto holds = [&](GuardLiteral literal) {
    return literal == opposite || std::find(literals.begin(), end, literal) != end;
  };
  for (std::size_t earlier = 0; earlier < branch; ++earlier) {
    const std::vector<GuardLiteral>& others = substitution.branches[earlier].active_if;
    if (std::all_of(others.begin(), others.end(), holds)) return true;
  }
  return false;
}

}  // namespace

ExprId first_open_value(ExprPool& pool, const FlatSubstitution& substitution) {
  // In a mode in which none is active the run ends: the last value serves as well as any other.
  ExprId value = substitution.branches.back().value;
  for (std::size_t i = substitution.branches.size() - 1; i-- > 0;) {
    const SubstitutionBranch& branch = substitution.branches[i];
    ExprId here = branch.value;
    for (std::size_t position = branch.active_if.size(); position-- > 0;) {
      if (is_implied(substitution, i, position)) continue;
      const GuardLiteral literal = branch.active_if[position];
      const ExprId guard = pool.guard(literal.guard);
      here = literal.value ? pool.if_else(guard, here, value) : pool.if_else(guard, value, here);
    }
    value = here;
  }
  return value;
}

SubstitutionResolver::SubstitutionResolver(FlatSystem& system)
    : system_(system),
      pool_(system.pool),
      differentiator_(system.pool,
                      [&system](VariableId id) { return system.variables[id].is_discrete; }),
      written_(system.variables.size()),
      highest_(system.variables.size(), 0) {
  for (const FlatSubstitution& substitution : system.substitutions) {
    written_[substitution.variable][static_cast<std::size_t>(substitution.order)] =
        first_open_value(pool_, substitution);
  }
}

ExprId SubstitutionResolver::resolve(ExprId root) {
  pending_.push_back(root);
  while (!pending_.empty() && cycle_.empty()) {
    const ExprId id = pending_.back();
    if (colour(id) == Colour::done) {
      pending_.pop_back();
    } else if (colour(id) == Colour::fresh) {
      colour(id) = Colour::open;
      open(id);
    } else if (!differentiate_source(id)) {
      const ExprId value = finish(id);
      result_[id.index()] = value.index();
      colour(id) = Colour::done;
      pending_.pop_back();
    }
  }
  pending_.clear();
  return cycle_.empty() ? result(root) : root;
}

bool SubstitutionResolver::is_substituted(VariableId id, int order) const {
  const auto& written = written_[id];
  return written[0].has_value() || (order > 0 && written[1].has_value());
}

// Is the leaf replaced by a derivative of what stands for the next lower one?
bool SubstitutionResolver::needs_derivative(const Expr& leaf) const {
  if (leaf.op != Op::variable || !is_substituted(leaf.variable(), leaf.order())) return false;
  return leaf.order() > 1 || (leaf.order() == 1 && !written_[leaf.variable()][1]);
}

// Asks for everything that the expression is made of.
void SubstitutionResolver::open(ExprId id) {
  const Expr expr = pool_[id];  // a copy: the pool grows
  const OpShape shape = shape_of(expr.op);
  if (shape == OpShape::leaf) {
    open_leaf(expr);
    return;
  }
  need(expr.first());
  if (shape != OpShape::unary) need(expr.second());
  if (shape == OpShape::ternary) need(expr.third());
}

void SubstitutionResolver::open_leaf(const Expr& leaf) {
  if (leaf.op == Op::guard) need(system_.guards[GuardId(leaf.a)].condition);
  if (leaf.op != Op::variable) return;
  const VariableId variable = leaf.variable();
  highest_[variable] = std::max(highest_[variable], leaf.order());
  if (const auto operand = system_.variables[variable].floor_of) need(*operand);
  if (!is_substituted(variable, leaf.order())) return;
  if (needs_derivative(leaf)) {
    need(pool_.variable(variable, leaf.order() - 1));
  } else {
    need(*written_[variable][static_cast<std::size_t>(leaf.order())]);
  }
}

// What is open is waiting for the present expression: asking for it closes a cycle.
void SubstitutionResolver::need(ExprId id) {
  if (colour(id) == Colour::done || !cycle_.empty()) return;
  if (colour(id) == Colour::fresh) {
    pending_.push_back(id);
    return;
  }
  const auto first = std::find(pending_.begin(), pending_.end(), id);
  for (auto entry = first; entry != pending_.end(); ++entry) {
    if (colour(*entry) != Colour::open) continue;
    const Expr& leaf = pool_[*entry];
    const bool counts = leaf.op == Op::guard ||
                        (leaf.op == Op::variable && is_substituted(leaf.variable(), leaf.order()));
    if (counts) cycle_.push_back(*entry);
  }
}

// d/dt of what was written for der^(k-1)(v), before anything is replaced in it: a derivative in
// it that is substituted itself must be seen. der^(k-1)(v) has been resolved, so there is no end
// to fear: v <- der(v) is a cycle.
bool SubstitutionResolver::differentiate_source(ExprId id) {
  const Expr leaf = pool_[id];
  if (source_[id.index()] != 0 || !needs_derivative(leaf)) return false;
  const ExprId lower = pool_.variable(leaf.variable(), leaf.order() - 1);
  const bool is_written = !needs_derivative(pool_[lower]);
  const ExprId source = is_written
                            ? *written_[leaf.variable()][static_cast<std::size_t>(leaf.order() - 1)]
                            : ExprId(source_[lower.index()] - 1);
  const ExprId derivative = differentiator_.differentiate(source);
  source_[id.index()] = derivative.index() + 1;
  need(derivative);
  return true;
}

ExprId SubstitutionResolver::finish(ExprId id) {
  const Expr expr = pool_[id];
  switch (shape_of(expr.op)) {
    case OpShape::leaf:
      if (expr.op == Op::guard) {
        const ExprId condition = result(system_.guards[GuardId(expr.a)].condition);
        return pool_[condition].op == Op::boolean ? condition : id;
      }
      if (source_[id.index()] != 0) return result(ExprId(source_[id.index()] - 1));
      if (expr.op != Op::variable || !is_substituted(expr.variable(), expr.order())) return id;
      return result(*written_[expr.variable()][static_cast<std::size_t>(expr.order())]);
    case OpShape::unary:
      return result(expr.first()) == expr.first() ? id : pool_.unary(expr.op, result(expr.first()));
    case OpShape::binary: {
      const ExprId a = result(expr.first());
      const ExprId b = result(expr.second());
      return a == expr.first() && b == expr.second() ? id : pool_.binary(expr.op, a, b);
    }
    case OpShape::ternary:
      break;
  }
  const ExprId a = result(expr.first());
  const ExprId b = result(expr.second());
  const ExprId c = result(expr.third());
  const bool is_unchanged = a == expr.first() && b == expr.second() && c == expr.third();
  return is_unchanged ? id : pool_.if_else(a, b, c);
}

SubstitutionResolver::Colour& SubstitutionResolver::colour(ExprId id) {
  if (colour_.size() <= id.index()) {
    const std::size_t size = std::max<std::size_t>(pool_.size(), 2 * colour_.size());
    colour_.resize(size, Colour::fresh);
    result_.resize(size, 0);
    source_.resize(size, 0);
  }
  return colour_[id.index()];
}

}  // namespace saltus
