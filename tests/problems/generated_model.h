#pragma once

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

// A model as a structure, which a test can rewrite, evaluate, and print as text.
namespace saltus::testing {

enum class Op : std::uint8_t {
  number,
  name,        // of a variable
  derivative,  // der(name)
  pre,         // pre(name)
  time,
  arithmetic,  // name is + - * /
  call,        // name(parts…): functions, noEvent, sample, edge, initial
  choice,      // if parts[0] then parts[1] else parts[2]
  relation,    // name is < <= > >=
  logic,       // name is and, or, not
};

struct Term;
using Expr = std::shared_ptr<const Term>;
struct Term {
  Op op = Op::number;
  double value = 0.0;
  std::string name = {};
  std::vector<Expr> parts = {};
};

inline Expr make(Op op, std::string name, std::vector<Expr> parts = {}) {
  return std::make_shared<const Term>(
      Term{.op = op, .name = std::move(name), .parts = std::move(parts)});
}
inline Expr num(double value) {
  return std::make_shared<const Term>(Term{.value = value + 0.0});  // without a negative zero
}
inline Expr var(std::string name) { return make(Op::name, std::move(name)); }
inline Expr der(std::string name) { return make(Op::derivative, std::move(name)); }
inline Expr pre(std::string name) { return make(Op::pre, std::move(name)); }
inline Expr now() { return make(Op::time, "time"); }
inline Expr call(std::string name, std::vector<Expr> parts) {
  return make(Op::call, std::move(name), std::move(parts));
}
inline Expr choice(Expr condition, Expr a, Expr b) {
  return make(Op::choice, "if", {std::move(condition), std::move(a), std::move(b)});
}
inline Expr relation(Expr a, std::string name, Expr b) {
  return make(Op::relation, std::move(name), {std::move(a), std::move(b)});
}
inline Expr logic(std::string name, std::vector<Expr> parts) {
  return make(Op::logic, std::move(name), std::move(parts));
}
inline Expr operator+(Expr a, Expr b) { return make(Op::arithmetic, "+", {a, b}); }
inline Expr operator-(Expr a, Expr b) { return make(Op::arithmetic, "-", {a, b}); }
inline Expr operator*(Expr a, Expr b) { return make(Op::arithmetic, "*", {a, b}); }
inline Expr operator/(Expr a, Expr b) { return make(Op::arithmetic, "/", {a, b}); }

inline std::string text_of(const Expr& expr) {
  const auto part = [&](std::size_t i) { return text_of(expr->parts[i]); };
  switch (expr->op) {
    case Op::number:
      return expr->value < 0.0 ? fmt::format("({:.17g})", expr->value)
                               : fmt::format("{:.17g}", expr->value);
    case Op::name:
    case Op::time:
      return expr->name;
    case Op::derivative:
      return "der(" + expr->name + ")";
    case Op::pre:
      return "pre(" + expr->name + ")";
    case Op::arithmetic:
    case Op::relation:
      return "(" + part(0) + " " + expr->name + " " + part(1) + ")";
    case Op::logic:
      return expr->name == "not" ? "(not " + part(0) + ")"
                                 : "(" + part(0) + " " + expr->name + " " + part(1) + ")";
    case Op::choice:
      return "(if " + part(0) + " then " + part(1) + " else " + part(2) + ")";
    case Op::call:
      break;
  }
  std::string text;
  for (const Expr& argument : expr->parts) text += (text.empty() ? "" : ", ") + text_of(argument);
  return expr->name + "(" + text + ")";
}

// ------------------------------------------------------------------ the model

enum class Kind : std::uint8_t { real, discrete, integer, boolean, binary };

struct Variable {
  std::string name;
  Kind kind = Kind::real;
  std::optional<double> start = {};
  bool is_fixed = false;
};

struct Equation {
  enum class Form : std::uint8_t { equal, inequality, branches, when } form = Form::equal;
  Expr left = {}, right = {};                            // equal; inequality: left <= right
  Expr condition = {};                                   // branches, when
  std::vector<Equation> then_part = {}, else_part = {};  // when: equal, or reinit
  bool is_reinit = false;
};

inline Equation equal(Expr left, Expr right) {
  return {.left = std::move(left), .right = std::move(right)};
}
inline Equation at_most(Expr left, Expr right) {
  return {.form = Equation::Form::inequality, .left = std::move(left), .right = std::move(right)};
}
inline Equation branches(Expr condition, std::vector<Equation> a, std::vector<Equation> b) {
  return {.form = Equation::Form::branches,
          .condition = std::move(condition),
          .then_part = std::move(a),
          .else_part = std::move(b)};
}
inline Equation when(Expr condition, std::vector<Equation> actions) {
  return {.form = Equation::Form::when,
          .condition = std::move(condition),
          .then_part = std::move(actions)};
}
inline Equation reinit(const std::string& name, Expr value) {
  return {.left = var(name), .right = std::move(value), .is_reinit = true};
}

struct GeneratedModel {
  std::vector<Variable> variables;
  std::vector<Equation> equations;
  double stop = 1.0;
  // What the generator knows: these never jump.
  std::vector<std::string> continuous = {};
  bool has_contacts = false;           // of positions
  std::vector<Expr> conserved = {};    // by events
  std::vector<Expr> not_growing = {};  // by events

