// Laws of systems with hidden cancellations, over generated linear modes. The second answer is the
// projection on the finite deflating subspace in exact rational arithmetic.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_int.hpp>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "tests/problems/event_log.h"

namespace saltus::testing {
namespace {

using Rational = boost::multiprecision::cpp_rational;
using Matrix = std::vector<std::vector<Rational>>;

Matrix zeros(std::size_t rows, std::size_t columns) {
  return Matrix(rows, std::vector<Rational>(columns));
}
Matrix unit(std::size_t size) {
  Matrix result = zeros(size, size);
  for (std::size_t i = 0; i < size; ++i) result[i][i] = 1;
  return result;
}
Matrix product(const Matrix& a, const Matrix& b) {
  Matrix result = zeros(a.size(), b.empty() ? 0 : b[0].size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t k = 0; k < b.size(); ++k) {
      for (std::size_t j = 0; j < b[k].size(); ++j) result[i][j] += a[i][k] * b[k][j];
    }
  }
  return result;
}

// The reduced row echelon form of [a b], and the columns of its pivots in a.
struct Echelon {
  Matrix rows;
  std::vector<std::size_t> pivots;
};
Echelon echelon(Matrix rows, std::size_t columns) {
  std::vector<std::size_t> pivots;
  for (std::size_t column = 0; column < columns; ++column) {
    std::size_t pivot = pivots.size();
    while (pivot < rows.size() && rows[pivot][column] == 0) ++pivot;
    if (pivot == rows.size()) continue;
    std::swap(rows[pivot], rows[pivots.size()]);
    std::vector<Rational>& own = rows[pivots.size()];
    const Rational value = own[column];
    for (Rational& entry : own) entry /= value;
    for (std::vector<Rational>& other : rows) {
      if (&other == &own || other[column] == 0) continue;
      const Rational factor = other[column];
      for (std::size_t j = 0; j < other.size(); ++j) other[j] -= factor * own[j];
    }
    pivots.push_back(column);
  }
  return {std::move(rows), std::move(pivots)};
}

// a^-1 b; nothing if a is singular.
std::optional<Matrix> solve(const Matrix& a, const Matrix& b) {
  Matrix both = a;
  for (std::size_t i = 0; i < a.size(); ++i)
    both[i].insert(both[i].end(), b[i].begin(), b[i].end());
  Echelon reduced = echelon(std::move(both), a.size());
  if (reduced.pivots.size() < a.size()) return std::nullopt;
  for (auto& row : reduced.rows) row.erase(row.begin(), row.begin() + static_cast<long>(a.size()));
  return reduced.rows;
}

// E x' + A x + b = 0, b constant.
struct Mode {
  Matrix e, a, b;
  std::size_t size() const { return e.size(); }
};

struct Exact {
  Matrix after;
  std::vector<Matrix> impulses;  // of delta, delta', …
  std::size_t degrees_of_freedom = 0;
};

// With s E + A regular, M = (s E + A)^-1 E: x is finite in the range of M^n and infinite in its
// null space; there N x' + x + c = 0 with N nilpotent.
std::optional<Exact> project_exactly(const Mode& mode, const Matrix& before) {
  const std::size_t n = mode.size();
  std::optional<Matrix> m, c;
  Matrix shifted;
  for (int s = 1; s < 40 && !m; ++s) {
    shifted = mode.a;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) shifted[i][j] += s * mode.e[i][j];
    }
    m = solve(shifted, mode.e);
  }
  if (!m) return std::nullopt;
  c = solve(shifted, mode.b);
  const Matrix a = *solve(shifted, mode.a);
  Matrix power = unit(n);
  for (std::size_t k = 0; k < n; ++k) power = product(power, *m);
  const Echelon form = echelon(power, n);
  const std::size_t finite = form.pivots.size();
  Matrix basis = zeros(n, n);
  for (std::size_t k = 0; k < finite; ++k) {
    for (std::size_t i = 0; i < n; ++i) basis[i][k] = power[i][form.pivots[k]];
  }
  std::size_t column = finite;
  for (std::size_t j = 0; j < n; ++j) {
    if (std::find(form.pivots.begin(), form.pivots.end(), j) != form.pivots.end()) continue;
    basis[j][column] = 1;
    for (std::size_t k = 0; k < finite; ++k) basis[form.pivots[k]][column] = -form.rows[k][j];
    ++column;
  }
  const auto inside = [&](const Matrix& x) { return *solve(basis, product(x, basis)); };
  const auto lower = [&](const Matrix& x) {
    Matrix part = zeros(n - finite, n - finite);
    for (std::size_t i = finite; i < n; ++i) {
      for (std::size_t j = finite; j < n; ++j) part[i - finite][j - finite] = x[i][j];
    }
    return part;
  };
  const auto tail = [&](const Matrix& x) {
    return Matrix(x.begin() + static_cast<long>(finite), x.end());
  };
  const Matrix y = *solve(basis, before);
  const Matrix a2 = lower(inside(a));
  const Matrix nilpotent = *solve(a2, lower(inside(*m)));
  const Matrix c2 = *solve(a2, tail(*solve(basis, *c)));
  Matrix y_after = y;
  Matrix jump = zeros(n - finite, 1);
  for (std::size_t i = finite; i < n; ++i) {
    y_after[i][0] = -c2[i - finite][0];
    jump[i - finite][0] = y_after[i][0] - y[i][0];
  }
  Exact exact{product(basis, y_after), {}, finite};
  for (std::size_t k = 0; k < n; ++k) {
    jump = product(nilpotent, jump);
    Matrix all = zeros(n, 1);
    for (std::size_t i = finite; i < n; ++i) {
      jump[i - finite][0] = -jump[i - finite][0];
      all[i][0] = jump[i - finite][0];
    }
    exact.impulses.push_back(product(basis, all));
  }
  return exact;
}

