#include "saltus/runtime/taylor/taylor_integrator.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "saltus/foundation/base/check.h"

namespace saltus {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
// The last terms may reach this share of the tolerance.
constexpr double kErrorShare = 0.1;
// What the new point may differ from the prediction, in units of the tolerance.
constexpr double kLargestDefect = 10.0;
// Halving the step divides truncation errors by 2^order. A defect that shrinks by
// less than this is rounding; no step can be short enough for it.
constexpr double kTruncationReduction = 0.1;
// No rounding is larger than this, relative to the solution.
constexpr double kLargestRounding = 1e-7;
// Rounding that was met once is let pass up to this multiple.
constexpr double kRoundingMargin = 4.0;
// Below this share of 1 (or of the nominal value) magnitudes are not resolved
// relative to themselves.
constexpr double kSmallestScale = 1e-8;
// A nonlinear algebraic value that jumps by this much of itself has changed its branch.
constexpr double kBranchJump = 1e-2;
// Coefficients of event functions this small, relative to their terms, are zero.
constexpr double kCoefficientNoise = 1e-11;
// The same, relative to the largest term of the whole series.
constexpr double kSeriesNoise = 1e-14;
// A coefficient of this size beside the next one is no rounding.
constexpr double kClearlyThere = 1e-6;
// Impulses that cancel to less than this part of themselves are none.
constexpr double kImpulseNoise = 1e-9;
// What the value of an event function may differ from zero, in units of the tolerance,
// to count as zero: where it has just crossed, and elsewhere.
constexpr double kCrossingNoise = 10.0;
constexpr double kStandingNoise = 1e-2;
// An event function that is no larger where a step fails, relative to what it has been, is zero.
constexpr double kArrived = 1e-11;
// From one event to the next the time scale shrinks by no more than this.
constexpr double kSmallestShrink = 1e-3;
// Terms of the series that are computed before it is known whether a step is taken from here.
constexpr int kFirstLook = 2;
// Crossings this close, as a part of the step, are one event.
constexpr double kSimultaneous = 1e-13;
// So many branches may be left at one instant; beyond, no branch keeps the solution.
constexpr int kMostKinksHere = 20;

// Work per step grows like p^2 in theory, and like a constant plus p in practice: dispatch and the
// start of a step weigh as much as the sums. The step grows like tolerance^(1/p). Measured on
// mechanisms, the product is least near this order, and flat around it.
int order_for(double tolerance) {
  const double order = 8.0 - 0.7 * std::log(tolerance);
  return std::clamp(static_cast<int>(std::ceil(order)), 8, 40);
}

double power_of_two_near(double value) { return std::exp2(std::round(std::log2(value))); }

}  // namespace

Instant Instant::plus(double step) const {
  Instant sum;
  const double high = high_ + step;
  const double part = high - high_;
  const double low = low_ + ((high_ - (high - part)) + (step - part));
  sum.high_ = high + low;
  sum.low_ = low - (sum.high_ - high);
  return sum;
}

TaylorIntegrator::TaylorIntegrator(const ExecutableMode& mode, double tolerance,
                                   std::vector<double> nominal, const KnownValues& known)
    : mode_(mode),
      tolerance_(tolerance),
      order_(order_for(tolerance)),
      first_look_(std::min(order_, kFirstLook + mode.initial_extra_order)),
      nominal_(std::move(nominal)),
      expansion_(mode, order_, known),
      point_(mode, mode.initial_extra_order, known),
      state_(expansion_.state_size(), 0.0),
      trial_(expansion_.state_size(), 0.0),
      scale_(expansion_.state_size(), 0.0),
      has_moved_(expansion_.state_size(), false),
      polynomial_(mode.unknowns.size() * expansion_.stride(), 0.0),
      degree_(mode.unknowns.size(), 0),
      surface_degree_(order_ - mode.initial_extra_order),
      surface_polynomial_(mode.surfaces.size() * expansion_.stride(), 0.0),
      surface_scale_(mode.surfaces.size(), 0.0),
      surface_rate_(mode.surfaces.size() * kRatedOrders, 0.0),
      oriented_(static_cast<std::size_t>(order_) + 1, 0.0),
      kinks_(mode) {
  find_surface_terms();
  expansion_.watch_roots();
  expansion_.set_accuracy(kCrossingNoise * tolerance);
  point_.set_accuracy(kCrossingNoise * tolerance);
  std::uint32_t slots = 1;
  for (std::uint32_t unknown = 0; unknown < mode.unknowns.size(); ++unknown) {
    slots = std::max(slots, expansion_.slot(unknown).count);
  }
  const std::size_t stride = expansion_.stride();
  falling_.assign(slots * stride, 1.0);
  for (std::size_t k = 1; k < slots; ++k) {
    for (std::size_t m = 0; m < stride; ++m) {
      const double factor = m < k ? 0.0 : static_cast<double>(m - k + 1);
      falling_[k * stride + m] = falling_[(k - 1) * stride + m] * factor;
    }
  }
}

