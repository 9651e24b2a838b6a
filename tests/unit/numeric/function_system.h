#pragma once

#include <cmath>
#include <functional>
#include <initializer_list>
#include <span>
#include <utility>
#include <vector>

#include "saltus/runtime/numeric/nearest_point.h"

namespace saltus {

// A value with its derivatives by the columns of one row.
struct Dual {
  double value = 0.0;
  std::vector<double> gradient;

  Dual(double constant) : value(constant) {}  // NOLINT: constants mix freely
  Dual(double v, std::vector<double> g) : value(v), gradient(std::move(g)) {}
};

// f(a) with derivative f'(a) = slope.
inline Dual chain(const Dual& a, double value, double slope) {
  Dual result(value, a.gradient);
  for (double& component : result.gradient) component *= slope;
  return result;
}
inline Dual combine(const Dual& a, const Dual& b, double value, double by_a, double by_b) {
  Dual result = chain(a, value, by_a);
  if (result.gradient.empty()) result.gradient.assign(b.gradient.size(), 0.0);
  for (std::size_t j = 0; j < b.gradient.size(); ++j) result.gradient[j] += by_b * b.gradient[j];
  return result;
}
inline Dual operator+(const Dual& a, const Dual& b) {
  return combine(a, b, a.value + b.value, 1.0, 1.0);
}
inline Dual operator-(const Dual& a, const Dual& b) {
  return combine(a, b, a.value - b.value, 1.0, -1.0);
}
inline Dual operator*(const Dual& a, const Dual& b) {
  return combine(a, b, a.value * b.value, b.value, a.value);
}
inline Dual operator/(const Dual& a, const Dual& b) {
  return combine(a, b, a.value / b.value, 1.0 / b.value, -a.value / (b.value * b.value));
}
inline Dual sin(const Dual& a) { return chain(a, std::sin(a.value), std::cos(a.value)); }
inline Dual cos(const Dual& a) { return chain(a, std::cos(a.value), -std::sin(a.value)); }
inline Dual exp(const Dual& a) { return chain(a, std::exp(a.value), std::exp(a.value)); }
inline Dual log(const Dual& a) { return chain(a, std::log(a.value), 1.0 / a.value); }
inline Dual sqrt(const Dual& a) { return chain(a, std::sqrt(a.value), 0.5 / std::sqrt(a.value)); }
inline Dual atan(const Dual& a) {
  return chain(a, std::atan(a.value), 1.0 / (1.0 + a.value * a.value));
}
inline Dual square(const Dual& a) { return a * a; }

// Rows as functions of few columns; counts its evaluations.
class FunctionSystem : public NonlinearSystem {
 public:
  using Function = std::function<Dual(std::span<const Dual>)>;
  // `columns` ascending: the function gets them in this order.
  struct Equation {
    std::vector<std::uint32_t> columns;
    Function function;
  };

  FunctionSystem(std::size_t column_count, std::vector<Equation> equations)
      : equations_(std::move(equations)) {
    std::vector<BipartiteGraph::Edge> edges;
    for (std::uint32_t row = 0; row < equations_.size(); ++row) {
      for (const std::uint32_t column : equations_[row].columns) {
        edges.push_back({Row(row), Column(column)});
      }
    }
    pattern_ = BipartiteGraph(equations_.size(), column_count, edges);
  }

  const BipartiteGraph& pattern() const override { return pattern_; }

  bool evaluate(std::span<const double> x, std::span<double> residual,
                std::span<double> jacobian) override {
    ++evaluation_count;
    bool finite = true;
    std::size_t edge = 0;
    for (std::size_t row = 0; row < equations_.size(); ++row) {
      std::vector<Dual> arguments;
      const auto& columns = equations_[row].columns;
      for (std::size_t j = 0; j < columns.size(); ++j) {
        std::vector<double> unit(columns.size(), 0.0);
        unit[j] = 1.0;
        arguments.emplace_back(x[columns[j]], unit);
      }
      Dual value = equations_[row].function(arguments);
      value.gradient.resize(columns.size(), 0.0);
      residual[row] = value.value;
      finite &= std::isfinite(value.value);
      for (const double derivative : value.gradient) {
        finite &= std::isfinite(derivative);
        jacobian[edge++] = derivative;
      }
    }
    return finite;
  }

  int evaluation_count = 0;

 private:
  std::vector<Equation> equations_;
  BipartiteGraph pattern_;
};

inline StartValue fixed(double value) { return {.value = value, .kind = StartKind::fixed}; }
inline StartValue guessed(double value, double scale = 1.0) {
  return {.value = value, .kind = StartKind::guessed, .scale = scale};
}
inline StartValue standard(double value, int preference = 0) {
  return {.value = value, .kind = StartKind::standard, .preference = preference};
}

}  // namespace saltus
