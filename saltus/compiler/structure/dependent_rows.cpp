#include "saltus/compiler/structure/dependent_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

namespace saltus {
namespace {

// A sum of n terms that cancels is zero below this times n times epsilon times the sum of the
// magnitudes.
constexpr double roundings_per_term = 32.0;
constexpr std::size_t most_operations = 200'000'000;

// Exponents e with 2^-e times the largest entry near 1; 0 where there is none.
struct Scales {
  std::vector<int> row, column;
};

bool is_finite(const MatrixRow& row) {
  return std::all_of(row.begin(), row.end(), [](const auto& e) { return std::isfinite(e.second); });
}

Scales find_scales(const std::vector<MatrixRow>& rows, std::size_t column_count) {
  constexpr int sweeps = 2;
  constexpr int none = std::numeric_limits<int>::min();
  Scales scales{std::vector<int>(rows.size(), 0), std::vector<int>(column_count, 0)};
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    std::vector<int> next(column_count, none);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      int largest = none;
      for (const auto& [column, entry] : rows[i]) {
        if (entry == 0.0 || !std::isfinite(entry)) continue;
        largest = std::max(largest, std::ilogb(entry) - scales.column[column]);
      }
      scales.row[i] = largest == none ? 0 : largest;
      for (const auto& [column, entry] : rows[i]) {
        if (entry == 0.0 || !std::isfinite(entry)) continue;
        next[column] = std::max(next[column], std::ilogb(entry) - scales.row[i]);
      }
    }
    for (std::size_t j = 0; j < column_count; ++j) scales.column[j] = next[j] == none ? 0 : next[j];
  }
  return scales;
}

// Independent rows in echelon form: each has zeros where the ones before it have their pivots.
class Echelon {
 public:
  Echelon(std::size_t row_count, std::size_t column_count)
      : value_(column_count, 0.0),
        magnitude_(column_count, 0.0),
        combination_(row_count, 0.0),
        combination_magnitude_(row_count, 0.0) {}

  // The combination with the rows before that gives zero, if there is one; otherwise the row joins.
  std::optional<std::vector<std::pair<std::uint32_t, double>>> add(std::uint32_t number,
                                                                   const MatrixRow& row) {
    load(number, row);
    for (const Row& known : rows_) reduce_by(known);
    const auto pivot = find_pivot();
    auto factors = take_combination();
    if (!pivot) {
      clear();
      return factors;
    }
    rows_.push_back({*pivot, value_[*pivot], take_values(), std::move(factors)});
    return std::nullopt;
  }

  bool is_exhausted() const { return operations_ > most_operations; }

 private:
  struct Row {
    std::uint32_t pivot;
    double pivot_value;
    MatrixRow entries;
    std::vector<std::pair<std::uint32_t, double>> combination;
  };

  void load(std::uint32_t number, const MatrixRow& row) {
    for (const auto& [column, entry] : row) {
      if (entry != 0.0) touch(column) += entry;
    }
    for (const std::uint32_t column : touched_) magnitude_[column] = std::fabs(value_[column]);
    combination_[number] = combination_magnitude_[number] = 1.0;
    combined_.push_back(number);
  }

  double& touch(std::uint32_t column) {
    if (magnitude_[column] == 0.0 && value_[column] == 0.0) touched_.push_back(column);
    return value_[column];
  }

  bool is_rounding(double sum, double magnitude) const {
    const double terms = roundings_per_term * static_cast<double>(rows_.size() + 1);
    return std::fabs(sum) <= terms * std::numeric_limits<double>::epsilon() * magnitude;
  }
  bool is_rounding(std::uint32_t column) const {
    return is_rounding(value_[column], magnitude_[column]);
  }

  void reduce_by(const Row& known) {
    if (value_[known.pivot] == 0.0) return;
    const double factor = is_rounding(known.pivot) ? 0.0 : value_[known.pivot] / known.pivot_value;
    value_[known.pivot] = 0.0;
    if (factor == 0.0) return;
    operations_ += known.entries.size() + known.combination.size();
    for (const auto& [column, entry] : known.entries) {
      if (column == known.pivot) continue;
      touch(column) -= factor * entry;
      magnitude_[column] += std::fabs(factor * entry);
    }
    for (const auto& [row, part] : known.combination) {
      if (combination_magnitude_[row] == 0.0) combined_.push_back(row);
      combination_[row] -= factor * part;
      combination_magnitude_[row] += std::fabs(factor * part);
    }
  }

  std::optional<std::uint32_t> find_pivot() const {
    std::optional<std::uint32_t> best;
    for (const std::uint32_t column : touched_) {
      if (value_[column] == 0.0 || is_rounding(column)) continue;
      const bool is_larger =
          !best || std::fabs(value_[column]) > std::fabs(value_[*best]) ||
          (std::fabs(value_[column]) == std::fabs(value_[*best]) && column < *best);
      if (is_larger) best = column;
    }
    return best;
  }

  std::vector<std::pair<std::uint32_t, double>> take_combination() {
    std::sort(combined_.begin(), combined_.end());
    std::vector<std::pair<std::uint32_t, double>> factors;
    for (const std::uint32_t row : combined_) {
      if (!is_rounding(combination_[row], combination_magnitude_[row])) {
        factors.emplace_back(row, combination_[row]);
      }
      combination_[row] = combination_magnitude_[row] = 0.0;
    }
    combined_.clear();
    return factors;
  }

  MatrixRow take_values() {
    MatrixRow entries;
    for (const std::uint32_t column : touched_) {
      if (value_[column] != 0.0 && !is_rounding(column)) {
        entries.emplace_back(column, value_[column]);
      }
    }
    clear();
    std::sort(entries.begin(), entries.end());
    return entries;
  }

  void clear() {
    for (const std::uint32_t column : touched_) value_[column] = magnitude_[column] = 0.0;
    touched_.clear();
  }

  std::vector<Row> rows_;
  std::vector<double> value_, magnitude_;  // of the row at hand, by column
  std::vector<std::uint32_t> touched_;
  std::vector<double> combination_, combination_magnitude_;  // by row
  std::vector<std::uint32_t> combined_;
  std::size_t operations_ = 0;
};

// One row depends on nothing but itself: most blocks have no other.
std::vector<DependentRow> find_zero_row(const MatrixRow& row) {
  const bool is_zero =
      std::all_of(row.begin(), row.end(), [](const auto& e) { return e.second == 0.0; });
  if (!is_zero) return {};
  return {DependentRow{0, {{0, 1.0}}}};
}

}  // namespace

std::vector<DependentRow> find_dependent_rows(const std::vector<MatrixRow>& rows,
                                              std::size_t column_count) {
  if (rows.size() == 1) return find_zero_row(rows.front());
  const Scales scales = find_scales(rows, column_count);
  Echelon echelon(rows.size(), column_count);
  std::vector<DependentRow> dependent;
  for (std::uint32_t i = 0; i < rows.size() && !echelon.is_exhausted(); ++i) {
    if (!is_finite(rows[i])) continue;
    MatrixRow scaled;
    for (const auto& [column, entry] : rows[i]) {
      scaled.emplace_back(column, std::ldexp(entry, -scales.row[i] - scales.column[column]));
    }
    auto factors = echelon.add(i, scaled);
    if (!factors) continue;
    for (auto& [row, factor] : *factors) {
      factor = std::ldexp(factor, scales.row[i] - scales.row[row]);
    }
    dependent.push_back({i, std::move(*factors)});
  }
  return dependent;
}

}  // namespace saltus