std::optional<ExpansionFailure> TaylorIntegrator::begin(const Instant& time,
                                                        std::span<const double> state,
                                                        std::span<const double> scale) {
  time_ = time;
  std::copy(state.begin(), state.end(), state_.begin());
  for (std::uint32_t unknown = 0; unknown < mode_.unknowns.size(); ++unknown) {
    const StateSlot& slot = expansion_.slot(unknown);
    for (std::uint32_t k = 0; k < slot.count; ++k) {
      const double nominal = k == 0 ? nominal_[unknown] : 0.0;
      double& known = scale_[slot.first + k];
      known = std::max(known, nominal > 0.0 ? nominal : kSmallestScale);
      if (!scale.empty() && scale[slot.first + k] > known) {
        known = scale[slot.first + k];
        has_moved_[slot.first + k] = true;
      }
    }
  }
  update_scales();
  std::copy(state_.begin(), state_.end(), trial_.begin());
  is_expanded_ = false;
  kinks_here_ = 0;
  expansion_.release_branches();
  if (const auto failure = expand_at(time.value(), first_look_)) return failure;
  if (const auto failure = choose_branches()) return failure;
  state_ = trial_;
  update_scales();
  is_expanded_ = true;
  return std::nullopt;
}

std::optional<ExpansionFailure> TaylorIntegrator::expand_at(double time, int order) {
  ++statistics_.expansions;
  is_observed_ = is_kept_ = false;
  is_complete_ = order == order_;
  completion_failure_.reset();
  return expansion_.expand(time, time_scale_, trial_, scale_, order);
}

// The rest of the series about time_. False if it cannot be had.
bool TaylorIntegrator::complete() {
  if (is_complete_) return !completion_failure_;
  is_complete_ = true;
  is_observed_ = is_kept_ = false;
  completion_failure_ = expansion_.extend(order_);
  return !completion_failure_;
}

// The largest magnitude so far: errors count relative to it.
void TaylorIntegrator::update_scales() {
  for (std::size_t i = 0; i < state_.size(); ++i) {
    scale_[i] = std::max(scale_[i], std::fabs(state_[i]));
    has_moved_[i] = has_moved_[i] || state_[i] != 0.0;
  }
}

void TaylorIntegrator::keep_polynomial() {
  if (is_expanded_ && is_kept_) return;
  is_expanded_ = is_kept_ = true;
  const std::size_t stride = expansion_.stride();
  for (std::uint32_t unknown = 0; unknown < mode_.unknowns.size(); ++unknown) {
    const std::span<const double> series = expansion_.series(unknown);
    int degree = (is_complete_ ? order_ : first_look_) + mode_.unknowns[unknown].offset;
    std::copy_n(series.begin(), degree + 1, polynomial_.begin() + unknown * stride);
    while (degree > 0 && series[static_cast<std::size_t>(degree)] == 0.0) --degree;
    degree_[unknown] = degree;
  }
  polynomial_time_ = time_;
  polynomial_scale_ = time_scale_;
}

// |u_m| of a state component u = x^(k), scaled: (m+k)!/m! H^-k |x_(m+k)|.
double TaylorIntegrator::term(std::uint32_t unknown, std::uint32_t k, int m) const {
  double value = polynomial_[unknown * expansion_.stride() + static_cast<std::size_t>(m) + k];
  for (std::uint32_t i = 1; i <= k; ++i) {
    value *= static_cast<double>(m + static_cast<int>(i)) / polynomial_scale_;
  }
  return std::fabs(value);
}

// For a component that was zero until now: the h/H with |u_m| (h/H)^m a small
// part of what the component grows to over h by its own earlier terms, or of
// what counts as zero.
double TaylorIntegrator::step_from_zero(std::uint32_t unknown, std::uint32_t k, int m) const {
  const double last = term(unknown, k, m);
  if (last == 0.0) return kInfinity;
  const double share = kErrorShare * tolerance_ / last;
  const double floor = scale_[expansion_.slot(unknown).first + k];
  double longest = std::pow(share * floor, 1.0 / m);
  for (int n = 1; n < m; ++n) {
    longest = std::max(longest, std::pow(share * term(unknown, k, n), 1.0 / (m - n)));
  }
  return longest;
}

