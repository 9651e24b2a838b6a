#include "saltus/runtime/numeric/sparse_lu.h"

#include <klu.h>

#include <cmath>
#include <limits>
#include <new>
#include <utility>
#include <vector>

#include "saltus/foundation/base/check.h"
#include "saltus/runtime/numeric/equilibration.h"
#include "saltus/runtime/numeric/rounding.h"

namespace saltus {
namespace {

// A pivot above this share of the largest one is no rounding error.
constexpr double surely_regular_pivot_ratio = 1e-7;
// Below this reciprocal growth the pivots of an earlier matrix no longer suit.
constexpr double worst_reused_growth = 1e-4;

}  // namespace

// KLU wants compressed columns and we have compressed rows, that is, the
// compressed columns of A^T. So A^T is factored and A x = b is its transposed solve.
class SparseLu::Factors {
 public:
  explicit Factors(const BipartiteGraph& pattern)
      : size_(pattern.row_count()), scales_(size_, size_), entries_(pattern.edge_count(), 0.0) {
    SALTUS_CHECK(pattern.row_count() == pattern.column_count());
    SALTUS_CHECK(pattern.edge_count() < std::numeric_limits<int>::max());
    klu_defaults(&common_);
    common_.scale = -1;  // equilibrated here, by powers of two
    for (const Row row : pattern.rows()) {
      row_start_.push_back(pattern.first_edge(row));
      for (const Column column : pattern.columns_of(row)) columns_.push_back(column.index());
    }
    row_start_.push_back(static_cast<std::uint32_t>(columns_.size()));
    klu_starts_.assign(row_start_.begin(), row_start_.end());
    klu_indices_.assign(columns_.begin(), columns_.end());
    scaled_.resize(entries_.size());
    work_.resize(size_);
    if (size_ > 0) analyze();
  }
  // KLU cannot copy its factors, but the same numbers lead to the same ones.
  Factors(const Factors& other)
      : size_(other.size_),
        scales_(other.scales_),
        entries_(other.entries_),
        scaled_(other.scaled_),
        work_(other.work_),
        row_start_(other.row_start_),
        columns_(other.columns_),
        klu_starts_(other.klu_starts_),
        klu_indices_(other.klu_indices_) {
    klu_defaults(&common_);
    common_.scale = -1;
    if (size_ > 0) analyze();
    if (other.numeric_ == nullptr || symbolic_ == nullptr) return;
    scaled_ = other.pivot_entries_;
    common_.tol = other.pivot_tolerance_;
    choose_pivots();
    common_.tol = other.common_.tol;
    scaled_ = other.scaled_;
    if (!other.has_chosen_pivots_) reuse_pivots();
  }
  Factors& operator=(const Factors&) = delete;
  ~Factors() {
    klu_free_numeric(&numeric_, &common_);
    klu_free_symbolic(&symbolic_, &common_);
  }

  std::size_t size() const { return size_; }
  std::span<double> entries() { return entries_; }

  bool factor() {
    if (size_ == 0) return true;
    if (symbolic_ == nullptr) return false;
    if (!scales_.compute_sparse({row_start_, columns_}, entries_)) return false;
    scale_entries();
    if (!reuse_pivots() && !choose_pivots()) return false;
    klu_rcond(symbolic_, numeric_, &common_);
    return common_.rcond > surely_regular_pivot_ratio || is_regular_with_best_pivots();
  }

  void solve(std::span<double> right_side) {
    if (size_ == 0) return;
    for (std::size_t i = 0; i < size_; ++i) work_[i] = right_side[i] * scales_.row[i];
    klu_tsolve(symbolic_, numeric_, order(), 1, work_.data(), &common_);
    for (std::size_t j = 0; j < size_; ++j) right_side[j] = work_[j] * scales_.column[j];
  }

  double reciprocal_condition_estimate() {
    if (size_ == 0) return 1.0;
    if (!klu_condest(klu_starts_.data(), scaled_.data(), symbolic_, numeric_, &common_)) return 0.0;
    return 1.0 / common_.condest;
  }

 private:
  int order() const { return static_cast<int>(size_); }
  void analyze() {
    symbolic_ = klu_analyze(order(), klu_starts_.data(), klu_indices_.data(), &common_);
    require_memory();
  }

  // KLU is written in C.
  void require_memory() const {
    if (common_.status == KLU_OUT_OF_MEMORY) throw std::bad_alloc();
  }

  void scale_entries() {
    for (std::size_t i = 0; i < size_; ++i) {
      for (std::uint32_t k = row_start_[i]; k < row_start_[i + 1]; ++k) {
        scaled_[k] = entries_[k] * scales_.row[i] * scales_.column[columns_[k]];
      }
    }
  }

