#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tests/problems/evaluated_model.h"

// A second answer for models whose equations are all `der(x) = …`, `y = …` in order, and when
// clauses, without memory in equations: the classical Runge-Kutta method with small steps, branches
// held over each, and bisection where one of them ends.
namespace saltus::testing {

class SmallSteps {
 public:
  SmallSteps(const GeneratedModel& model, double step) : model_(model), step_(step) {
    std::set<const Term*> seen;
    std::set<std::string> given;
    for (const Equation& equation : model.equations) {
      const bool is_equal = equation.form == Equation::Form::equal;
      if (!is_equal && equation.form != Equation::Form::when) is_explicit_ = false;
      if (is_equal && !given.insert(equation.left->name).second) is_explicit_ = false;
      visit(equation, [&](const Expr& expr) {
        if (Evaluator::has_branches(*expr) && seen.insert(expr.get()).second) {
          switches_.push_back(expr);
        }
        if (expr->op == Op::call && expr->name == "sample") clocks_.push_back(expr);
        if (expr->op == Op::call && (expr->name == "edge" || expr->name == "change")) {
          is_explicit_ = false;
        }
      });
    }
    for (const Variable& variable : model.variables) {
      point_.values[variable.name] = variable.start.value_or(0.0);
      if ((variable.kind == Kind::real) != given.contains(variable.name)) is_explicit_ = false;
    }
  }

  bool is_explicit() const { return is_explicit_; }
  // Nothing came so near to a branch without changing it that a test could tell the two apart.
  bool is_sure() const { return is_sure_; }

  // The values at the end.
  std::map<std::string, double> run(double stop) {
    start();
    while (point_.time < stop && is_sure_) {
      const double tick = next_tick();
      const double h = std::min({step_, stop - point_.time, tick - point_.time});
      const bool is_tick = point_.time + h >= tick;
      advance(h, is_tick ? tick : point_.time + h, is_tick);
    }
    close(point_);
    return point_.values;
  }

 private:
  using Values = std::map<std::string, double>;

  void start() {
    for (const Variable& variable : model_.variables) {
      point_.values["pre(" + variable.name + ")"] = point_.values[variable.name];
    }
    close(point_);
    hold_by_values();
    close(point_);
    conditions_.assign(model_.equations.size(), 0.0);
    for (std::size_t i = 0; i < conditions_.size(); ++i) conditions_[i] = condition(i);
    if (next_tick(-1.0) == 0.0) fire(true);
  }

  // Variables that equations give.
  void close(Point& point) const {
    for (const Equation& equation : model_.equations) {
      if (equation.form != Equation::Form::equal || equation.left->op != Op::name) continue;
      point.values[equation.left->name] = Evaluator(point).value(equation.right);
    }
  }

  Values slopes(Point point) const {
    close(point);
    Values result;
    for (const Equation& equation : model_.equations) {
      if (equation.form != Equation::Form::equal || equation.left->op != Op::derivative) continue;
      result[equation.left->name] = Evaluator(point).value(equation.right);
    }
    return result;
  }

  static Point moved(const Point& from, const Values& slopes, double h) {
    Point to = from;
    to.time += h;
    for (const auto& [name, slope] : slopes) to.values[name] += h * slope;
    return to;
  }

  Point after(double h) const {
    const Values k1 = slopes(point_), k2 = slopes(moved(point_, k1, h / 2)),
                 k3 = slopes(moved(point_, k2, h / 2)), k4 = slopes(moved(point_, k3, h));
    Point to = point_;
    to.time += h;
    for (const auto& [name, slope] : k1) {
      to.values[name] += h / 6.0 * (slope + 2.0 * k2.at(name) + 2.0 * k3.at(name) + k4.at(name));
    }
    close(to);
    return to;
  }

  std::vector<Expr> ended(const Point& point) const {
    std::vector<Expr> result;
    const Evaluator evaluator(point);
    for (const Expr& term : switches_) {
      if (evaluator.branch_by_values(*term) != point.held.at(term.get())) result.push_back(term);
    }
    return result;
  }