// The step h at which one of the last two terms of some state component reaches
// its share of the tolerance: |u_m| (h/H)^m = share * tolerance * scale.
//
// Leading values are not looked at: they follow from the state at every point.
// Those of nonlinear blocks are, since they seed Newton's iteration.
double TaylorIntegrator::choose_step() {
  double shortest = kInfinity;
  double largest[2] = {0.0, 0.0};  // |u_m|/scale for m = order - 1 and order
  for (std::uint32_t unknown = 0; unknown < mode_.unknowns.size(); ++unknown) {
    const StateSlot& slot = expansion_.slot(unknown);
    if (slot.count == 1 && mode_.blocks[mode_.unknowns[unknown].block].is_quasilinear) continue;
    // x itself, and the highest derivative that is state.
    const std::uint32_t top = slot.count > 1 ? slot.count - 2 : 0;
    for (std::uint32_t k = 0; k <= top; k += std::max(top, 1u)) {
      const bool was_zero = state_[slot.first + k] == 0.0 && !has_moved_[slot.first + k];
      for (int i = 0; i < 2; ++i) {
        const int m = order_ - 1 + i;
        if (was_zero) {
          const double length = step_from_zero(unknown, k, m);
          if (length < shortest) limiting_unknown_ = unknown;
          shortest = std::min(shortest, length);
          continue;
        }
        const double share = term(unknown, k, m) / scale_[slot.first + k];
        if (share > largest[i]) limiting_unknown_ = unknown;
        largest[i] = std::max(largest[i], share);
      }
    }
  }
  for (int i = 0; i < 2; ++i) {
    if (largest[i] == 0.0) continue;
    const double ratio = kErrorShare * tolerance_ / largest[i];
    shortest = std::min(shortest, std::pow(ratio, 1.0 / (order_ - 1 + i)));
  }
  return shortest * polynomial_scale_;
}

// x^(k)(h) = sum over m of (m+k)!/m! H^-k x_(m+k) (h/H)^m, by Horner's rule.
void TaylorIntegrator::predict(double step, std::span<double> state) const {
  const double s = step / polynomial_scale_;
  const std::size_t stride = expansion_.stride();
  for (std::uint32_t unknown = 0; unknown < mode_.unknowns.size(); ++unknown) {
    const StateSlot& slot = expansion_.slot(unknown);
    const double* const series = polynomial_.data() + unknown * stride;
    const int degree = degree_[unknown];
    double unscale = 1.0;
    for (int k = 0; k < static_cast<int>(slot.count); ++k) {
      double value = 0.0;
      const double* const falling = falling_.data() + static_cast<std::size_t>(k) * stride;
      for (int m = degree; m > k; --m) value = (value + falling[m] * series[m]) * s;
      state[slot.first + static_cast<std::uint32_t>(k)] =
          (value + falling[k] * series[k]) * unscale;
      unscale /= polynomial_scale_;
    }
  }
}

// How far the new point lies from the polynomial that led to it, in units of the
// tolerance: an error e in a leading value is an error of about e*h/order in the
// state below it.
double TaylorIntegrator::defect(const Expansion& reached, double step) const {
  double largest = reached.largest_projection() / tolerance_;
  const std::span<const double> correction = reached.leading_correction();
  for (std::uint32_t unknown = 0; unknown < mode_.unknowns.size(); ++unknown) {
    const StateSlot& slot = expansion_.slot(unknown);
    if (slot.count > 1) {
      const double error = std::fabs(correction[unknown] * step) / order_;
      largest = std::max(largest, error / (tolerance_ * scale_[slot.first + slot.count - 2]));
    } else if (!mode_.blocks[mode_.unknowns[unknown].block].is_quasilinear) {
      const double jump = std::fabs(correction[unknown]) / scale_[slot.first];
      largest = std::max(largest, jump / kBranchJump * kLargestDefect);
    }
  }
  return largest;
}

double TaylorIntegrator::derivative(std::uint32_t unknown, int order) {
  if (order > first_look_) complete();
  return derivative_at(expansion_.series(unknown), order);
}

bool TaylorIntegrator::is_accepted(double found) const {
  return found <= std::max(kLargestDefect, kRoundingMargin * rounding_defect_);
}

void TaylorIntegrator::note_step(double step, double found) {
  update_scales();
  ++statistics_.steps;
  const double size = std::fabs(step);
  statistics_.smallest_step =
      statistics_.steps == 1 ? size : std::min(statistics_.smallest_step, size);
  statistics_.largest_step = std::max(statistics_.largest_step, size);
  // A larger one was accepted as rounding, and is no error of the step.
  if (found <= kLargestDefect) {
    statistics_.largest_error = std::max(statistics_.largest_error, found);
  }
}

