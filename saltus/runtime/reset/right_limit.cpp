#include "saltus/runtime/reset/right_limit.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace saltus {

namespace {

// Right limits may miss an equation by this, relative to its terms.
constexpr double kConsistent = 1e-9;
// A sum over the instants that cancels leaves this share of its terms.
constexpr double kVanishing = 1e-11;
// An infinite part is rounding below this share of the infinite terms of an equation that
// contains it.
constexpr double kRounding = 1e-14;
// A factor that changes by more depends on the path.
constexpr double kPathDependent = 1e-6;
// In place of 1/eps, where it is asked whether an equation is linear in an infinite value.
constexpr double kLarge = 1e8;

// All infinite parts of one value of the state with one order, over the instants.
struct InfiniteValue {
  std::uint32_t unknown;
  int derivative;
  int order;
  std::vector<double> coefficients;  // per instant
  double peak = 0.0;
  double floor = 0.0;  // what is not larger is zero
  double rounding = 0.0;
  bool is_significant() const { return peak > floor; }

  // Of the p-th moment over the instants, its value and the sum of its terms' magnitudes.
  std::pair<double, double> moment(int p) const {
    double sum = 0.0, magnitude = 0.0;
    for (std::size_t m = 0; m < coefficients.size(); ++m) {
      const double term = binomial(static_cast<int>(m), p) * coefficients[m];
      sum += term;
      magnitude += std::fabs(term);
    }
    return {sum, magnitude};
  }
  // The factor of the (order-1)-th derivative of Dirac's delta.
  double weight() const {
    const double last = moment(order - 1).first;
    return order % 2 == 1 ? last : -last;
  }
};

class RightLimit {
 public:
  RightLimit(const ResetProblem& problem, const ResetPlan& plan, const RunOutcome& outcome,
             PointEvaluator& point)
      : problem_(problem), plan_(plan), outcome_(outcome), point_(point) {}

  Result<ResetResult, ResetFailure> find(const FirstInstant& first);

 private:
  double size(std::uint32_t unknown, int derivative) const;
  double negligible(std::uint32_t unknown, int derivative) const;
  bool has_infinite_state() const;
  void collect_infinite_values();
  void find_floors();
  std::optional<ResetFailure> check();
  std::vector<Impulse> impulses() const;
  std::optional<ResetFailure> check_balance();
  std::vector<std::uint32_t> equations_of_infinite_values() const;
  std::vector<double> other_point() const;
  bool is_balanced(std::uint32_t equation, std::span<const double> gradient, int order) const;
  bool is_infinite_at_first(std::uint32_t unknown, int derivative) const;
  std::optional<Impulse> impulse_of(std::span<const InfiniteValue> values) const;
  std::vector<std::uint32_t> path_dependent_equations();
  const InfiniteValue* infinite(const Leaf& leaf) const;
  const InfiniteValue* impulse_in(std::uint32_t unknown, int order) const;
  double infinite_terms(std::span<const Leaf> leaves, std::span<const double> gradient,
                        int order) const;

