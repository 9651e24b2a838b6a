#include "saltus/compiler/hybrid/affine_aliases.h"

#include <cmath>
#include <map>

namespace saltus {

namespace {

bool is_value(const Expr& expr) { return expr.op == Op::variable && expr.order() == 0; }

// der(x) = v and the like are most equations of a model, and tie nothing.
bool may_tie(const Expr& side) {
  switch (side.op) {
    case Op::variable:
      return side.order() == 0;
    case Op::constant:
    case Op::parameter:
    case Op::negate:
    case Op::add:
    case Op::subtract:
    case Op::multiply:
    case Op::divide:
      return true;
    default:
      return false;
  }
}

AffineForm difference(const AffineForm& left, const AffineForm& right) {
  std::map<ExprId, double> coefficients;
  for (const AffinePart part : left.parts) coefficients[part.term] += part.coefficient;
  for (const AffinePart part : right.parts) coefficients[part.term] -= part.coefficient;
  AffineForm form{{}, left.constant - right.constant};
  for (const auto& [term, coefficient] : coefficients) {
    if (coefficient != 0.0) form.parts.push_back({term, coefficient});
  }
  return form;
}

}  // namespace

AffineAliases::AffineAliases(FlatSystem& system, ParameterValues& values) : system_(system) {
  for (const VariableId id : system.variables.ids()) parent_.add({id});
  for (const FlatEquation& equation : system.equations) {
    if (!equation.active_if.empty()) continue;
    if (!may_tie(system.pool[equation.left]) || !may_tie(system.pool[equation.right])) continue;
    add_equation(difference(affine_form(system.pool, values, equation.left),
                            affine_form(system.pool, values, equation.right)));
  }
}

// p v + q w + r = 0
void AffineAliases::add_equation(const AffineForm& residual) {
  if (residual.parts.size() != 2 || !residual.is_finite()) return;
  const auto [p, q] = std::pair(residual.parts[0].coefficient, residual.parts[1].coefficient);
  const Expr v = system_.pool[residual.parts[0].term], w = system_.pool[residual.parts[1].term];
  if (!is_value(v) || !is_value(w)) return;
  if (system_.variables[v.variable()].is_discrete) return;
  if (system_.variables[w.variable()].is_discrete) return;
  const Tie a = tie(v.variable()), b = tie(w.variable());
  if (a.root == b.root) return;
  const Tie tied{b.root, -q * b.factor / (p * a.factor),
                 -(p * a.offset + q * b.offset + residual.constant) / (p * a.factor)};
  if (std::isfinite(tied.factor) && tied.factor != 0.0 && std::isfinite(tied.offset)) {
    parent_[a.root] = tied;
  }
}

AffineAliases::Tie AffineAliases::tie(VariableId variable) const {
  Tie result{variable};
  while (parent_[result.root].root != result.root) {
    const Tie& next = parent_[result.root];
    result = {next.root, result.factor * next.factor, result.factor * next.offset + result.offset};
  }
  return result;
}

AffineForm AffineAliases::reduced(const AffineForm& form) const {
  std::map<ExprId, double> coefficients;
  AffineForm result{{}, form.constant};
  for (const AffinePart part : form.parts) {
    const Expr expr = system_.pool[part.term];
    if (!is_value(expr) || expr.variable().index() >= parent_.size()) {
      coefficients[part.term] += part.coefficient;
      continue;
    }
    const Tie own = tie(expr.variable());
    coefficients[system_.pool.variable(own.root)] += part.coefficient * own.factor;
    result.constant += part.coefficient * own.offset;
  }
  for (const auto& [term, coefficient] : coefficients) {
    if (coefficient != 0.0) result.parts.push_back({term, coefficient});
  }
  return result;
}

}  // namespace saltus