StepOutcome TaylorIntegrator::step(double limit, std::span<const Side> held) {
  const double remaining = -time_.minus(limit);
  if (remaining == 0.0) return Advanced{time()};
  SALTUS_CHECK(is_expanded_);
  if (!complete()) return StepFailed{time(), completion_failure_};
  keep_polynomial();
  observe_surfaces();
  hold_branches();
  const double direction = remaining > 0.0 ? 1.0 : -1.0;
  double length = choose_step();
  if (std::isnan(length)) return StepFailed{time(), std::nullopt};
  length = limit_by_surfaces(std::min(length, std::fabs(remaining)));
  const double smallest = 4.0 * kEpsilon * std::max(std::fabs(time()), std::fabs(remaining));
  double last_defect = kInfinity;  // of the attempt before, twice as long
  std::optional<ExpansionFailure> cause;
  for (;;) {
    const bool is_last = length >= std::fabs(remaining) * (1.0 - 1e-10);
    double step = is_last ? remaining : direction * length;
    const auto crossing = find_crossing(std::fabs(step), direction, held);
    if (crossing) step = direction * *crossing;
    const auto kink = kinks_.find(std::fabs(step) / polynomial_scale_, direction);
    const bool ends_at_kink = kink && !(crossing && *kink * polynomial_scale_ >= *crossing);
    if (ends_at_kink) step = direction * *kink * polynomial_scale_;
    if (!is_last && !crossing && !kink && length < smallest) return StepFailed{time(), cause};
    predict(step, trial_);
    if (crossing || ends_at_kink) {
      // The left limit of an event: the point is enough, the series about it is not needed.
      const Instant next = time_.plus(step);
      cause = point_.expand(next.value(), 1.0, trial_, scale_, mode_.initial_extra_order);
      const double found = cause ? kInfinity : defect(point_, step);
      if (is_accepted(found) && ends_at_kink) return cross_kink(step, found, held);
      if (is_accepted(found)) {
        time_ = next;
        put_on_roots();
        state_ = trial_;
        is_expanded_ = is_kept_ = false;
        // Two crossings may be very near: the scale follows with caution.
        time_scale_ = power_of_two_near(std::max(std::fabs(step), kSmallestShrink * time_scale_));
        note_step(step, found);
        return Crossed{time_};
      }
      ++statistics_.rejected_steps;
      length = 0.5 * std::fabs(step);
      continue;
    }
    // The next expansion is scaled by this step: coefficients stay of one size.
    const double previous_scale = time_scale_;
    time_scale_ = power_of_two_near(std::clamp(std::fabs(step), 1e-100, 1e100));
    const Instant next = is_last ? Instant(limit) : time_.plus(step);
    const auto failure = expand_at(next.value(), order_);
    const double found = failure ? kInfinity : defect(expansion_, step);
    if (found * tolerance_ < kLargestRounding && found > kTruncationReduction * last_defect) {
      rounding_defect_ = std::max(rounding_defect_, found);
    }
    if (is_accepted(found)) {
      time_ = next;
      state_ = trial_;
      note_step(step, found);
      statistics_.largest_projection =
          std::max(statistics_.largest_projection, expansion_.largest_projection() / tolerance_);
      return Advanced{time()};
    }
    ++statistics_.rejected_steps;
    time_scale_ = previous_scale;
    cause = failure;
    last_defect = found;
    length = 0.5 * std::fabs(step);
  }
}

// Where the solution begins at a kink, the branch is the one that it goes to (semantics 4, ties).
// Each is tried once: if both lead to the other one, the step will say so.
std::optional<ExpansionFailure> TaylorIntegrator::choose_branches() {
  if (kinks_.is_empty()) return std::nullopt;
  for (std::size_t tries = 0; tries <= mode_.kinks.size(); ++tries) {
    expansion_.observe(observed_degree());
    kinks_.look(expansion_, observed_degree());
    const double direction = is_backward_ ? -1.0 : 1.0;
    if (!kinks_.find_at_once(kCrossingNoise * tolerance_, direction)) break;
    kinks_.hold_beyond(expansion_);
    std::copy(state_.begin(), state_.end(), trial_.begin());
    if (const auto failure = expand_at(time(), first_look_)) return failure;
  }
  return std::nullopt;
}

// trial_, the point of an event, whose values are those of point_.
void TaylorIntegrator::put_on_roots() {
  if (kinks_.is_empty()) return;
  point_.observe(0);
  if (!kinks_.put_on_roots(point_, crossings_, kCrossingNoise * tolerance_, scale_, trial_)) return;
  const std::vector<double> before = trial_;
  point_.release_branches();
  if (point_.expand(time(), 1.0, trial_, scale_, mode_.initial_extra_order)) trial_ = before;
}

