#include "saltus/analysis/all_modes/sum_layers.h"

#include <algorithm>
#include <bit>
#include <span>

#include "saltus/analysis/all_modes/residue_field.h"

namespace saltus {
namespace {

using Residue = ResidueField::Residue;
using Polynomial = std::vector<Residue>;  // empty: zero

// Below these sizes the plain way is faster.
constexpr std::size_t few_guards = 8;
constexpr std::size_t few_coefficients = 16;
// Matrices that are wider than this cost more than going through the guards one by one.
constexpr std::size_t widest = 16;

// By state before and state behind.
struct Matrix {
  std::size_t rows, columns;
  std::vector<Polynomial> entries;

  Matrix(std::size_t row_count, std::size_t column_count)
      : rows(row_count), columns(column_count), entries(row_count * column_count) {}
  Polynomial& at(std::size_t row, std::size_t column) { return entries[row * columns + column]; }
  const Polynomial& at(std::size_t row, std::size_t column) const {
    return entries[row * columns + column];
  }
  std::size_t longest() const {
    std::size_t length = 0;
    for (const Polynomial& entry : entries) length = std::max(length, entry.size());
    return length;
  }
};

class LayerProduct {
 public:
  LayerProduct(const SumLayers& layers, ResidueField& field) : layers_(layers), field_(field) {}

  Polynomial run() { return product(0, layers_.steps.size()).at(0, 0); }

 private:
  // Halves are divided at the narrowest place near the middle, so the depth is logarithmic.
  Matrix product(std::size_t begin, std::size_t end) {
    const std::size_t count = end - begin;
    if (count <= few_guards) return one_by_one(begin, end);
    const auto first = layers_.widths.begin() + static_cast<std::ptrdiff_t>(begin + count / 4);
    const auto last = layers_.widths.begin() + static_cast<std::ptrdiff_t>(end - count / 4);
    // Of equal ones, the nearest to the middle.
    const auto middle = layers_.widths.begin() + static_cast<std::ptrdiff_t>(begin + count / 2);
    auto narrowest = middle;
    for (auto place = first; place != last; ++place) {
      const auto distance = [&](auto at) { return at < middle ? middle - at : at - middle; };
      if (std::pair(*place, distance(place)) < std::pair(*narrowest, distance(narrowest))) {
        narrowest = place;
      }
    }
    if (*narrowest > widest) return one_by_one(begin, end);
    const auto cut = static_cast<std::size_t>(narrowest - layers_.widths.begin());
    return multiply(product(begin, cut), product(cut, end));
  }

  Matrix one_by_one(std::size_t begin, std::size_t end) const {
    Matrix result(layers_.widths[begin], layers_.widths[end]);
    for (std::size_t start = 0; start < result.rows; ++start) {
      std::vector<Polynomial> states(layers_.widths[begin]);
      states[start] = {field_.from(1)};
      for (std::size_t guard = begin; guard < end; ++guard) {
        std::vector<Polynomial> next(layers_.widths[guard + 1]);
        for (const SumLayers::Step& step : layers_.steps[guard]) {
          for (std::uint32_t k = 0; k < step.choices; ++k) {
            add_shifted(next[step.to], states[step.from], step.added);
          }
        }
        states = std::move(next);
      }
      for (std::size_t column = 0; column < result.columns; ++column) {
        result.at(start, column) = std::move(states[column]);
      }
    }
    return result;
  }

  void add_shifted(Polynomial& to, const Polynomial& from, std::size_t by) const {
    if (from.empty()) return;
    if (to.size() < from.size() + by) to.resize(from.size() + by, 0);
    for (std::size_t k = 0; k < from.size(); ++k) to[k + by] = field_.add(to[k + by], from[k]);
  }

  Matrix multiply(Matrix a, Matrix b) {
    const std::size_t length_a = a.longest(), length_b = b.longest();
    if (std::min(length_a, length_b) <= few_coefficients) return multiply_plainly(a, b);
    const std::size_t size = std::bit_ceil(length_a + length_b - 1);
    for (Matrix* matrix : {&a, &b}) {
      for (Polynomial& entry : matrix->entries) {
        if (entry.empty()) continue;
        entry.resize(size, 0);
        field_.transform(entry);
      }
    }
    Matrix result(a.rows, b.columns);
    for (std::size_t i = 0; i < a.rows; ++i) {
      for (std::size_t j = 0; j < b.columns; ++j) {
        Polynomial& sum = result.at(i, j);
        for (std::size_t k = 0; k < a.columns; ++k) {
          add_products(sum, a.at(i, k), b.at(k, j));
        }
        if (sum.empty()) continue;
        field_.transform_back(sum);
        sum.resize(length_a + length_b - 1);
      }
    }
    return result;
  }

  void add_products(Polynomial& sum, const Polynomial& a, const Polynomial& b) const {
    if (a.empty() || b.empty()) return;
    sum.resize(a.size(), 0);
    for (std::size_t k = 0; k < a.size(); ++k) {
      sum[k] = field_.add(sum[k], field_.multiply(a[k], b[k]));
    }
  }