class Generator {
 public:
  explicit Generator(std::uint32_t seed) : random_(seed) {}
  std::size_t below(std::size_t end) { return random_() % end; }

  // Sparse, with rows that are combinations of others, also of their derivatives.
  Mode mode(std::size_t n) {
    Mode mode{zeros(n, n), zeros(n, n), zeros(n, 1)};
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        if (below(10 * n) < 16) mode.e[i][j] = coefficient();
        if (below(10 * n) < 24) mode.a[i][j] = coefficient();
      }
      if (below(2) == 0) mode.b[i][0] = coefficient();
    }
    for (std::size_t k = 0; k < 1 + below(n / 2 + 1); ++k) {
      for (Rational& entry : mode.e[below(n)]) entry = 0;
    }
    for (std::size_t k = below(4); k > 0; --k) add_row(mode, below(n), below(n));
    if (below(5) < 3) derive_row(mode, below(n), below(n));
    return mode;
  }
  // No cancellation is built in; some come about.
  Mode sparse_mode(std::size_t n) {
    Mode mode{zeros(n, n), zeros(n, n), zeros(n, 1)};
    const std::size_t derivatives = 6 + below(14), values = 12 + below(16);
    for (std::size_t i = 0; i < n; ++i) {
      const bool is_algebraic_row = below(3) == 0;
      for (std::size_t j = 0; j < n; ++j) {
        if (!is_algebraic_row && below(10 * n) < derivatives) mode.e[i][j] = coefficient();
        if (below(10 * n) < values) mode.a[i][j] = coefficient();
      }
      if (below(2) == 0) mode.b[i][0] = coefficient();
    }
    // What two rows say of some values cancels, unless a third row helps.
    for (std::size_t k = below(3); k > 0; --k) {
      const std::size_t to = below(n), from = below(n);
      const Rational factor = coefficient();
      for (std::size_t j = 0; to != from && j < n; ++j) {
        if (mode.a[from][j] != 0) mode.a[to][j] = factor * mode.a[from][j];
      }
    }
    return mode;
  }
  void choose_units(std::vector<double>& rows, std::vector<double>& columns) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      rows[i] = std::exp2(static_cast<int>(below(61)) - 30);
      columns[i] = std::exp2(static_cast<int>(below(41)) - 20);
    }
  }
  Matrix state(std::size_t n) {
    Matrix x = zeros(n, 1);
    for (auto& entry : x) entry[0] = Rational(static_cast<int>(below(25)) - 12, 4);
    return x;
  }

 private:
  Rational coefficient() {
    const int size = static_cast<int>(1 + below(6));
    return Rational(below(2) == 0 ? size : -size, 4);
  }
  static bool is_algebraic(const Mode& mode, std::size_t row) {
    return std::all_of(mode.e[row].begin(), mode.e[row].end(),
                       [](const auto& x) { return x == 0; });
  }
  static void add_row(Mode& mode, std::size_t to, std::size_t from) {
    if (to == from) return;
    for (std::size_t j = 0; j < mode.size(); ++j) {
      mode.e[to][j] += mode.e[from][j];
      mode.a[to][j] += mode.a[from][j];
    }
  }
  static void derive_row(Mode& mode, std::size_t to, std::size_t from) {
    if (to == from || !is_algebraic(mode, from)) return;
    for (std::size_t j = 0; j < mode.size(); ++j) mode.e[to][j] = 2 * mode.a[from][j];
  }
  std::mt19937 random_;
};

double number(const Rational& value) { return static_cast<double>(value); }

bool has_empty_row(const Mode& mode) {
  for (std::size_t i = 0; i < mode.size(); ++i) {
    bool is_empty = true;
    for (std::size_t j = 0; j < mode.size(); ++j)
      is_empty &= mode.e[i][j] == 0 && mode.a[i][j] == 0;
    if (is_empty) return true;
  }
  return false;
}

std::string term(double factor, const std::string& value) {
  return fmt::format(" + ({:.17g})*{}", factor, value);
}

