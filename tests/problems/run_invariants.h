#pragma once

#include <set>
#include <string>
#include <vector>

#include "tests/problems/evaluated_model.h"
#include "tests/problems/observed_run.h"

// What every row of every run must satisfy, evaluated from the structure of the model.
namespace saltus::testing {

class RunInvariants {
 public:
  // Residuals may be `bar` times the sizes of their terms.
  RunInvariants(const GeneratedModel& model, const ObservedRun& run, double bar)
      : model_(model), run_(run), bar_(bar) {}

  // What is violated, in words; nothing if all is well.
  std::string violations() const {
    std::string text;
    for (std::size_t row = 0; row < run_.times.size() && text.size() < 500; ++row) {
      const Point point = point_of(row);
      for (const Equation& equation : model_.equations) text += violation(equation, point);
      if (row > 0 && run_.times[row] == run_.times[row - 1]) text += jump_violations(row);
    }
    return text;
  }

 private:
  Point point_of(std::size_t row) const {
    Point point{.time = run_.times[row]};
    for (const auto& [name, values] : run_.columns) {
      point.values[name] = values[row];
      point.sizes[name] = largest(values);
    }
    return point;
  }

  static bool can_be_evaluated(const Equation& equation, const Point& point) {
    bool result = true;
    visit(equation, [&](const Expr& expr) {
      if (expr->op == Op::pre || (expr->op == Op::call && expr->name == "sample")) result = false;
      if (expr->op != Op::name && expr->op != Op::derivative) return;
      const auto found =
          point.values.find(expr->op == Op::name ? expr->name : "der(" + expr->name + ")");
      if (found == point.values.end() || std::isnan(found->second)) result = false;
    });
    return result;
  }

  // Relations whose sides are too near to each other to tell.
  std::vector<const Term*> undecided(const Equation& equation, const Point& point) const {
    std::set<const Term*> found;
    const Evaluator evaluator(point);
    visit(equation, [&](const Expr& expr) {
      if (!Evaluator::has_branches(*expr)) return;
      if (Evaluator::is_step(*expr)) {
        const double argument = evaluator.step_argument(*expr);
        if (std::fabs(argument - std::round(argument)) < 1e-6) found.insert(expr.get());
        return;
      }
      const Sized g = evaluator.switching(*expr);
      if (std::fabs(g.value) <= 1e-6 * g.size) found.insert(expr.get());
    });
    return {found.begin(), found.end()};
  }

  struct Residual {
    double value = 0.0, size = 0.0;
  };

  // The residual that is farthest from zero among the active ones.
  static Residual residual(const Equation& equation, const Point& point) {
    const Evaluator evaluator(point);
    if (equation.form == Equation::Form::branches) {
      Residual worst;
      for (const Equation& inner :
           evaluator.holds(equation.condition) ? equation.then_part : equation.else_part) {
        const Residual other = residual(inner, point);
        if (std::fabs(other.value) * worst.size >= std::fabs(worst.value) * other.size) {
          worst = other;
        }
      }
      return worst;
    }
    const Sized left = evaluator.sized(equation.left), right = evaluator.sized(equation.right);
    return {left.value - right.value, left.size + right.size};
  }

  bool is_small(const Equation& equation, const Residual& residual) const {
    const double value = equation.form == Equation::Form::inequality
                             ? std::fmax(0.0, residual.value)
                             : std::fabs(residual.value);
    return value <= bar_ * std::fmax(residual.size, 1.0);
  }

  std::string violation(const Equation& equation, const Point& point) const {
    if (equation.form == Equation::Form::when || !can_be_evaluated(equation, point)) return "";
    const std::vector<const Term*> open = undecided(equation, point);
    if (open.size() > 6) return "";
    double least = 0.0, most = 0.0;
    for (std::size_t valuation = 0; valuation < std::size_t{1} << open.size(); ++valuation) {
      Point other = point;
      for (std::size_t k = 0; k < open.size(); ++k) hold(*open[k], (valuation >> k) & 1, other);
      const Residual found = residual(equation, other);
      if (is_small(equation, found)) return "";
      least = valuation == 0 ? found.value : std::fmin(least, found.value);
      most = valuation == 0 ? found.value : std::fmax(most, found.value);
    }
    if (least < 0.0 && most > 0.0) return "";  // a mixture of the sides: sliding
    return fmt::format("t = {:.17g}: off by {:g} … {:g}: {}", point.time, least, most,
                       text_of(equation));
  }

  static void hold(const Term& term, std::size_t side, Point& point) {
    point.held[&term] = Evaluator::is_step(term)
                            ? std::round(Evaluator(point).step_argument(term)) - (side ? 0.0 : 1.0)
                            : static_cast<double>(side);
  }

  std::string jump_violations(std::size_t row) const {
    std::string text;
    const Point left = point_of(row - 1), right = point_of(row);
    for (const std::string& name : model_.continuous) {
      const double size = largest(run_.columns.at(name));
      if (std::fabs(left.values.at(name) - right.values.at(name)) > 1e-9 * size) {
        text += fmt::format("{} jumps from {} to {} at t = {}\n", name, left.values.at(name),
                            right.values.at(name), left.time);
      }
    }
    for (const Expr& sum : model_.conserved) {
      const Sized before = Evaluator(left).sized(sum), after = Evaluator(right).sized(sum);
      if (std::fabs(before.value - after.value) > 1e-9 * (before.size + after.size)) {
        text += fmt::format("{} jumps from {} to {} at t = {}\n", text_of(sum), before.value,
                            after.value, left.time);
      }
    }
    for (const Expr& sum : model_.not_growing) {
      const Sized before = Evaluator(left).sized(sum), after = Evaluator(right).sized(sum);
      if (after.value > before.value + 1e-9 * (before.size + after.size)) {
        text += fmt::format("{} grows from {} to {} at t = {}\n", text_of(sum), before.value,
                            after.value, left.time);
      }
    }
    return text;
  }

  const GeneratedModel& model_;
  const ObservedRun& run_;
  double bar_;
};

}  // namespace saltus::testing