  Matrix multiply_plainly(const Matrix& a, const Matrix& b) const {
    Matrix result(a.rows, b.columns);
    for (std::size_t i = 0; i < a.rows; ++i) {
      for (std::size_t j = 0; j < b.columns; ++j) {
        for (std::size_t k = 0; k < a.columns; ++k) {
          add_convolution(result.at(i, j), a.at(i, k), b.at(k, j));
        }
      }
    }
    return result;
  }

  void add_convolution(Polynomial& sum, const Polynomial& a, const Polynomial& b) const {
    if (a.empty() || b.empty()) return;
    sum.resize(std::max(sum.size(), a.size() + b.size() - 1), 0);
    for (std::size_t i = 0; i < a.size(); ++i) {
      for (std::size_t j = 0; j < b.size(); ++j) {
        sum[i + j] = field_.add(sum[i + j], field_.multiply(a[i], b[j]));
      }
    }
  }

  const SumLayers& layers_;
  ResidueField& field_;
};

// Garner's algorithm: digits of a number in the base p_1, p_1 p_2, …
class Reconstruction {
 public:
  explicit Reconstruction(std::size_t prime_count) {
    for (std::size_t k = 0; k < prime_count; ++k) {
      ResidueField& field = fields_.emplace_back(ResidueField::prime_number(k));
      std::vector<Residue>& inverses = inverses_.emplace_back();
      for (std::size_t i = 0; i < k; ++i) {
        inverses.push_back(field.inverse(field.from(fields_[i].prime())));
      }
    }
  }

  // `residues` by prime.
  ModeCount number(std::span<const std::uint64_t> residues) const {
    std::vector<std::uint64_t> digits;
    for (std::size_t k = 0; k < residues.size(); ++k) {
      const ResidueField& field = fields_[k];
      std::uint64_t digit = residues[k];
      for (std::size_t i = 0; i < k; ++i) {
        // A digit of another prime may be larger than this one, though not twice as large. The
        // inverse carries the factor 2^64 that multiply() divides by.
        const std::uint64_t known =
            digits[i] >= field.prime() ? digits[i] - field.prime() : digits[i];
        digit = field.multiply(field.subtract(digit, known), inverses_[k][i]);
      }
      digits.push_back(digit);
    }
    ModeCount number;
    for (std::size_t k = digits.size(); k-- > 0;) {
      number.multiply_add(fields_[k].prime(), digits[k]);
    }
    return number;
  }

 private:
  std::vector<ResidueField> fields_;
  std::vector<std::vector<Residue>> inverses_;  // [k][i]: of the i-th prime modulo the k-th
};

}  // namespace

void SumLayers::append(const SumLayers& next) {
  steps.insert(steps.end(), next.steps.begin(), next.steps.end());
  widths.insert(widths.end(), next.widths.begin() + 1, next.widths.end());
  least += next.least;
  most += next.most;
  is_empty |= next.is_empty;
}

// No number of valuations is more than 2^guards.
SumCounts::SumCounts(const SumLayers& layers) : least_(layers.least) {
  if (layers.is_empty) return;
  size_ = static_cast<std::size_t>(layers.most - layers.least) + 1;
  const std::size_t primes = layers.steps.size() / ResidueField::bits_per_prime + 1;
  for (std::size_t k = 0; k < primes; ++k) {
    ResidueField field(ResidueField::prime_number(k));
    Polynomial counts = LayerProduct(layers, field).run();
    counts.resize(size_, 0);
    for (Residue& count : counts) count = field.value(count);
    residues_.push_back(std::move(counts));
  }
}

void SumCounts::widen(const SumCounts& other) {
  if (size_ == 0) least_ = other.least_;
  const int least = std::min(least_, other.least_);
  const auto before = static_cast<std::size_t>(least_ - least);
  size_ = std::max(before + size_, static_cast<std::size_t>(other.least_ - least) + other.size_);
  least_ = least;
  residues_.resize(std::max(residues_.size(), other.residues_.size()));
  for (std::vector<std::uint64_t>& counts : residues_) {
    counts.insert(counts.begin(), before, 0);
    counts.resize(size_, 0);
  }
}

template <class Combine>
void SumCounts::combine(const SumCounts& other, Combine combine) {
  if (other.size_ == 0) return;
  widen(other);
  const auto offset = static_cast<std::size_t>(other.least_ - least_);
  for (std::size_t k = 0; k < other.residues_.size(); ++k) {
    const std::uint64_t prime = ResidueField::prime_number(k);
    for (std::size_t i = 0; i < other.size_; ++i) {
      std::uint64_t& count = residues_[k][offset + i];
      count = combine(count, other.residues_[k][i], prime) % prime;
    }
  }
}

void SumCounts::add(const SumCounts& other) {
  combine(other, [](std::uint64_t a, std::uint64_t b, std::uint64_t) { return a + b; });
}

void SumCounts::subtract(const SumCounts& other) {
  combine(other,
          [](std::uint64_t a, std::uint64_t b, std::uint64_t prime) { return a + prime - b; });
}

std::vector<ModeCount> SumCounts::counts() const {
  const Reconstruction reconstruction(residues_.size());
  std::vector<ModeCount> counts;
  std::vector<std::uint64_t> residues(residues_.size());
  for (std::size_t i = 0; i < size_; ++i) {
    for (std::size_t k = 0; k < residues.size(); ++k) residues[k] = residues_[k][i];
    counts.push_back(reconstruction.number(residues));
  }
  return counts;
}

}  // namespace saltus