// From here on the branches that the series takes count for the whole step.
void TaylorIntegrator::hold_branches() {
  if (kinks_.is_empty()) return;
  expansion_.hold_branches();
  polynomial_branches_.assign(expansion_.branches().begin(), expansion_.branches().end());
  point_.hold_branches(polynomial_branches_);
  kinks_.look(expansion_, surface_degree_);
}

// The step has ended at a kink: the series begins again on the other branch. If there is none, the
// next step will say so.
StepOutcome TaylorIntegrator::cross_kink(double step, double found, std::span<const Side> held) {
  const bool moves_on = std::fabs(step) > 4.0 * kEpsilon * std::fabs(time());
  kinks_here_ = moves_on ? 0 : kinks_here_ + 1;
  if (kinks_here_ > kMostKinksHere) return StepFailed{time(), std::nullopt};
  time_ = time_.plus(step);
  state_ = trial_;
  time_scale_ = power_of_two_near(std::max(std::fabs(step), kSmallestShrink * time_scale_));
  note_step(step, found);
  kinks_.cross(expansion_, moves_on);
  const bool is_root = kinks_.end_roots(point_, !moves_on, expansion_, trial_);
  completion_failure_ = expand_at(time(), order_);
  is_expanded_ = true;
  if (completion_failure_) return Advanced{time()};
  state_ = trial_;
  if (!has_jumped(held, is_root)) return Advanced{time()};
  is_expanded_ = is_kept_ = false;
  return Crossed{time_};
}

// Whether a branch has taken event functions to their other side at once. A root that has come to
// zero stays there: an event function that is zero with it is crossed, though it only touches.
bool TaylorIntegrator::has_jumped(std::span<const Side> held, bool is_root) {
  crossings_.clear();
  observe_surfaces();
  for (std::uint32_t i = 0; i < held.size(); ++i) {
    const double value = surface_polynomial_[i * expansion_.stride()];
    const double noise = kCrossingNoise * tolerance_ * surface_scale_[i];
    const bool is_touched = is_root && std::fabs(value) <= kArrived * surface_scale_[i];
    if (held[i] == Side::positive && (value < -noise || is_touched)) {
      crossings_.push_back({i, Side::negative});
    } else if (held[i] == Side::negative && (value > noise || is_touched)) {
      crossings_.push_back({i, Side::positive});
    }
  }
  return !crossings_.empty();
}

bool TaylorIntegrator::has_arrived(std::span<const Side> held) {
  crossings_.clear();
  for (std::uint32_t i = 0; i < held.size(); ++i) {
    if (held[i] == Side::zero) continue;
    const double value = surface_polynomial_[i * expansion_.stride()];
    if (!(std::fabs(value) <= kArrived * surface_scale_[i])) continue;
    const Side after = held[i] == Side::positive ? Side::negative : Side::positive;
    crossings_.push_back({i, after});
  }
  is_expanded_ = is_kept_ = false;
  return !crossings_.empty();
}

// Event functions about time_, and the largest magnitude that they have had.
void TaylorIntegrator::observe_surfaces() {
  if (mode_.surfaces.empty() || is_observed_) return;
  const int degree = observed_degree();
  expansion_.observe(degree);
  is_observed_ = true;
  const std::size_t stride = expansion_.stride();
  for (std::uint32_t i = 0; i < mode_.surfaces.size(); ++i) {
    const std::span<const double> series = expansion_.row(mode_.surfaces[i].row);
    std::copy_n(series.begin(), degree + 1, surface_polynomial_.begin() + i * stride);
    surface_scale_[i] = std::max(surface_scale_[i], magnitude(i, 0));
    for (int m = 1; m <= std::min(degree, kRatedOrders); ++m) {
      double& rate = surface_rate_[rate_of(i, m)];
      rate = std::max(rate, std::fabs(derivative_at(series, m)));
    }
  }
}