// At rest until 1, then in the mode. Row i is multiplied by row_scale[i], x_j is x_j' * scale[j].
std::string text_of(const Mode& mode, const Matrix& start, const std::vector<double>& row_scale,
                    const std::vector<double>& scale) {
  std::string text = "model M\n";
  for (std::size_t j = 0; j < mode.size(); ++j) {
    text += fmt::format("  Real x{}(start = {:.17g}, fixed = true);\n", j,
                        number(start[j][0]) / scale[j]);
  }
  text += "equation\n  if time < 1 then\n";
  for (std::size_t j = 0; j < mode.size(); ++j) text += fmt::format("    der(x{}) = 0;\n", j);
  text += "  else\n";
  for (std::size_t i = 0; i < mode.size(); ++i) {
    text += "    0";
    for (std::size_t j = 0; j < mode.size(); ++j) {
      const double factor = row_scale[i] * scale[j];
      if (mode.e[i][j] != 0)
        text += term(number(mode.e[i][j]) * factor, fmt::format("der(x{})", j));
      if (mode.a[i][j] != 0) text += term(number(mode.a[i][j]) * factor, fmt::format("x{}", j));
    }
    text += fmt::format(" = {:.17g};\n", -number(mode.b[i][0]) * row_scale[i]);
  }
  return text + "  end if;\nend M;\n";
}

void expect_exact(const Mode& mode, const Matrix& before, const std::vector<double>& row_scale,
                  const std::vector<double>& scale) {
  const auto exact = project_exactly(mode, before);
  ModelFromText model(text_of(mode, before, row_scale, scale));
  const Simulation run = model.run({.stop_time = 1.125, .interval = 1.125});
  if (!exact) {
    EXPECT_EQ(run.end.reason, EndReason::mode_singular) << model.source().text();
    return;
  }
  ASSERT_EQ(run.end.reason, EndReason::reached_stop_time)
      << model.rendered() << model.source().text();
  const MicroStep& change = run.events.front();
  EXPECT_EQ(change.freedom_after, static_cast<int>(exact->degrees_of_freedom))
      << model.source().text();
  double size = 1.0;
  for (const auto& entry : exact->after) size = std::max(size, std::fabs(number(entry[0])));
  for (std::size_t j = 0; j < mode.size(); ++j) {
    const std::string name = fmt::format("x{}", j);
    EXPECT_NEAR(value_at(run, 1.0, name) * scale[j], number(exact->after[j][0]), 1e-7 * size)
        << name << "\n"
        << model.source().text();
    const MicroStep::VariableImpulse* impulse = find_impulse(model, change, name);
    for (std::size_t k = 0; k < exact->impulses.size(); ++k) {
      const double weight =
          impulse != nullptr && k < impulse->weights.size() ? impulse->weights[k] * scale[j] : 0.0;
      EXPECT_NEAR(weight, number(exact->impulses[k][j][0]), 1e-6 * size)
          << name << ", weight " << k << "\n"
          << model.source().text();
    }
  }
}

TEST(HiddenCancellations, ChangesAgreeWithTheExactProjection) {
  for (std::uint32_t seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE(seed);
    Generator generator(seed);
    const std::size_t n = 2 + generator.below(5);
    const Mode mode = generator.mode(n);
    if (has_empty_row(mode)) continue;
    const std::vector<double> ones(n, 1.0);
    expect_exact(mode, generator.state(n), ones, ones);
    if (HasFailure()) return;
  }
}

// `SALTUS_SEED=7 SALTUS_MODELS=30000 cancellation_properties_test` explores.
std::uint32_t number_from(const char* variable, std::uint32_t otherwise) {
  const char* const text = std::getenv(variable);
  return text != nullptr ? static_cast<std::uint32_t>(std::strtoul(text, nullptr, 10)) : otherwise;
}

// One in a thousand defers an equation at an instant at which it contains infinite values.
TEST(LinearResets, AgreeWithTheExactProjection) {
  const std::uint32_t first = number_from("SALTUS_SEED", 1);
  const std::uint32_t end = first + number_from("SALTUS_MODELS", 3000);
  for (std::uint32_t seed = first; seed < end; ++seed) {
    SCOPED_TRACE(seed);
    Generator generator(seed);
    const std::size_t n = 2 + generator.below(5);
    const Mode mode = generator.sparse_mode(n);
    if (has_empty_row(mode)) continue;
    std::vector<double> rows(n, 1.0), columns(n, 1.0);
    if (seed % 4 == 0) generator.choose_units(rows, columns);
    expect_exact(mode, generator.state(n), rows, columns);
    if (HasFailure()) return;
  }
}

TEST(HiddenCancellations, DoNotDependOnUnits) {
  for (std::uint32_t seed = 1001; seed <= 1150; ++seed) {
    SCOPED_TRACE(seed);
    Generator generator(seed);
    const std::size_t n = 2 + generator.below(4);
    const Mode mode = generator.mode(n);
    if (has_empty_row(mode)) continue;
    std::vector<double> rows(n), columns(n);
    generator.choose_units(rows, columns);
    expect_exact(mode, generator.state(n), rows, columns);
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace saltus::testing
