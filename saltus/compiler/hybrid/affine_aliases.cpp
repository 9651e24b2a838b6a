#include "saltus/compiler/hybrid/affine_aliases.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "saltus/compiler/hybrid/relations.h"

namespace saltus {

namespace {

// Longer sums are not looked into, nor more of them in one function.
constexpr std::size_t kMostParts = 12;
constexpr int kMostReplaced = 100;
// What is left where terms cancel, as a part of them: other terms have other units.
constexpr double kRounding = 1e-14;

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

AffineAliases::AffineAliases(FlatSystem& system, ParameterValues& values)
    : system_(system), walk_(system.pool) {
  for (const VariableId id : system.variables.ids()) {
    parent_.add({id});
    order_.add(0);
  }
  for (const ExprId id : system.pool.ids()) {
    const Expr& expr = system.pool[id];
    if (expr.op != Op::variable) continue;
    order_[expr.variable()] = std::max(order_[expr.variable()], expr.order());
  }
  std::vector<AffineForm> sums;
  for (const FlatEquation& equation : system.equations) {
    if (!equation.active_if.empty()) continue;
    const bool may_be_sum =
        may_tie(system.pool[equation.left]) && may_tie(system.pool[equation.right]);
    if (!may_be_sum && !defines(equation.left, equation.right) &&
        !defines(equation.right, equation.left)) {
      continue;
    }
    AffineForm residual = difference(affine_form(system.pool, values, equation.left),
                                     affine_form(system.pool, values, equation.right));
    if (!residual.is_finite() || residual.parts.size() > kMostParts) continue;
    add_equation(residual);
    sums.push_back(std::move(residual));
  }
  for (const AffineForm& sum : sums) add_sum(sum);
}

// y = f(x) with x a state, as y = x^2.
bool AffineAliases::defines(ExprId variable, ExprId value) {
  const Expr& expr = system_.pool[variable];
  return is_value(expr) && !system_.variables[expr.variable()].is_discrete && !is_state(expr) &&
         reads_states_only(value);
}

bool AffineAliases::reads_states_only(ExprId root) {
  bool reads_other = false;
  walk_.start();
  walk_.down(root, [&](ExprId, const Expr& expr) {
    switch (expr.op) {
      case Op::variable:
        reads_other |= !system_.variables[expr.variable()].is_discrete && !is_state(expr);
        break;
      case Op::guard:
      case Op::pre_guard:
      case Op::initial:
      case Op::terminal:
      case Op::sample:
        reads_other = true;
        break;
      default:
        reads_other |= is_relation(expr.op);
    }
    return !reads_other;
  });
  return !reads_other;
}

// What is left of the equation says what one of its variables is, if possible one that is no state;
// ties leave nothing. One with the coefficient 1 or -1 is replaced without rounding.
void AffineAliases::add_sum(const AffineForm& residual) {
  const AffineForm rest = reduced(residual);
  if (rest.parts.size() > kMostParts || !rest.is_finite()) return;
  const AffinePart* pivot = nullptr;
  for (const AffinePart& part : rest.parts) {
    const Expr expr = system_.pool[part.term];
    if (!is_value(expr) || system_.variables[expr.variable()].is_discrete) continue;
    const auto preference = [&](const AffinePart& candidate) {
      const bool is_exact = std::fabs(candidate.coefficient) == 1.0;
      return std::pair(!is_state(system_.pool[candidate.term]), is_exact);
    };
    if (pivot == nullptr || preference(part) >= preference(*pivot)) pivot = &part;
  }
  if (pivot == nullptr) return;
  AffineForm sum{{}, -rest.constant / pivot->coefficient};
  for (const AffinePart& part : rest.parts) {
    if (part.term == pivot->term) continue;
    sum.parts.push_back({part.term, -part.coefficient / pivot->coefficient});
  }
  const VariableId variable = system_.pool[pivot->term].variable();
  if (sum.is_finite()) sums_.emplace(variable.index(), std::move(sum));
}

// p v + q w + r = 0
void AffineAliases::add_equation(const AffineForm& residual) {
  if (residual.parts.size() != 2 || !residual.is_finite()) return;
  auto [p, q] = std::pair(residual.parts[0].coefficient, residual.parts[1].coefficient);
  const Expr v = system_.pool[residual.parts[0].term], w = system_.pool[residual.parts[1].term];
  if (!is_value(v) || !is_value(w)) return;
  if (system_.variables[v.variable()].is_discrete) return;
  if (system_.variables[w.variable()].is_discrete) return;
  Tie a = tie(v.variable()), b = tie(w.variable());
  if (a.root == b.root) return;
  if (order_[a.root] > order_[b.root]) {
    std::swap(a, b);
    std::swap(p, q);
  }
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
  Coefficients coefficients;
  AffineForm result{{}, form.constant};
  for (const AffinePart part : form.parts) coefficients[part.term].add(part.coefficient);
  reduce(coefficients, result.constant);
  for (const auto& [term, sum] : coefficients) {
    if (std::fabs(sum.value) > kRounding * sum.magnitude) result.parts.push_back({term, sum.value});
  }
  return result;
}

void AffineAliases::Sum::add(double part) {
  value += part;
  magnitude += std::fabs(part);
}

void AffineAliases::reduce(Coefficients& coefficients, double& constant) const {
  std::vector<AffinePart> open;
  for (const auto& [term, sum] : coefficients) open.push_back({term, sum.value});
  coefficients.clear();
  for (int replaced = 0; !open.empty();) {
    const AffinePart part = open.back();
    open.pop_back();
    const Expr expr = system_.pool[part.term];
    if (!is_value(expr) || expr.variable().index() >= parent_.size()) {
      coefficients[part.term].add(part.coefficient);
      continue;
    }
    const Tie own = tie(expr.variable());
    const double coefficient = part.coefficient * own.factor;
    constant += part.coefficient * own.offset;
    const auto sum = sums_.find(own.root.index());
    if (sum == sums_.end() || ++replaced > kMostReplaced) {
      coefficients[system_.pool.variable(own.root)].add(coefficient);
      continue;
    }
    constant += coefficient * sum->second.constant;
    for (const AffinePart& term : sum->second.parts) {
      open.push_back({term.term, coefficient * term.coefficient});
    }
  }
}

}  // namespace saltus