void TaylorIntegrator::find_surface_terms() {
  if (mode_.surfaces.empty()) return;
  constexpr std::size_t most_terms = 64;
  std::vector<const Instruction*> sum_of_row(mode_.row_count, nullptr);
  std::vector<const Instruction*> derivative_of_row(mode_.row_count, nullptr);
  for (const Instruction& instruction : mode_.instructions) {
    if (instruction.op == SeriesOp::sum) sum_of_row[instruction.row] = &instruction;
    if (instruction.op == SeriesOp::derivative) derivative_of_row[instruction.row] = &instruction;
  }
  const auto state_entry = [&](std::uint32_t row) {
    const Instruction* const derivative = derivative_of_row[row];
    const std::uint32_t unknown = derivative != nullptr ? derivative->a : row;
    if (unknown >= mode_.unknowns.size()) return kNoEntry;
    const auto order =
        derivative != nullptr ? static_cast<std::uint32_t>(derivative->constant) : 0u;
    const StateSlot& slot = expansion_.slot(unknown);
    return order < slot.count ? slot.first + order : kNoEntry;
  };
  for (const ExecutableSurface& surface : mode_.surfaces) {
    SurfaceTerms terms;
    std::vector<LinearTerm> pending{{surface.row, 1.0}};
    while (!pending.empty()) {
      const LinearTerm term = pending.back();
      pending.pop_back();
      const Instruction* const sum = sum_of_row[term.row];
      if (sum == nullptr || terms.linear.size() + terms.products.size() > most_terms) {
        terms.linear.push_back(term);
        continue;
      }
      terms.constant += std::fabs(term.factor * sum->constant);
      for (std::uint32_t i = 0; i < sum->linear_count; ++i) {
        const LinearTerm& part = mode_.linear_terms[sum->first_linear + i];
        pending.push_back({part.row, term.factor * part.factor});
      }
      for (std::uint32_t i = 0; i < sum->product_count; ++i) {
        ProductTerm part = mode_.product_terms[sum->first_product + i];
        part.factor *= term.factor;
        terms.products.push_back(part);
      }
    }
    for (const LinearTerm& term : terms.linear) terms.entry.push_back(state_entry(term.row));
    for (const ProductTerm& term : terms.products) {
      terms.entry_of_left.push_back(term.is_right_constant ? state_entry(term.left) : kNoEntry);
    }
    surface_terms_.push_back(std::move(terms));
  }
}

// The sum of the absolute values of what coefficient m of an event function is the sum of.
double TaylorIntegrator::magnitude(std::uint32_t surface, int m) const {
  const SurfaceTerms& terms = surface_terms_[surface];
  double total = m == 0 ? terms.constant : 0.0;
  for (std::size_t i = 0; i < terms.linear.size(); ++i) {
    const LinearTerm& term = terms.linear[i];
    double size = std::fabs(expansion_.row(term.row)[static_cast<std::size_t>(m)]);
    if (m == 0 && terms.entry[i] != kNoEntry) size = std::max(size, scale_[terms.entry[i]]);
    total += std::fabs(term.factor) * size;
  }
  for (const ProductTerm& term : terms.products) {
    const std::span<const double> left = expansion_.row(term.left);
    const std::span<const double> right = expansion_.row(term.right);
    if (term.is_right_constant) {
      total += std::fabs(term.factor * left[static_cast<std::size_t>(m)] * right[0]);
      continue;
    }
    for (std::size_t k = 0; k <= static_cast<std::size_t>(m); ++k) {
      total += std::fabs(term.factor * left[k] * right[static_cast<std::size_t>(m) - k]);
    }
  }
  return total;
}

// The same for a value of it, with what multiplies constants as large as it has been: what is
// left of such a value near its zero may be rounding.
double TaylorIntegrator::largest_magnitude(std::uint32_t surface) const {
  const SurfaceTerms& terms = surface_terms_[surface];
  double total = magnitude(surface, 0);
  for (std::size_t i = 0; i < terms.products.size(); ++i) {
    if (terms.entry_of_left[i] == kNoEntry) continue;
    const ProductTerm& term = terms.products[i];
    total += std::fabs(term.factor * expansion_.value(term.right)) * scale_[terms.entry_of_left[i]];
  }
  return total;
}

// A product with a factor that is zero and stays so until the next event, as in
// (1 - z)*(x - y) <= 0: no coefficient has to be looked at.
bool TaylorIntegrator::vanishes(std::uint32_t surface) const {
  const SurfaceTerms& terms = surface_terms_[surface];
  return terms.constant == 0.0 && terms.linear.empty() &&
         std::all_of(terms.products.begin(), terms.products.end(), [&](const ProductTerm& term) {
           return term.is_right_constant && expansion_.value(term.right) == 0.0;
         });
}

// The m-th derivative, of a series in powers of (t - time)/time_scale.
double TaylorIntegrator::derivative_at(std::span<const double> series, int m) const {
  double value = series[static_cast<std::size_t>(m)];
  for (int i = 1; i <= m; ++i) value *= i / time_scale_;
  return value;
}