  void advance(double h, double time, bool is_tick) {
    Point to = after(h);
    if (ended(to).empty()) {
      if (!ended(after(h / 2)).empty()) is_sure_ = false;
      point_ = std::move(to);
      point_.time = time;
      if (is_tick) fire(true);
      return;
    }
    if (++events_ > 1000) is_sure_ = false;  // it slides
    double low = 0.0, high = h;
    for (int i = 0; i < 60; ++i) {
      const double middle = 0.5 * (low + high);
      (ended(after(middle)).empty() ? low : high) = middle;
    }
    to = after(high);
    const std::vector<Expr> changed = ended(to);
    point_ = std::move(to);
    for (const Expr& term : changed) {
      point_.held[term.get()] = Evaluator(point_).branch_by_values(*term);
    }
    close(point_);
    fire(false);
  }

  double next_tick(double after_time) const {
    double next = std::numeric_limits<double>::infinity();
    for (const Expr& clock : clocks_) {
      const double begin = clock->parts[0]->value, interval = clock->parts[1]->value;
      const double count = std::floor((after_time - begin) / interval + 1e-9) + 1.0;
      next = std::min(next, begin + std::fmax(0.0, count) * interval);
    }
    return next;
  }
  double next_tick() const { return next_tick(point_.time); }

  double condition(std::size_t i) const {
    const Equation& equation = model_.equations[i];
    if (equation.form != Equation::Form::when || equation.condition->name == "sample") return 0.0;
    return Evaluator(point_).value(equation.condition);
  }

  // When clauses whose condition has become true, until there are none.
  void fire(bool is_tick) {
    for (int pass = 0; pass < 20; ++pass) {
      std::vector<std::size_t> firing;
      for (std::size_t i = 0; i < model_.equations.size(); ++i) {
        const Equation& equation = model_.equations[i];
        if (equation.form != Equation::Form::when) continue;
        const double now = condition(i);
        if ((is_tick && equation.condition->name == "sample") || (now > conditions_[i])) {
          firing.push_back(i);
        }
        conditions_[i] = now;
      }
      is_tick = false;
      if (firing.empty()) return;
      act(firing);
    }
    is_sure_ = false;
  }

  void act(const std::vector<std::size_t>& firing) {
    for (const Variable& variable : model_.variables) {
      point_.values["pre(" + variable.name + ")"] = point_.values[variable.name];
    }
    Values set;
    for (const std::size_t i : firing) {
      for (const Equation& action : model_.equations[i].then_part) {
        set[action.left->name] = Evaluator(point_).value(action.right);
      }
    }
    const Point before = point_;
    for (const auto& [name, value] : set) point_.values[name] = value;
    close(point_);
    hold_where_moved(before);
    close(point_);
  }

  void hold_by_values() {
    point_.held.clear();
    for (const Expr& term : switches_) {
      point_.held[term.get()] = Evaluator(point_).branch_by_values(*term);
      look(*term);
    }
  }

  // A branch whose function an action has not changed stays as it is: it may just have crossed.
  void hold_where_moved(const Point& before) {
    for (const Expr& term : switches_) {
      const auto function = [&](const Point& point) {
        return Evaluator::is_step(*term) ? Evaluator(point).step_argument(*term)
                                         : Evaluator(point).switching(*term).value;
      };
      if (function(before) == function(point_)) continue;
      point_.held[term.get()] = Evaluator(point_).branch_by_values(*term);
      look(*term);
    }
  }

  void look(const Term& term) {
    if (Evaluator::is_step(term)) return;
    const Sized g = Evaluator(point_).switching(term);
    if (std::fabs(g.value) < 1e-6 * g.size) is_sure_ = false;
  }

  const GeneratedModel& model_;
  double step_;
  Point point_;
  std::vector<Expr> switches_, clocks_;
  std::vector<double> conditions_;  // of when clauses, as they were last
  int events_ = 0;
  bool is_explicit_ = true, is_sure_ = true;
};

}  // namespace saltus::testing
