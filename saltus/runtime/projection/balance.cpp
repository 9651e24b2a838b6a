#include "saltus/runtime/projection/balance.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "saltus/runtime/numeric/equilibration.h"

namespace saltus {
namespace {

// Gauss and Seidel's rounds of the fit below. Long chains are then not yet settled, which costs
// nothing but a less even balance.
constexpr int rounds = 50;
constexpr int largest_exponent = 900;
// Entries this much smaller than the largest of their matrix may be rounding errors of the author's
// arithmetic. They have no say in the choice of units.
constexpr double believable = 2.0 * std::numeric_limits<double>::epsilon();

Matrix scaled(const Matrix& matrix, const std::vector<double>& row,
              const std::vector<double>& column, double factor) {
  Matrix result = matrix;
  for (std::size_t i = 0; i < matrix.rows; ++i) {
    for (std::size_t j = 0; j < matrix.columns; ++j) {
      result(i, j) = matrix(i, j) * column[j] * row[i] * factor;
    }
  }
  return result;
}

double largest(const Matrix& matrix) {
  double result = 0.0;
  for (const double entry : matrix.entries) result = std::max(result, std::abs(entry));
  return result;
}

struct Magnitude {
  std::size_t row, column;
  bool of_e;
  double exponent;  // log2 |entry|
};

void collect(const Matrix& matrix, bool of_e, std::vector<Magnitude>& magnitudes) {
  const double least = believable * largest(matrix);
  for (std::size_t i = 0; i < matrix.rows; ++i) {
    for (std::size_t j = 0; j < matrix.columns; ++j) {
      const double entry = std::abs(matrix(i, j));
      if (entry > least) magnitudes.push_back({i, j, of_e, std::log2(entry)});
    }
  }
}

struct Exponents {
  std::vector<double> row, column;
  double time = 0.0;

  double left(const Magnitude& entry) const {
    return entry.exponent + row[entry.row] + column[entry.column] - (entry.of_e ? time : 0.0);
  }
};

// Subtracts from each unknown the mean of what is left in its entries.
template <class UnknownOf>
void relax(std::vector<double>& unknowns, std::span<const Magnitude> entries,
           const Exponents& exponents, const UnknownOf& unknown_of) {
  std::vector<double> sum(unknowns.size(), 0.0);
  std::vector<int> count(unknowns.size(), 0);
  for (const Magnitude& entry : entries) {
    sum[unknown_of(entry)] += exponents.left(entry);
    ++count[unknown_of(entry)];
  }
  for (std::size_t k = 0; k < unknowns.size(); ++k) {
    if (count[k] > 0) unknowns[k] -= sum[k] / count[k];
  }
}

// Minimises sum (log2 |r_i e_ij c_j / time|)^2 + sum (log2 |r_i a_ij c_j|)^2 over r, c and time
// (A. R. Curtis and J. K. Reid, J. Inst. Maths Applics 10, 1972, for one matrix). Other units of
// the author's give the same balanced matrices.
Exponents fit_exponents(const Matrix& e, const Matrix& a) {
  std::vector<Magnitude> entries;
  collect(e, true, entries);
  collect(a, false, entries);
  Exponents exponents{std::vector<double>(e.rows, 0.0), std::vector<double>(e.columns, 0.0)};
  for (int round = 0; round < rounds; ++round) {
    relax(exponents.row, entries, exponents, [](const Magnitude& entry) { return entry.row; });
    relax(exponents.column, entries, exponents,
          [](const Magnitude& entry) { return entry.column; });
    double sum = 0.0;
    int count = 0;
    for (const Magnitude& entry : entries) {
      if (!entry.of_e) continue;
      sum += exponents.left(entry);
      ++count;
    }
    if (count > 0) exponents.time += sum / count;
  }
  return exponents;
}

double power_of_two(double exponent) {
  return std::ldexp(1.0, std::clamp(static_cast<int>(std::lround(exponent)), -largest_exponent,
                                    largest_exponent));
}

std::vector<double> powers_of_two(const std::vector<double>& exponents) {
  std::vector<double> result;
  for (const double exponent : exponents) result.push_back(power_of_two(exponent));
  return result;
}

}  // namespace

Matrix Balance::balanced_e(const Matrix& e) const { return scaled(e, row, column, 1.0 / time); }

Matrix Balance::balanced_a(const Matrix& a) const { return scaled(a, row, column, 1.0); }

Matrix Balance::balanced_b(const Matrix& b) const {
  return scaled(b, row, std::vector<double>(b.columns, 1.0), 1.0);
}

std::optional<Balance> find_balance(const Matrix& e, const Matrix& a) {
  const Exponents exponents = fit_exponents(e, a);
  Balance balance{powers_of_two(exponents.row), powers_of_two(exponents.column),
                  power_of_two(exponents.time)};
  const Matrix even_e = balance.balanced_e(e);
  const Matrix even_a = balance.balanced_a(a);
  std::vector<double> magnitudes(e.entries.size());
  for (std::size_t k = 0; k < magnitudes.size(); ++k) {
    magnitudes[k] = std::max(std::abs(even_e.entries[k]), std::abs(even_a.entries[k]));
  }
  Equilibration scales(e.rows, e.columns);
  if (!scales.compute_dense(magnitudes)) return std::nullopt;
  for (std::size_t i = 0; i < e.rows; ++i) {
    balance.row[i] *= scales.row[i];
    balance.column[i] *= scales.column[i];
  }
  return balance;
}

}  // namespace saltus