  bool reuse_pivots() {
    if (numeric_ == nullptr) return false;
    has_chosen_pivots_ = false;
    if (!klu_refactor(klu_starts_.data(), klu_indices_.data(), scaled_.data(), symbolic_, numeric_,
                      &common_)) {
      return false;
    }
    if (common_.status != KLU_OK) return false;
    klu_rgrowth(klu_starts_.data(), klu_indices_.data(), scaled_.data(), symbolic_, numeric_,
                &common_);
    return common_.rgrowth > worst_reused_growth;
  }

  bool choose_pivots() {
    pivot_entries_ = scaled_;
    pivot_tolerance_ = common_.tol;
    has_chosen_pivots_ = true;
    klu_free_numeric(&numeric_, &common_);
    numeric_ =
        klu_factor(klu_starts_.data(), klu_indices_.data(), scaled_.data(), symbolic_, &common_);
    require_memory();
    if (numeric_ != nullptr && common_.status == KLU_OK) return true;
    klu_free_numeric(&numeric_, &common_);
    return false;
  }

  // Pivots chosen for sparsity may amplify rounding errors until they look like
  // pivots themselves, so the verdict is made with the largest ones.
  bool is_regular_with_best_pivots() {
    const double sparsity_tolerance = std::exchange(common_.tol, 1.0);
    const bool regular = choose_pivots() && pivots_exceed_rounding();
    common_.tol = sparsity_tolerance;
    return regular;
  }

  // Compares each pivot with the terms behind it: |u_kk| against sum_j |l_kj| |u_jk|.
  bool pivots_exceed_rounding() {
    std::vector<int> lower_starts(size_ + 1), upper_starts(size_ + 1);
    std::vector<int> lower_rows(static_cast<std::size_t>(numeric_->lnz));
    std::vector<int> upper_rows(static_cast<std::size_t>(numeric_->unz));
    std::vector<double> lower(lower_rows.size()), upper(upper_rows.size());
    if (!klu_extract(numeric_, symbolic_, lower_starts.data(), lower_rows.data(), lower.data(),
                     upper_starts.data(), upper_rows.data(), upper.data(), nullptr, nullptr,
                     nullptr, nullptr, nullptr, nullptr, nullptr, &common_)) {
      return false;
    }
    // L by rows, for the products of its row k with U's column k.
    std::vector<std::vector<std::pair<int, double>>> lower_by_row(size_);
    for (std::size_t j = 0; j < size_; ++j) {
      for (int e = lower_starts[j]; e < lower_starts[j + 1]; ++e) {
        const auto entry = static_cast<std::size_t>(e);
        lower_by_row[static_cast<std::size_t>(lower_rows[entry])].emplace_back(
            static_cast<int>(j), std::abs(lower[entry]));
      }
    }
    std::vector<double> column(size_, 0.0);
    for (std::size_t k = 0; k < size_; ++k) {
      const auto begin = static_cast<std::size_t>(upper_starts[k]);
      const auto end = static_cast<std::size_t>(upper_starts[k + 1]);
      for (std::size_t e = begin; e < end; ++e) {
        column[static_cast<std::size_t>(upper_rows[e])] = std::abs(upper[e]);
      }
      double magnitude = 0.0;
      for (const auto& [j, value] : lower_by_row[k]) {
        magnitude += value * column[static_cast<std::size_t>(j)];
      }
      const double terms = rounding_errors_per_term * static_cast<double>(lower_by_row[k].size());
      if (!(column[k] > terms * std::numeric_limits<double>::epsilon() * magnitude)) return false;
      for (std::size_t e = begin; e < end; ++e) column[static_cast<std::size_t>(upper_rows[e])] = 0;
    }
    return true;
  }

  std::size_t size_;
  Equilibration scales_;
  std::vector<double> entries_, scaled_, work_;
  // Of the last choice of pivots, and whether the present factors are those of that matrix.
  std::vector<double> pivot_entries_;
  double pivot_tolerance_ = 0.0;
  bool has_chosen_pivots_ = false;
  std::vector<std::uint32_t> row_start_, columns_;
  std::vector<int> klu_starts_, klu_indices_;
  klu_common common_{};
  klu_symbolic* symbolic_ = nullptr;
  klu_numeric* numeric_ = nullptr;
};

SparseLu::SparseLu(const BipartiteGraph& square_pattern)
    : factors_(std::make_unique<Factors>(square_pattern)) {}
SparseLu::~SparseLu() = default;
SparseLu::SparseLu(const SparseLu& other) : factors_(std::make_unique<Factors>(*other.factors_)) {}
SparseLu::SparseLu(SparseLu&&) noexcept = default;
SparseLu& SparseLu::operator=(SparseLu&&) noexcept = default;

std::size_t SparseLu::size() const { return factors_->size(); }
std::span<double> SparseLu::entries() { return factors_->entries(); }
std::span<const double> SparseLu::entries() const { return factors_->entries(); }
bool SparseLu::factor() { return factors_->factor(); }
void SparseLu::solve(std::span<double> right_side) const { factors_->solve(right_side); }
double SparseLu::reciprocal_condition_estimate() const {
  return factors_->reciprocal_condition_estimate();
}

}  // namespace saltus