  const ResetProblem& problem_;
  const ResetPlan& plan_;
  const RunOutcome& outcome_;
  PointEvaluator& point_;
  // By unknown, derivative, and order descending.
  std::vector<InfiniteValue> infinite_;
};

Result<ResetResult, ResetFailure> RightLimit::find(const FirstInstant& first) {
  collect_infinite_values();
  point_.load(outcome_.state, problem_.time, problem_.known);
  if (!infinite_.empty()) find_floors();
  if (const auto failure = check()) return *failure;
  if (const auto failure = check_balance()) return *failure;
  ResetResult result;
  for (const ResetSlot& slot : plan_.slots) {
    const auto begin = outcome_.state.begin() + slot.first;
    result.state.insert(result.state.end(), begin, begin + slot.state_order + 1);
  }
  result.impulses = impulses();
  result.deferred = outcome_.deferred;
  result.has_infinite_state = has_infinite_state();
  result.path_dependent = path_dependent_equations();
  for (const SolvedValue& open : first.open) {
    result.from_left_limit.push_back({open.unknown, open.order});
  }
  result.ticks = plan_.last_instant;
  result.iterations = outcome_.iterations;
  return result;
}

void RightLimit::collect_infinite_values() {
  std::uint32_t unknown = 0;
  for (const InfinitePart& part : outcome_.infinite) {
    while (part.entry >
           plan_.slots[unknown].first + static_cast<std::uint32_t>(plan_.slots[unknown].order)) {
      ++unknown;
    }
    const auto derivative = static_cast<int>(part.entry - plan_.slots[unknown].first);
    auto found = infinite_.end();
    while (found != infinite_.begin() && std::prev(found)->unknown == unknown &&
           std::prev(found)->derivative == derivative && std::prev(found)->order <= part.order) {
      --found;
    }
    if (found == infinite_.end() || found->order != part.order || found->unknown != unknown ||
        found->derivative != derivative) {
      InfiniteValue value{unknown, derivative, part.order, {}};
      value.coefficients.resize(static_cast<std::size_t>(plan_.last_instant) + 1, 0.0);
      found = infinite_.insert(found, std::move(value));
    }
    found->coefficients[static_cast<std::size_t>(part.instant)] = part.coefficient;
    found->peak = std::max(found->peak, std::fabs(part.coefficient));
  }
}

// max of the limits and the scale.
double RightLimit::size(std::uint32_t unknown, int derivative) const {
  const ResetSlot& slot = plan_.slots[unknown];
  if (derivative < 0 || derivative > slot.order) return 0.0;
  const std::uint32_t entry = slot.first + static_cast<std::uint32_t>(derivative);
  double result = std::fabs(outcome_.state[entry]);
  if (std::isfinite(problem_.left[entry])) {
    result = std::max(result, std::fabs(problem_.left[entry]));
  }
  return problem_.scale.empty() ? result : std::max(result, problem_.scale[entry]);
}

// A jump of it that is none: the tolerance and rounding explain it.
double RightLimit::negligible(std::uint32_t unknown, int derivative) const {
  const ResetSlot& slot = plan_.slots[unknown];
  if (derivative < 0 || derivative > slot.order) return 0.0;
  const std::uint32_t entry = slot.first + static_cast<std::uint32_t>(derivative);
  return std::max(problem_.tolerance * size(unknown, derivative),
                  problem_.noise.empty() ? 0.0 : problem_.noise[entry]);
}

bool RightLimit::has_infinite_state() const {
  return std::any_of(infinite_.begin(), infinite_.end(), [&](const InfiniteValue& value) {
    return value.derivative < problem_.facts[value.unknown] && value.is_significant();
  });
}

const InfiniteValue* RightLimit::infinite(const Leaf& leaf) const {
  const auto found = std::lower_bound(
      infinite_.begin(), infinite_.end(), leaf, [](const InfiniteValue& value, const Leaf& key) {
        return std::pair(value.unknown, value.derivative) < std::pair(key.unknown, key.order);
      });
  if (found == infinite_.end() || found->unknown != leaf.unknown ||
      found->derivative != leaf.order) {
    return nullptr;
  }
  return &*found;
}

// What the infinite values of this order amount to in an equation.
double RightLimit::infinite_terms(std::span<const Leaf> leaves, std::span<const double> gradient,
                                  int order) const {
  double terms = 0.0;
  for (std::size_t l = 0; l < leaves.size(); ++l) {
    const InfiniteValue* value = infinite(leaves[l]);
    for (; value != nullptr && value != infinite_.data() + infinite_.size() &&
           value->unknown == leaves[l].unknown && value->derivative == leaves[l].order;
         ++value) {
      if (value->order == order) terms += std::fabs(gradient[l]) * value->peak;
    }
  }
  return terms;
}

// A part eps^-n of x^(q) belongs to a jump of x^(q-n), if there is such a value: it is compared
// with that. Otherwise it is compared, in the equations that contain it, with the terms
// x_k^(p) eps^-n that jumps of x_k^(p-n) would give. Only what has the same unit is compared.
void RightLimit::find_floors() {
  constexpr double none = std::numeric_limits<double>::infinity();
  for (InfiniteValue& value : infinite_) {
    const double own = negligible(value.unknown, value.derivative - value.order);
    value.floor = own > 0.0 ? own : none;
  }
  for (std::uint32_t i = 0; i < plan_.equations.size(); ++i) {
    const std::vector<Leaf>& leaves = plan_.code_of(i).leaves;
    if (std::none_of(leaves.begin(), leaves.end(),
                     [&](const Leaf& leaf) { return infinite(leaf) != nullptr; })) {
      continue;
    }
    const std::span<const double> gradient = point_.gradient(i);
    for (std::size_t l = 0; l < leaves.size(); ++l) {
      const InfiniteValue* found = infinite(leaves[l]);
      if (found == nullptr || gradient[l] == 0.0) continue;
      for (auto value = infinite_.begin() + (found - infinite_.data());
           value != infinite_.end() && value->unknown == found->unknown &&
           value->derivative == found->derivative;
           ++value) {
        value->rounding =
            std::max(value->rounding, kRounding * infinite_terms(leaves, gradient, value->order) /
                                          std::fabs(gradient[l]));
        if (value->derivative >= value->order) continue;
        double terms = 0.0;
        for (std::size_t other = 0; other < leaves.size(); ++other) {
          terms += std::fabs(gradient[other]) *
                   negligible(leaves[other].unknown, leaves[other].order - value->order);
        }
        if (!(terms > 0.0)) continue;
        value->floor = std::min(value->floor, terms / std::fabs(gradient[l]));
      }
    }
  }
  for (InfiniteValue& value : infinite_) {
    if (value.floor == none) value.floor = 0.0;
    value.floor = std::max(value.floor, value.rounding);
  }
}

std::optional<ResetFailure> RightLimit::check() {
  // A value that has never been anything but zero gets the rounding of those it is computed from.
  double rounding = 0.0;
  for (const double size : problem_.scale) rounding = std::max(rounding, kRounding * size);
  for (const InfiniteValue& value : infinite_) {
    const double rest = std::fabs(value.coefficients.back());
    if (value.peak > rounding && rest > std::max(value.floor, kConsistent * value.peak)) {
      return ResetFailure{ResetFault::not_finite, plan_.block_of[value.unknown]};
    }
  }
  const double allowed = std::max(kConsistent, 200.0 * problem_.tolerance);
  for (std::uint32_t i = 0; i < plan_.equations.size(); ++i) {
    const PlannedEquation& equation = plan_.equations[i];
    const bool is_within_state = std::all_of(
        plan_.code_of(i).leaves.begin(), plan_.code_of(i).leaves.end(),
        [&](const Leaf& leaf) { return leaf.order <= plan_.slots[leaf.unknown].order; });
    if (!is_within_state) continue;
    const double residual = std::fabs(point_.residual(i));
    if (residual == 0.0) continue;
    if (residual <= point_.noise(i, 0, problem_.noise)) continue;
    if (!(residual <= allowed * point_.size(i, 0, problem_.scale))) {
      return ResetFailure{ResetFault::never_consistent, equation.block};
    }
  }
  return std::nullopt;
}

std::vector<Impulse> RightLimit::impulses() const {
  std::vector<Impulse> result;
  for (std::size_t begin = 0; begin < infinite_.size();) {
    std::size_t end = begin;
    while (end < infinite_.size() && infinite_[end].unknown == infinite_[begin].unknown &&
           infinite_[end].derivative == infinite_[begin].derivative) {
      ++end;
    }
    if (infinite_[begin].derivative == 0) {
      const auto values = std::span(infinite_).subspan(begin, end - begin);
      if (auto impulse = impulse_of(values)) result.push_back(std::move(*impulse));
    }
    begin = end;
  }
  return result;
}

// The distribution sum over m of eps x[m] delta(t - m eps): with c_m the coefficients of
// eps^-n, its limit contains (-1)^(n-1) sum of C(m, n-1) c_m times delta^(n-1), and the
// moments sum of C(m, p) c_m, p < n - 1, vanish unless x has no limit as a distribution.
std::optional<Impulse> RightLimit::impulse_of(std::span<const InfiniteValue> values) const {
  Impulse impulse{values[0].unknown, 0, {}};
  for (const InfiniteValue& value : values) {
    double largest = 0.0, last = 0.0;
    for (int p = 0; p < value.order; ++p) {
      const auto [moment, magnitude] = value.moment(p);
      const bool vanishes = std::fabs(moment) <= std::max(kVanishing * magnitude, value.floor);
      last = vanishes ? 0.0 : moment;
      largest = std::max(largest, std::fabs(last));
    }
    if (largest == 0.0) continue;
    const auto order = static_cast<std::size_t>(value.order);
    if (impulse.order == 0) {
      impulse.order = value.order;
      impulse.weights.assign(order, 0.0);
    }
    impulse.weights[order - 1] = value.order % 2 == 1 ? last : -last;
  }
  if (impulse.order == 0) return std::nullopt;
  return impulse;
}

// Infinite values have been read off one by one; as distributions they satisfy the equations
// together. An equation that was deferred at an instant at which it contains infinite values does
// not hold for these: what it says of them is missing in the reset.
std::optional<ResetFailure> RightLimit::check_balance() {
  if (infinite_.empty()) return std::nullopt;
  int highest = 0;
  for (const InfiniteValue& value : infinite_) highest = std::max(highest, value.order);
  std::vector<double> before;
  for (const std::uint32_t i : equations_of_infinite_values()) {
    point_.load(other_point(), problem_.time, problem_.known);
    const std::span<const double> other = point_.gradient(i);
    before.assign(other.begin(), other.end());
    point_.load(outcome_.state, problem_.time, problem_.known);
    const std::span<const double> gradient = point_.gradient(i);
    // Products of infinite values and of values that jump are not defined: nothing can be checked.
    const bool is_linear =
        std::equal(before.begin(), before.end(), gradient.begin(), [](double there, double here) {
          return std::fabs(there - here) <=
                 kPathDependent * std::max(std::fabs(there), std::fabs(here));
        });
    for (int order = highest; is_linear && order > 0; --order) {
      if (is_balanced(i, gradient, order)) continue;
      return ResetFailure{ResetFault::unbalanced, plan_.equations[i].block};
    }
  }
  return std::nullopt;
}

std::vector<std::uint32_t> RightLimit::equations_of_infinite_values() const {
  std::vector<std::uint32_t> result;
  for (std::uint32_t i = 0; i < plan_.equations.size(); ++i) {
    const std::vector<Leaf>& leaves = plan_.code_of(i).leaves;
    const auto is_impulsive = [&](const Leaf& leaf) { return infinite(leaf) != nullptr; };
    const auto is_known = [&](const Leaf& leaf) {
      return leaf.order <= plan_.slots[leaf.unknown].order;
    };
    if (std::any_of(leaves.begin(), leaves.end(), is_impulsive) &&
        std::all_of(leaves.begin(), leaves.end(), is_known)) {
      result.push_back(i);
    }
  }
  return result;
}

// The first instant, where what is infinite is very large.
std::vector<double> RightLimit::other_point() const {
  std::vector<double> point = outcome_.start;
  for (const InfiniteValue& value : infinite_) {
    const std::uint32_t entry =
        plan_.slots[value.unknown].first + static_cast<std::uint32_t>(value.derivative);
    point[entry] = outcome_.state[entry] + kLarge * value.coefficients.front();
  }
  return point;
}

const InfiniteValue* RightLimit::impulse_in(std::uint32_t unknown, int order) const {
  const auto found =
      std::find_if(infinite_.begin(), infinite_.end(), [&](const InfiniteValue& value) {
        return value.unknown == unknown && value.derivative == 0 && value.order == order;
      });
  return found != infinite_.end() ? &*found : nullptr;
}

bool RightLimit::is_infinite_at_first(std::uint32_t unknown, int derivative) const {
  return std::any_of(infinite_.begin(), infinite_.end(), [&](const InfiniteValue& value) {
    return value.unknown == unknown && value.derivative == derivative &&
           value.coefficients.front() != 0.0;
  });
}

// The factor of the (order-1)-th derivative of Dirac's delta in the equation is zero. In x^(q) it
// is the weight of x for `order - q`, if q is less, and otherwise the jump of x^(q-order).
bool RightLimit::is_balanced(std::uint32_t equation, std::span<const double> gradient,
                             int order) const {
  const std::vector<Leaf>& leaves = plan_.code_of(equation).leaves;
  const double allowed = std::max(kConsistent, 200.0 * problem_.tolerance);
  double sum = 0.0, terms = 0.0;
  for (std::size_t l = 0; l < leaves.size(); ++l) {
    if (gradient[l] == 0.0) continue;
    const std::uint32_t j = leaves[l].unknown;
    const int below = leaves[l].order - order;
    double part = 0.0, doubt = 0.0;
    if (below >= 0) {
      if (is_infinite_at_first(j, below)) return true;  // it has no left limit
      const std::uint32_t entry = plan_.slots[j].first + static_cast<std::uint32_t>(below);
      part = outcome_.state[entry] - outcome_.start[entry];
      doubt =
          std::max(allowed * size(j, below), problem_.noise.empty() ? 0.0 : problem_.noise[entry]);
    } else if (const InfiniteValue* const value = impulse_in(j, -below)) {
      // As the run has it: what is negligible counts as well.
      part = value->weight();
      doubt = allowed * static_cast<double>(value->coefficients.size()) * value->peak;
    }
    sum += gradient[l] * part;
    terms += std::fabs(gradient[l]) * doubt;
  }
  return std::fabs(sum) <= terms;
}

// Compares the factors of infinite values at the first instant and at the right limit; what is
// infinite has its right limit in both.
std::vector<std::uint32_t> RightLimit::path_dependent_equations() {
  std::vector<std::uint32_t> result;
  const bool is_impulsive =
      std::any_of(infinite_.begin(), infinite_.end(),
                  [](const InfiniteValue& value) { return value.is_significant(); });
  if (!is_impulsive) return result;
  std::vector<double> start = outcome_.start;
  for (const InfiniteValue& value : infinite_) {
    const std::uint32_t entry =
        plan_.slots[value.unknown].first + static_cast<std::uint32_t>(value.derivative);
    start[entry] = outcome_.state[entry];
  }
  std::vector<double> before;
  for (std::uint32_t i = 0; i < plan_.equations.size(); ++i) {
    const std::vector<Leaf>& leaves = plan_.code_of(i).leaves;
    if (std::none_of(leaves.begin(), leaves.end(), [&](const Leaf& leaf) {
          const InfiniteValue* value = infinite(leaf);
          return value != nullptr && value->is_significant();
        })) {
      continue;
    }
    point_.load(start, problem_.time, problem_.known);
    const std::span<const double> first = point_.gradient(i);
    before.assign(first.begin(), first.end());
    point_.load(outcome_.state, problem_.time, problem_.known);
    const std::span<const double> after = point_.gradient(i);
    double change = 0.0, total = 0.0;
    for (std::size_t l = 0; l < leaves.size(); ++l) {
      const InfiniteValue* value = infinite(leaves[l]);
      if (value == nullptr || !value->is_significant()) continue;
      change = std::max(change, std::fabs(after[l] - before[l]) * value->peak);
      total += std::max(std::fabs(after[l]), std::fabs(before[l])) * value->peak;
    }
    if (change > kPathDependent * total) result.push_back(i);
  }
  return result;
}

}  // namespace

Result<ResetResult, ResetFailure> find_right_limit(const ResetProblem& problem,
                                                   const ResetPlan& plan, const FirstInstant& first,
                                                   const RunOutcome& outcome,
                                                   PointEvaluator& point) {
  return RightLimit(problem, plan, outcome, point).find(first);
}

}  // namespace saltus
