#include "saltus/compiler/multilinear/evaluate_multilinear.h"

#include <algorithm>
#include <cmath>

#include "saltus/foundation/base/check.h"

namespace saltus {
namespace {

double factor(double s, double v) { return 1.0 - std::fabs(s) + s * v; }

struct Plain {
  static double of(double value) { return value; }
};
struct Magnitude {
  static double of(double value) { return std::fabs(value); }
};

// phi, or its magnitudes, times one number per column.
template <class Part>
std::vector<double> multiply(const SparseMatrix& phi, std::span<const double> values) {
  std::vector<double> result(phi.rows(), 0.0);
  for (std::size_t k = 0; k < phi.columns(); ++k) {
    for (const MatrixEntry& entry : phi.column(k)) {
      result[entry.row] += Part::of(entry.value) * values[k];
    }
  }
  return result;
}

// dp/dv, or its magnitudes, times w.
template <class Part>
std::vector<double> rates_of(const SparseMatrix& structure, std::span<const double> slopes,
                             std::span<const double> w) {
  SALTUS_CHECK(w.size() == structure.rows());
  std::vector<double> rates(structure.columns(), 0.0);
  for (std::size_t k = 0; k < rates.size(); ++k) {
    const double* slope = slopes.data() + structure.start(k);
    for (const MatrixEntry& entry : structure.column(k)) {
      rates[k] += Part::of(*slope++ * w[entry.row]);
    }
  }
  return rates;
}

}  // namespace

MultilinearPoint::MultilinearPoint(const MultilinearModel& model, std::span<const double> signals)
    : model_(model), products_(model.structure.columns()), slopes_(model.structure.nonzeros()) {
  move_to(signals);
}

void MultilinearPoint::move_to(std::span<const double> signals) {
  SALTUS_CHECK(signals.size() == model_.signal_count());
  for (std::size_t k = 0; k < products_.size(); ++k) evaluate_column(k, signals);
}

// dp/dv_i = S_i (product of the factors before i) (product of those after i): nothing is divided,
// so that a factor may be zero.
void MultilinearPoint::evaluate_column(std::size_t k, std::span<const double> signals) {
  const auto column = model_.structure.column(k);
  double* const slope = slopes_.data() + model_.structure.start(k);
  double before = 1.0;
  for (std::size_t i = 0; i < column.size(); ++i) {
    slope[i] = before * column[i].value;
    before *= factor(column[i].value, signals[column[i].row]);
  }
  products_[k] = before;
  double after = 1.0;
  for (std::size_t i = column.size(); i-- > 0;) {
    slope[i] *= after;
    after *= factor(column[i].value, signals[column[i].row]);
  }
}

std::vector<double> MultilinearPoint::times_products(const SparseMatrix& phi) const {
  return multiply<Plain>(phi, products_);
}

std::vector<double> MultilinearPoint::along(const SparseMatrix& phi,
                                            std::span<const double> w) const {
  return multiply<Plain>(phi, rates_of<Plain>(model_.structure, slopes_, w));
}

std::vector<double> MultilinearPoint::within(const SparseMatrix& phi,
                                             std::span<const double> w) const {
  return multiply<Magnitude>(phi, rates_of<Magnitude>(model_.structure, slopes_, w));
}

SparseMatrix MultilinearPoint::jacobian(const SparseMatrix& phi) const {
  // Contributions sorted by signal, by counting.
  struct Slope {
    std::size_t column;
    double value;
  };
  std::vector<std::vector<Slope>> of_signal(model_.signal_count());
  for (std::size_t k = 0; k < products_.size(); ++k) {
    const double* slope = slopes_.data() + model_.structure.start(k);
    for (const MatrixEntry& entry : model_.structure.column(k)) {
      of_signal[entry.row].push_back({k, *slope++});
    }
  }
  SparseMatrix result(phi.rows());
  std::vector<double> sum(phi.rows(), 0.0);
  std::vector<bool> is_touched(phi.rows(), false);
  std::vector<std::uint32_t> touched;
  std::vector<MatrixEntry> column;
  for (const std::vector<Slope>& slopes : of_signal) {
    for (const Slope& slope : slopes) {
      for (const MatrixEntry& entry : phi.column(slope.column)) {
        if (!is_touched[entry.row]) touched.push_back(entry.row);
        is_touched[entry.row] = true;
        sum[entry.row] += entry.value * slope.value;
      }
    }
    std::ranges::sort(touched);
    for (const std::uint32_t row : touched) {
      column.push_back({row, sum[row]});
      sum[row] = 0.0;
      is_touched[row] = false;
    }
    result.add_column(column);
    column.clear();
    touched.clear();
  }
  return result;
}

}  // namespace saltus