  Expr real(const std::string& name) {
    variables.push_back({.name = name});
    return var(name);
  }
  Expr state(const std::string& name, double start) {
    variables.push_back({.name = name, .start = start + 0.0, .is_fixed = true});
    return var(name);
  }
  Expr discrete(const std::string& name, double start, Kind kind = Kind::discrete) {
    variables.push_back({.name = name, .kind = kind, .start = start, .is_fixed = true});
    return var(name);
  }
  Expr declare(const std::string& name, Kind kind) {
    variables.push_back({.name = name, .kind = kind});
    return var(name);
  }
  void add(Expr left, Expr right) { equations.push_back(equal(left, right)); }
  void add(Equation equation) { equations.push_back(std::move(equation)); }
};

inline std::string declaration(const Variable& variable) {
  static const char* const types[] = {"Real", "discrete Real", "Integer", "Boolean", "Integer"};
  std::string attributes;
  if (variable.kind == Kind::binary) attributes = "min = 0, max = 1";
  if (variable.start) {
    attributes += variable.kind == Kind::boolean ? fmt::format("start = {}", *variable.start != 0.0)
                                                 : fmt::format("start = {:.17g}", *variable.start);
  }
  if (variable.is_fixed) attributes += ", fixed = true";
  return fmt::format("  {} {}{};\n", types[static_cast<int>(variable.kind)], variable.name,
                     attributes.empty() ? "" : "(" + attributes + ")");
}

inline std::string text_of(const Equation& equation, const std::string& indent = "  ") {
  const auto list = [&](const std::vector<Equation>& equations) {
    std::string text;
    for (const Equation& inner : equations) text += text_of(inner, indent + "  ");
    return text;
  };
  if (equation.is_reinit) {
    return fmt::format("{}reinit({}, {});\n", indent, text_of(equation.left),
                       text_of(equation.right));
  }
  switch (equation.form) {
    case Equation::Form::equal:
    case Equation::Form::inequality:
      return fmt::format(
          "{}{} {} {};\n", indent, text_of(equation.left),
          equation.form == Equation::Form::equal ? "=" : "<=", text_of(equation.right));
    case Equation::Form::branches:
      return fmt::format("{0}if {1} then\n{2}{0}else\n{3}{0}end if;\n", indent,
                         text_of(equation.condition), list(equation.then_part),
                         list(equation.else_part));
    case Equation::Form::when:
      break;
  }
  return fmt::format("{0}when {1} then\n{2}{0}end when;\n", indent, text_of(equation.condition),
                     list(equation.then_part));
}

inline std::string text_of(const GeneratedModel& model) {
  std::string text = "model M\n";
  for (const Variable& variable : model.variables) text += declaration(variable);
  text += "equation\n";
  for (const Equation& equation : model.equations) text += text_of(equation);
  return text + "end M;\n";
}

// ------------------------------------------------------------------ walks

using Rewrite = std::function<Expr(const Expr&)>;

// From the leaves to the root, `rewrite` on every term.
inline Expr rewritten(const Expr& expr, const Rewrite& rewrite) {
  Term term = *expr;
  bool is_changed = false;
  for (Expr& part : term.parts) {
    const Expr other = rewritten(part, rewrite);
    is_changed |= other != part;
    part = other;
  }
  return rewrite(is_changed ? std::make_shared<const Term>(std::move(term)) : expr);
}

inline Equation rewritten(Equation equation, const Rewrite& rewrite) {
  if (equation.condition) equation.condition = rewritten(equation.condition, rewrite);
  if (equation.left && !equation.is_reinit) equation.left = rewritten(equation.left, rewrite);
  if (equation.right) equation.right = rewritten(equation.right, rewrite);
  for (auto* part : {&equation.then_part, &equation.else_part}) {
    for (Equation& inner : *part) inner = rewritten(inner, rewrite);
  }
  return equation;
}

inline void visit(const Expr& expr, const std::function<void(const Expr&)>& visitor) {
  visitor(expr);
  for (const Expr& part : expr->parts) visit(part, visitor);
}

inline void visit(const Equation& equation, const std::function<void(const Expr&)>& visitor) {
  for (const Expr& expr : {equation.condition, equation.left, equation.right}) {
    if (expr) visit(expr, visitor);
  }
  for (const auto* part : {&equation.then_part, &equation.else_part}) {
    for (const Equation& inner : *part) visit(inner, visitor);
  }
}

// ------------------------------------------------------------------ chance

class Random {
 public:
  // Numbers are multiples of 1/grid: of 1/1000 they are readable and no tie is likely, of 1/4
  // there are many.
  explicit Random(std::uint32_t seed, double grid = 1000.0) : engine_(seed), grid_(grid) {
    engine_.discard(16);
  }
  bool has_ties() const { return grid_ < 100.0; }
  std::size_t below(std::size_t end) { return engine_() % end; }
  bool chance(std::size_t one_in) { return below(one_in) == 0; }
  // On the grid, between the two.
  double between(double low, double high) {
    const double share = static_cast<double>(engine_()) / 4294967295.0;
    const double value = std::round(grid_ * (low + (high - low) * share)) / grid_;
    return std::fmin(std::fmax(value, low), high);
  }
  // Away from zero, of either sign.
  double coefficient(double least, double most) {
    return (chance(2) ? 1.0 : -1.0) * between(least, most);
  }
  template <typename T>
  void shuffle(std::vector<T>& values) {
    for (std::size_t k = values.size(); k > 1; --k) std::swap(values[k - 1], values[below(k)]);
  }

 private:
  std::mt19937 engine_;
  double grid_;
};

}  // namespace saltus::testing
