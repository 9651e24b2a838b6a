#include "saltus/runtime/reset/numeric_limit.h"

#include <array>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <memory>

#include "saltus/runtime/reset/reset_run.h"
#include "saltus/runtime/reset/scalar_field.h"

namespace saltus {

namespace {

// Differences of order n lose n times the digits of eps; these leave some 40 at n = 5.
using Real = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<220>,
                                           boost::multiprecision::et_off>;
using Run = ResetRun<ScalarField<Real>>;

constexpr std::array<const char*, 4> kInfinitesimals{"1e-30", "1e-32", "1e-34", "1e-36"};
// Newton's iteration doubles the digits, and one step follows.
constexpr double kNegligibleMove = 1e-60;
constexpr double kConverged = 1e-12;
// Relative to other terms of the same order: a coefficient that this number cannot tell
// from zero.
constexpr double kLogOneHalfPower = 0.25;

// For values v_i at eps_i: the coefficients of v = a_0 eps^-n + a_1 eps^(1-n) + …, by divided
// differences of v eps^n.
std::vector<double> leading_coefficients(std::span<const Real> values, std::span<const Real> eps,
                                         int order) {
  const std::size_t count = values.size();
  std::vector<Real> table(count);
  for (std::size_t i = 0; i < count; ++i) {
    table[i] = values[i];
    for (int n = 0; n < order; ++n) table[i] *= eps[i];
  }
  for (std::size_t level = 1; level < count; ++level) {
    for (std::size_t i = count - 1; i >= level; --i) {
      table[i] = (table[i] - table[i - 1]) / (eps[i] - eps[i - level]);
    }
  }
  // Newton's form to powers.
  std::vector<Real> powers(count, Real(0));
  for (std::size_t level = count; level-- > 0;) {
    for (std::size_t i = count - 1; i > 0; --i) powers[i] = powers[i - 1] - eps[level] * powers[i];
    powers[0] = table[level] - eps[level] * powers[0];
  }
  std::vector<double> result;
  for (const Real& power : powers) result.push_back(static_cast<double>(power));
  return result;
}

// The n of a value that grows like eps^-n, from its size at the smallest eps.
int order_of(const Real& value, const Real& eps) {
  if (value == 0) return 0;
  const auto size = static_cast<double>(Real(log(abs(value)) / -log(eps)));
  return size < kLogOneHalfPower ? 0 : static_cast<int>(std::floor(size + 0.5));
}

bool agree(const Real& a, const Real& b) {
  const Real size = std::max(Real(abs(a)), Real(1));
  return abs(a - b) <= kConverged * size;
}

}  // namespace

Result<RunOutcome, ResetFailure> run_numeric_limit(const ResetProblem& problem,
                                                   const ResetPlan& plan, const FirstInstant& first,
                                                   PointEvaluator& point) {
  std::vector<std::unique_ptr<Run>> runs;
  std::vector<Real> eps;
  for (const char* infinitesimal : kInfinitesimals) {
    eps.emplace_back(infinitesimal);
    runs.push_back(std::make_unique<Run>(problem.mode, plan));
    ScalarField<Real> field(eps.back(), kNegligibleMove);
    if (const auto failure = runs.back()->run(problem, first, point, field)) return *failure;
  }
  RunOutcome outcome;
  outcome.deferred = runs[0]->deferred();
  outcome.iterations = runs[0]->iterations();
  std::uint32_t unknown = 0;
  for (std::uint32_t entry = 0; entry < plan.entry_count; ++entry) {
    if (entry > plan.slots[unknown].first + static_cast<std::uint32_t>(plan.slots[unknown].order)) {
      ++unknown;
    }
    int largest_order = 1;
    for (int instant = 0; instant <= plan.last_instant; ++instant) {
      std::vector<Real> values;
      for (const auto& run : runs) values.push_back(run->value(entry, instant));
      if (instant == 0) outcome.start.push_back(static_cast<double>(values.back()));
      const bool is_last = instant == plan.last_instant;
      const int order = order_of(values.back(), eps.back());
      largest_order = std::max(largest_order, order);
      if (order == 0 && !is_last) continue;
      if (is_last && agree(values[0], values[1])) {
        outcome.state.push_back(static_cast<double>(values.back()));
        continue;
      }
      // At the last instant infinite parts are what rounding of the model's numbers leaves.
      const int fitted = is_last ? largest_order : order;
      const std::vector<double> coefficients = leading_coefficients(values, eps, fitted);
      if (fitted >= static_cast<int>(coefficients.size())) {
        return ResetFailure{ResetFault::not_finite, plan.block_of[unknown]};
      }
      for (int k = fitted; k >= 1; --k) {
        const double coefficient = coefficients[static_cast<std::size_t>(fitted - k)];
        if (coefficient != 0.0) outcome.infinite.push_back({entry, instant, k, coefficient});
      }
      if (is_last) outcome.state.push_back(coefficients[static_cast<std::size_t>(fitted)]);
    }
  }
  return outcome;
}

}  // namespace saltus