// A derivative that the accuracy of the solution cannot tell from zero, beside what it has been.
bool TaylorIntegrator::is_slow(std::uint32_t surface, int m) const {
  if (m > kRatedOrders) return false;
  const std::size_t stride = expansion_.stride();
  const std::span series(surface_polynomial_.data() + surface * stride, stride);
  return std::fabs(derivative_at(series, m)) <=
         kCrossingNoise * tolerance_ * surface_rate_[rate_of(surface, m)];
}

// Over the next step all terms of the series have their say; one that is so small
// beside the largest cannot be told from zero.
bool TaylorIntegrator::is_rounding(std::uint32_t surface, int m) {
  const double* const series = surface_polynomial_.data() + surface * expansion_.stride();
  if (m < observed_degree() && std::fabs(series[m]) >= kClearlyThere * std::fabs(series[m + 1])) {
    return false;
  }
  if (!complete()) return false;
  keep_polynomial();
  observe_surfaces();
  const double length = choose_step() / polynomial_scale_;
  const double s = std::isfinite(length) ? length : 1.0;
  double largest = 0.0, own = 0.0, power = 1.0;
  for (int n = 0; n <= surface_degree_; ++n) {
    largest = std::max(largest, magnitude(surface, n) * power);
    if (n == m) own = std::fabs(series[n]) * power;
    power *= s;
  }
  return own <= kSeriesNoise * largest;
}

double TaylorIntegrator::impulse_of(std::uint32_t surface, std::span<const double> weights) const {
  const SurfaceTerms& terms = surface_terms_[surface];
  double sum = 0.0, size = 0.0;
  const auto weight_of = [&](std::uint32_t row) {
    return row < weights.size() ? weights[row] : 0.0;
  };
  const auto add = [&](double part) {
    sum += part;
    size += std::fabs(part);
  };
  for (const LinearTerm& term : terms.linear) add(term.factor * weight_of(term.row));
  for (const ProductTerm& term : terms.products) {
    add(term.factor * weight_of(term.left) * expansion_.value(term.right));
    add(term.factor * expansion_.value(term.left) * weight_of(term.right));
  }
  return std::fabs(sum) > kImpulseNoise * size ? sum : 0.0;
}

bool TaylorIntegrator::is_at_surface(std::uint32_t surface, bool has_crossed) {
  observe_surfaces();
  const double share = (has_crossed ? kCrossingNoise : kStandingNoise) * tolerance_;
  // Factors that vanish here hide what the function's value is the difference of.
  const double size = has_crossed ? surface_scale_[surface] : 0.0;
  const double noise = std::max(share * std::max(magnitude(surface, 0), size),
                                kCoefficientNoise * std::max(largest_magnitude(surface), size));
  return std::fabs(surface_polynomial_[surface * expansion_.stride()]) <= noise;
}

Side TaylorIntegrator::side_after(std::uint32_t surface, bool has_crossed, Accuracy accuracy) {
  const bool is_zero = is_at_surface(surface, has_crossed);
  if (vanishes(surface)) return Side::zero;
  const double* const series = surface_polynomial_.data() + surface * expansion_.stride();
  for (int m = is_zero ? 1 : 0; m <= surface_degree_; ++m) {
    if (m > observed_degree()) {
      if (!complete()) return Side::zero;
      keep_polynomial();
      observe_surfaces();
    }
    if (m > 0 && std::fabs(series[m]) <= kCoefficientNoise * magnitude(surface, m)) continue;
    if (accuracy == Accuracy::of_solution && m > 0 && is_slow(surface, m)) continue;
    // A coefficient that is all rounding does not show it: those of the whole series do.
    if (m > 0 && is_rounding(surface, m)) continue;
    const bool is_positive = (series[m] > 0.0) != (is_backward_ && m % 2 == 1);
    return is_positive ? Side::positive : Side::negative;
  }
  return Side::zero;
}

// Whether a term of the event function exceeds what counts as zero within the step.
bool TaylorIntegrator::leaves_zero(std::uint32_t surface, double length, double noise) const {
  const double* const series = surface_polynomial_.data() + surface * expansion_.stride();
  double power = 1.0;
  for (int m = 0; m <= surface_degree_; ++m) {
    if (std::fabs(series[m]) * power > noise) return true;
    power *= length;
  }
  return false;
}

// Event functions must be as accurate as the solution over the step.
double TaylorIntegrator::limit_by_surfaces(double length) {
  const std::size_t stride = expansion_.stride();
  for (std::uint32_t i = 0; i < mode_.surfaces.size(); ++i) {
    const std::span series(surface_polynomial_.data() + i * stride,
                           static_cast<std::size_t>(surface_degree_) + 1);
    const double s = length / polynomial_scale_;
    length = std::min(length, limit_by_tail(series, surface_scale_[i], s) * polynomial_scale_);
  }
  for (std::size_t i = 0; i < kinks_.function_count(); ++i) {
    if (!kinks_.is_watched(i) || kinks_.is_root_on_its_way(i)) continue;
    const double s = length / polynomial_scale_;
    length = std::min(length,
                      limit_by_tail(kinks_.series(i), kinks_.magnitude(i), s) * polynomial_scale_);
  }
  return length;
}

