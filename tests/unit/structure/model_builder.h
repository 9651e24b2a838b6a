#pragma once

#include <string>
#include <utility>
#include <vector>

#include "saltus/compiler/modes/mode.h"

namespace saltus::testing {

// Flat systems written down in C++, equation by equation:
//
//   ModelBuilder model;
//   const Term x = model.unknown("x");
//   model.equation(der(x), -x);
class ModelBuilder;

struct Term {
  ModelBuilder* model;
  ExprId id;
};

class ModelBuilder {
 public:
  ModelBuilder() { system.name = "M"; }
  ModelBuilder(const ModelBuilder&) = delete;
  ModelBuilder& operator=(const ModelBuilder&) = delete;

  Term unknown(const std::string& name) {
    FlatVariable variable;
    variable.name = name;
    const VariableId id = system.variables.add(variable);
    mode.unknowns.push_back(id);
    return {this, system.pool.variable(id)};
  }
  Term discrete(const std::string& name) {
    FlatVariable variable;
    variable.name = name;
    variable.is_discrete = true;
    return {this, system.pool.variable(system.variables.add(variable))};
  }
  Term parameter(const std::string& name, double value) {
    FlatParameter parameter;
    parameter.name = name;
    parameter.value = value;
    return {this, system.pool.parameter(system.parameters.add(parameter))};
  }
  Term number(double value) { return {this, system.pool.constant(value)}; }
  Term time() { return {this, system.pool.time()}; }

  void equation(Term left, Term right, SourceSpan span = {}) {
    FlatEquation equation{left.id, right.id, {}, span, ""};
    const EquationId id = system.equations.add(equation);
    mode.equations.push_back({id, system.pool.binary(Op::subtract, left.id, right.id)});
  }
  void equation(Term left, double right, SourceSpan span = {}) {
    equation(left, number(right), span);
  }

  FlatSystem system;
  ModeSystem mode;
};

inline Term binary(Op op, Term a, Term b) {
  return {a.model, a.model->system.pool.binary(op, a.id, b.id)};
}
inline Term unary(Op op, Term a) { return {a.model, a.model->system.pool.unary(op, a.id)}; }

inline Term operator+(Term a, Term b) { return binary(Op::add, a, b); }
inline Term operator-(Term a, Term b) { return binary(Op::subtract, a, b); }
inline Term operator*(Term a, Term b) { return binary(Op::multiply, a, b); }
inline Term operator/(Term a, Term b) { return binary(Op::divide, a, b); }
inline Term operator*(double a, Term b) { return b.model->number(a) * b; }
inline Term operator+(Term a, double b) { return a + a.model->number(b); }
inline Term operator-(Term a, double b) { return a - a.model->number(b); }
inline Term operator-(Term a) { return unary(Op::negate, a); }
inline Term sin(Term a) { return unary(Op::sin, a); }
inline Term cos(Term a) { return unary(Op::cos, a); }
inline Term square(Term a) { return a * a; }

// The n-th derivative of a variable.
inline Term der(Term x, int n = 1) {
  const Expr expr = x.model->system.pool[x.id];
  return {x.model, x.model->system.pool.variable(expr.variable(), expr.order() + n)};
}

}  // namespace saltus::testing
