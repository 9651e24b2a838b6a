#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/problems/generated_model.h"

// The same model written otherwise: what must not change an answer.
namespace saltus::testing {

// x of the original is `factor` times the variable `name` of the variant.
struct Counterpart {
  std::string name;
  double factor = 1.0;
};

struct Variant {
  GeneratedModel model = {};
  std::map<std::string, Counterpart> of = {};  // the name itself where there is no entry
  double time_factor = 1.0;                    // the variant's time over that of the original

  Counterpart counterpart(const std::string& name) const {
    const auto found = of.find(name);
    return found == of.end() ? Counterpart{name} : found->second;
  }
};

// ------------------------------------------------------------------ order and names

inline void shuffle_equations(std::vector<Equation>& equations, Random& random) {
  random.shuffle(equations);
  for (Equation& equation : equations) {
    if (equation.form == Equation::Form::equal && !equation.is_reinit) continue;
    shuffle_equations(equation.then_part, random);
    shuffle_equations(equation.else_part, random);
  }
}

inline Variant shuffled(GeneratedModel model, Random& random) {
  random.shuffle(model.variables);
  shuffle_equations(model.equations, random);
  return {std::move(model)};
}

// The left sides of when clauses are names, and stay names.
inline Equation renamed(Equation equation, const std::map<std::string, std::string>& names) {
  const auto rename = [&](const Expr& expr) {
    const auto found = names.find(expr->name);
    const bool is_name = expr->op == Op::name || expr->op == Op::derivative || expr->op == Op::pre;
    return is_name && found != names.end() ? make(expr->op, found->second) : expr;
  };
  equation = rewritten(std::move(equation), rename);
  if (equation.is_reinit) equation.left = rename(equation.left);
  for (Equation& action : equation.then_part) {
    if (action.is_reinit) action.left = rename(action.left);
  }
  return equation;
}

inline Variant renamed(GeneratedModel model, const std::map<std::string, std::string>& names) {
  Variant variant;
  for (Variable& variable : model.variables) {
    const std::string& other = names.at(variable.name);
    variant.of[variable.name] = {other};
    variable.name = other;
  }
  for (Equation& equation : model.equations) equation = renamed(std::move(equation), names);
  for (auto* sums : {&model.conserved, &model.not_growing}) {
    for (Expr& sum : *sums) sum = renamed(equal(sum, sum), names).left;
  }
  for (std::string& name : model.continuous) name = names.at(name);
  variant.model = std::move(model);
  return variant;
}

// Names that sort otherwise, some of them quoted.
inline Variant renamed(GeneratedModel model, Random& random) {
  std::map<std::string, std::string> names;
  std::vector<std::size_t> numbers(model.variables.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = i;
  random.shuffle(numbers);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    static const char* const forms[] = {"a{}", "Z{}", "'{} der(x)'", "_{}", "'if {}'"};
    names[model.variables[i].name] = fmt::format(fmt::runtime(forms[random.below(5)]), numbers[i]);
  }
  return renamed(std::move(model), names);
}

// ------------------------------------------------------------------ guards

inline Expr opposite(const Expr& condition) { return logic("not", {condition}); }

// `a > b` in one of the ways to write it; strict or not, where no tie decides.
inline Expr turned_relation(const Expr& expr, Random& random) {
  static const std::map<std::string, std::string> mirrored = {
      {"<", ">"}, {"<=", ">="}, {">", "<"}, {">=", "<="}};
  static const std::map<std::string, std::string> negated = {
      {"<", ">="}, {"<=", ">"}, {">", "<="}, {">=", "<"}};
  static const std::map<std::string, std::string> other = {
      {"<", "<="}, {"<=", "<"}, {">", ">="}, {">=", ">"}};
  Expr result = expr;
  const auto a = [&] { return result->parts[0]; };
  const auto b = [&] { return result->parts[1]; };
  if (random.chance(2)) result = relation(b(), mirrored.at(result->name), a());
  if (random.chance(2) && !random.has_ties()) {
    result = relation(a(), other.at(result->name), b());
  }
  if (random.chance(2)) result = opposite(relation(a(), negated.at(result->name), b()));
  return result;
}

inline Variant turned_guards(GeneratedModel model, Random& random) {
  const auto turn = [&](const Expr& expr) {
    if (expr->op == Op::relation) return turned_relation(expr, random);
    if (expr->op != Op::choice || random.chance(2)) return expr;
    return choice(opposite(expr->parts[0]), expr->parts[2], expr->parts[1]);
  };
  for (Equation& equation : model.equations) {
    equation = rewritten(std::move(equation), turn);
    if (equation.form != Equation::Form::branches || random.chance(2)) continue;
    equation.condition = opposite(equation.condition);
    std::swap(equation.then_part, equation.else_part);
  }
  return {std::move(model)};
}

// ------------------------------------------------------------------ if-equation, if-expression

// The first choice outside of noEvent, or nothing.
inline Expr first_choice(const Expr& expr) {
  if (expr->op == Op::choice) return expr;
  if (expr->op == Op::call && expr->name == "noEvent") return nullptr;
  for (const Expr& part : expr->parts) {
    if (Expr found = first_choice(part)) return found;
  }
  return nullptr;
}

inline Expr with_part_replaced(const Expr& expr, const Expr& part, const Expr& by) {
  return rewritten(expr, [&](const Expr& other) { return other == part ? by : other; });
}

inline std::set<std::string> discrete_names(const GeneratedModel& model) {
  std::set<std::string> names;
  for (const Variable& variable : model.variables) {
    if (variable.kind != Kind::real) names.insert(variable.name);
  }
  return names;
}

inline bool is_continuous(const Equation& equation, const std::set<std::string>& discrete) {
  return equation.form == Equation::Form::equal && !equation.is_reinit &&
         !(equation.left->op == Op::name && discrete.contains(equation.left->name));
}

inline Equation with_branches_changed(const Equation& equation) {
  if (equation.form == Equation::Form::equal) {
    const Expr found = first_choice(equation.right);
    if (!found) return equation;
    const auto branch = [&](std::size_t i) {
      return equal(equation.left, with_part_replaced(equation.right, found, found->parts[i]));
    };
    return branches(found->parts[0], {branch(1)}, {branch(2)});
  }
  if (equation.form != Equation::Form::branches || equation.then_part.size() != 1 ||
      equation.else_part.size() != 1) {
    return equation;
  }
  const auto residual = [](const Equation& inner) { return inner.left - inner.right; };
  return equal(num(0.0), choice(equation.condition, residual(equation.then_part[0]),
                                residual(equation.else_part[0])));
}

// Expressions with `if` become equations with `if` and the other way round.
inline Variant with_branches_changed(GeneratedModel model) {
  const std::set<std::string> discrete = discrete_names(model);
  for (Equation& equation : model.equations) {
    if (equation.form == Equation::Form::equal && !is_continuous(equation, discrete)) continue;
    equation = with_branches_changed(equation);
  }
  return {std::move(model)};
}

// ------------------------------------------------------------------ names for parts

// What may be named: values outside of branches and of noEvent, which are always evaluated. Not
// what steps look at: at the start these look at the guess of a named value.
inline void collect_parts(const Expr& expr, std::vector<Expr>& parts) {
  const bool is_value = expr->op == Op::number || expr->op == Op::arithmetic;
  if (is_value) parts.push_back(expr);
  static const std::set<std::string> closed = {"noEvent", "floor", "integer", "mod"};
  if (expr->op == Op::call && closed.contains(expr->name)) return;
  const std::size_t end = expr->op == Op::choice ? 1 : expr->parts.size();
  for (std::size_t i = 0; i < end; ++i) collect_parts(expr->parts[i], parts);
}

// One constant or part of an equation gets a name, or of a guard in an expression. Guards of
// equations that look at a named value start in the mode of its guess, which may contradict fixed
// starts.
inline Variant with_part_named(GeneratedModel model, Random& random) {
  const std::set<std::string> discrete = discrete_names(model);
  std::vector<std::pair<std::size_t, Expr>> found;
  for (std::size_t i = 0; i < model.equations.size(); ++i) {
    const Equation& equation = model.equations[i];
    std::vector<Expr> parts;
    if (is_continuous(equation, discrete)) collect_parts(equation.right, parts);
    for (const Expr& part : parts) found.emplace_back(i, part);
  }
  if (found.empty()) return {std::move(model)};
  const auto [index, part] = found[random.below(found.size())];
  Variant variant;
  for (const Variable& variable : model.variables) variant.of[variable.name] = {variable.name};
  const Expr name = model.real("named");
  model.equations[index] = rewritten(
      model.equations[index], [&](const Expr& other) { return other == part ? name : other; });
  model.add(name, part);
  variant.model = std::move(model);
  return variant;
}

// ------------------------------------------------------------------ units

inline double power_of_two(Random& random, int most) {
  return std::ldexp(1.0,
                    static_cast<int>(random.below(2 * static_cast<std::size_t>(most) + 1)) - most);
}

// Names of continuous variables and of what a when sets: values with a unit.
inline std::vector<std::string> names_with_units(const GeneratedModel& model) {
  std::vector<std::string> names;
  for (const Variable& variable : model.variables) {
    if (variable.kind == Kind::real || variable.kind == Kind::discrete) {
      names.push_back(variable.name);
    }
  }
  return names;
}

// x = factor X in all equations, t = T / time_factor.
inline Variant in_units(GeneratedModel model, std::map<std::string, double> factor,
                        double time_factor) {
  const auto scaled = [](double by, const Expr& expr) { return by == 1.0 ? expr : num(by) * expr; };
  const auto of = [&](const std::string& name) {
    const auto found = factor.find(name);
    return found == factor.end() ? 1.0 : found->second;
  };
  const Rewrite rewrite = [&](const Expr& expr) {
    if (expr->op == Op::name || expr->op == Op::pre) return scaled(of(expr->name), expr);
    if (expr->op == Op::derivative) return scaled(of(expr->name) * time_factor, expr);
    if (expr->op == Op::time) return scaled(1.0 / time_factor, expr);
    if (expr->op != Op::call || expr->name != "sample") return expr;
    return call("sample", {num(expr->parts[0]->value * time_factor),
                           num(expr->parts[1]->value * time_factor)});
  };
  for (Equation& equation : model.equations) {
    if (equation.form != Equation::Form::when) {
      equation = rewritten(std::move(equation), rewrite);
      continue;
    }
    equation.condition = rewritten(equation.condition, rewrite);
    for (Equation& action : equation.then_part) {
      action.right = scaled(1.0 / of(action.left->name), rewritten(action.right, rewrite));
    }
  }
  Variant variant{.time_factor = time_factor};
  for (Variable& variable : model.variables) {
    if (variable.start) *variable.start /= of(variable.name);
    variant.of[variable.name] = {variable.name, of(variable.name)};
  }
  model.stop *= time_factor;
  variant.model = std::move(model);
  return variant;
}

inline Variant in_random_units(GeneratedModel model, Random& random) {
  std::map<std::string, double> factor;
  for (const std::string& name : names_with_units(model)) factor[name] = power_of_two(random, 20);
  return in_units(std::move(model), factor, 1.0);
}

inline Variant in_another_time(GeneratedModel model, Random& random) {
  const double factor = random.chance(2) ? 0x1p20 : 0x1p-20;
  return in_units(std::move(model), {}, factor);
}

// Both sides of each equation times a power of two.
inline Variant with_equations_weighted(GeneratedModel model, Random& random) {
  const std::set<std::string> discrete = discrete_names(model);
  const auto weight = [&](Equation& equation) {
    if (!is_continuous(equation, discrete)) return;
    const Expr factor = num(power_of_two(random, 20));
    equation.left = factor * equation.left;
    equation.right = factor * equation.right;
  };
  for (Equation& equation : model.equations) {
    weight(equation);
    if (equation.form != Equation::Form::branches) continue;
    for (Equation& inner : equation.then_part) weight(inner);
    for (Equation& inner : equation.else_part) weight(inner);
  }
  return {std::move(model)};
}

// ------------------------------------------------------------------ several in one

inline void append(GeneratedModel& model, const GeneratedModel& other) {
  model.variables.insert(model.variables.end(), other.variables.begin(), other.variables.end());
  model.equations.insert(model.equations.end(), other.equations.begin(), other.equations.end());
  model.continuous.insert(model.continuous.end(), other.continuous.begin(), other.continuous.end());
  model.conserved.insert(model.conserved.end(), other.conserved.begin(), other.conserved.end());
  model.not_growing.insert(model.not_growing.end(), other.not_growing.begin(),
                           other.not_growing.end());
  model.has_contacts |= other.has_contacts;
}

inline Variant with_suffix(const GeneratedModel& model, const std::string& suffix) {
  std::map<std::string, std::string> names;
  for (const Variable& variable : model.variables) {
    names[variable.name] = variable.name + suffix;
  }
  return renamed(model, names);
}

}  // namespace saltus::testing