// The largest s' <= s at which the last two terms are a small part of the function's
// magnitude, or of what it grows to by its own earlier terms:
//   s'^(m-n) = share |g_n|, the largest over n.
double TaylorIntegrator::limit_by_tail(std::span<const double> series, double scale,
                                       double s) const {
  for (int m = surface_degree_ - 1; m <= surface_degree_; ++m) {
    const double last = std::fabs(series[static_cast<std::size_t>(m)]);
    if (last == 0.0) continue;
    const double share = kErrorShare * tolerance_ / last;
    const auto size_of = [&](int n) {
      return n == 0 ? scale : std::fabs(series[static_cast<std::size_t>(n)]);
    };
    // Almost always some term allows all of s, which powers by multiplication tell.
    bool is_limited = true;
    double power = 1.0;
    for (int n = m - 1; n >= 0 && is_limited; --n) {
      power *= s;
      is_limited = share * size_of(n) < power;
    }
    if (!is_limited) continue;
    double longest = 0.0;
    for (int n = 0; n < m; ++n) {
      if (size_of(n) > 0.0)
        longest = std::max(longest, std::pow(share * size_of(n), 1.0 / (m - n)));
    }
    s = std::min(s, longest);
  }
  return s;
}

// The first crossing within `reach`, as a distance in time; crossings_ holds all that
// happen then.
std::optional<double> TaylorIntegrator::find_crossing(double reach, double direction,
                                                      std::span<const Side> held) {
  crossings_.clear();
  const std::size_t stride = expansion_.stride();
  const double length = reach / polynomial_scale_;
  const double together =
      (kSimultaneous * reach + 16.0 * kEpsilon * std::fabs(time())) / polynomial_scale_;
  double first = length;
  for (std::uint32_t i = 0; i < mode_.surfaces.size(); ++i) {
    const double* series = surface_polynomial_.data() + i * stride;
    if (direction < 0.0) {
      for (int m = 0; m <= surface_degree_; ++m) {
        oriented_[static_cast<std::size_t>(m)] = m % 2 == 0 ? series[m] : -series[m];
      }
      series = oriented_.data();
    }
    const double noise = kCrossingNoise * tolerance_ * surface_scale_[i];
    if (held[i] == Side::zero) {
      // It was identically zero, and still is unless side_after() says otherwise.
      const Side side = leaves_zero(i, length, noise) ? side_after(i, false) : Side::zero;
      if (side == Side::zero) continue;
      crossing_at_.push_back(0.0);
      crossings_.push_back({i, side});
      first = 0.0;
      continue;
    }
    const auto found =
        crossing_search_.first(std::span(series, static_cast<std::size_t>(surface_degree_) + 1),
                               held[i], std::min(first + together, length), noise);
    if (!found) continue;
    crossing_at_.push_back(found->at);
    crossings_.push_back({i, found->after});
    first = std::min(first, found->at);
  }
  // Those that turned out to come later than the first one do not count yet.
  std::size_t kept = 0;
  for (std::size_t k = 0; k < crossings_.size(); ++k) {
    if (crossing_at_[k] <= first + together) crossings_[kept++] = crossings_[k];
  }
  crossings_.resize(kept);
  crossing_at_.clear();
  if (crossings_.empty()) return std::nullopt;
  return first * polynomial_scale_;
}

void TaylorIntegrator::hold_branches_of_polynomial() {
  if (!polynomial_branches_.empty()) point_.hold_branches(polynomial_branches_);
}

std::optional<ExpansionFailure> TaylorIntegrator::evaluate(double time, std::span<double> state) {
  if (time == this->time()) {
    std::copy(state_.begin(), state_.end(), state.begin());
    point_.release_branches();
  } else {
    predict(-polynomial_time_.minus(time), state);
    hold_branches_of_polynomial();
  }
  return point_.expand(time, 1.0, state, scale_, mode_.initial_extra_order);
}

std::optional<ExpansionFailure> TaylorIntegrator::evaluate(const Instant& time,
                                                           std::span<double> state) {
  predict(time.minus(polynomial_time_), state);
  hold_branches_of_polynomial();
  return point_.expand(time.value(), 1.0, state, scale_, mode_.initial_extra_order);
}

}  // namespace saltus
