#pragma once

#include <cmath>
#include <limits>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/problems/generated_model.h"

// The value of expressions of a generated model, by a few lines that share nothing with Saltus.
namespace saltus::testing {

// A value, and the size of the terms that it is the sum of: what rounding is relative to.
struct Sized {
  double value = 0.0;
  double size = 0.0;
};

struct Point {
  double time = 0.0;
  std::map<std::string, double> values = {};  // der(x) and pre(x) under these names
  // Branches that are held whatever the values say: of relations, abs, min, max (1 or 0), and of
  // floor and integer and mod (the whole number).
  std::map<const Term*, double> held = {};
  std::map<std::string, double> sizes = {};  // of values that may be at zero just now
};

class Evaluator {
 public:
  explicit Evaluator(const Point& point) : point_(point) {}

  double value(const Expr& expr) const { return sized(expr).value; }
  bool holds(const Expr& expr) const { return value(expr) != 0.0; }

  Sized sized(const Expr& expr) const {
    switch (expr->op) {
      case Op::number:
        return plain(expr->value);
      case Op::name:
        return {point_.values.at(expr->name), size_of(expr->name)};
      case Op::derivative:
        return plain(point_.values.at("der(" + expr->name + ")"));
      case Op::pre:
        return plain(point_.values.at("pre(" + expr->name + ")"));
      case Op::time:
        return plain(point_.time);
      case Op::arithmetic:
        return arithmetic(*expr);
      case Op::call:
        return function(*expr);
      case Op::choice:
        return sized(expr->parts[holds(expr->parts[0]) ? 1 : 2]);
      case Op::relation:
        return plain(branch(*expr));
      case Op::logic:
        break;
    }
    const bool first = holds(expr->parts[0]);
    if (expr->name == "not") return plain(!first);
    return plain(expr->name == "and" ? first && holds(expr->parts[1])
                                     : first || holds(expr->parts[1]));
  }

  // Zero where the branch of the term changes: relations, abs, min, max.
  Sized switching(const Term& term) const {
    const Sized a = sized(term.parts[0]);
    if (term.parts.size() == 1) return a;
    const Sized b = sized(term.parts[1]);
    return {a.value - b.value, a.size + b.size};
  }

  // Which branch the values say.
  double branch_by_values(const Term& term) const {
    if (is_step(term)) return std::floor(step_argument(term));
    const double g = switching(term).value;
    if (term.name == "<") return g < 0.0;
    if (term.name == "<=") return g <= 0.0;
    if (term.name == ">") return g > 0.0;
    return g >= 0.0;
  }
  double branch(const Term& term) const {
    const auto found = point_.held.find(&term);
    return found == point_.held.end() ? branch_by_values(term) : found->second;
  }

  static bool is_step(const Term& term) {
    return term.op == Op::call &&
           (term.name == "floor" || term.name == "integer" || term.name == "mod");
  }
  static bool has_branches(const Term& term) {
    return term.op == Op::relation || is_step(term) ||
           (term.op == Op::call &&
            (term.name == "abs" || term.name == "min" || term.name == "max"));
  }
  double step_argument(const Term& term) const {
    const double a = value(term.parts[0]);
    return term.name == "mod" ? a / value(term.parts[1]) : a;
  }

 private:
  static Sized plain(double value) { return {value, std::fabs(value)}; }

  double size_of(const std::string& name) const {
    const auto found = point_.sizes.find(name);
    return found == point_.sizes.end() ? std::fabs(point_.values.at(name)) : found->second;
  }

  Sized arithmetic(const Term& term) const {
    const Sized a = sized(term.parts[0]), b = sized(term.parts[1]);
    if (term.name == "+") return {a.value + b.value, a.size + b.size};
    if (term.name == "-") return {a.value - b.value, a.size + b.size};
    if (term.name == "*") return {a.value * b.value, a.size * b.size};
    return {a.value / b.value, a.size / std::fabs(b.value)};
  }

  Sized function(const Term& term) const {
    const Sized a = sized(term.parts[0]);
    if (term.name == "noEvent") return a;
    if (term.name == "abs") return branch(term) != 0.0 ? a : Sized{-a.value, a.size};
    if (term.name == "min" || term.name == "max") {
      const Sized b = sized(term.parts[1]);
      return (branch(term) != 0.0) == (term.name == "max") ? a : b;
    }
    if (term.name == "floor" || term.name == "integer") return plain(branch(term));
    if (term.name == "mod") {
      const double b = value(term.parts[1]);
      return {a.value - branch(term) * b, a.size + std::fabs(branch(term) * b)};
    }
    const double x = a.value;
    if (term.name == "sin") return {std::sin(x), 1.0 + a.size};
    if (term.name == "cos") return {std::cos(x), 1.0 + a.size};
    if (term.name == "tanh") return {std::tanh(x), 1.0 + a.size};
    if (term.name == "sqrt") return {std::sqrt(x), 1.0 + a.size};
    if (term.name == "exp") return {std::exp(x), std::exp(x) * (1.0 + a.size)};
    throw std::runtime_error("the test cannot evaluate " + term.name);
  }

  const Point& point_;
};

}  // namespace saltus::testing
