#include "saltus/runtime/taylor/present_series.h"

#include <cmath>
#include <utility>

namespace saltus {

namespace {

// Terms of the series that are computed before it is known whether a step is taken from here.
constexpr int kFirstTerms = 2;

// Work per step grows like p^2 in theory, and like a constant plus p in practice: dispatch and the
// start of a step weigh as much as the sums. The step grows like tolerance^(1/p). Measured on
// mechanisms, the product is least near this order, and flat around it.
int order_for(double tolerance) {
  const double order = 8.0 - 0.7 * std::log(tolerance);
  return std::clamp(static_cast<int>(std::ceil(order)), 8, 40);
}

}  // namespace

double power_of_two_near(double value) { return std::exp2(std::round(std::log2(value))); }

PresentSeries::PresentSeries(const ExecutableMode& mode, const ExpansionPlan& plan,
                             const Tolerances& tolerances, std::vector<double> nominal,
                             const KnownValues& known)
    : order_(order_for(tolerances.relative)),
      first_order_(std::min(order_, kFirstTerms + mode.initial_extra_order)),
      function_degree_(order_ - mode.initial_extra_order),
      expansion_(mode, plan, order_, known),
      point_(mode, plan, known),
      segment_(mode, expansion_),
      control_(mode, expansion_, tolerances, std::move(nominal), order_),
      functions_(mode, expansion_, tolerances),
      state_(expansion_.state_size(), 0.0) {
  const double accuracy = tolerances::root_accuracy(tolerances.relative);
  expansion_.watch_roots();
  expansion_.set_accuracy(accuracy);
  point_.expansion().set_accuracy(accuracy);
}

void PresentSeries::begin(const Instant& time, std::span<const double> state,
                          std::span<const double> scale) {
  time_ = time;
  std::copy(state.begin(), state.end(), state_.begin());
  functions_.forget_ignored();
  control_.begin(state_, scale, time_scale_);
  is_expanded_ = false;
}

void PresentSeries::accept_begin(std::span<const double> state) {
  std::copy(state.begin(), state.end(), state_.begin());
  control_.begin(state_, {}, time_scale_);
  is_expanded_ = true;
}

std::optional<ExpansionFailure> PresentSeries::expand(double time, std::span<double> state,
                                                      int order) {
  ++expansion_count_;
  is_observed_ = is_kept_ = false;
  is_complete_ = order == order_;
  failure_.reset();
  return expansion_.expand(time, time_scale_, state, control_.metric(), order);
}

void PresentSeries::move_to(const Instant& time, std::span<const double> state) {
  functions_.note_step(segment_);
  time_ = time;
  std::copy(state.begin(), state.end(), state_.begin());
}

bool PresentSeries::continue_from(std::span<double> state) {
  failure_ = expand(time(), state, order_);
  is_expanded_ = true;
  if (failure_) return false;
  std::copy(state.begin(), state.end(), state_.begin());
  return true;
}

void PresentSeries::expand_again(std::span<double> state) {
  std::copy(state_.begin(), state_.end(), state.begin());
  if (expand(time(), state, order_)) return;
  if (segment_.watched_count() > 0) expansion_.observe(function_degree_);
  is_kept_ = is_observed_ = true;
}

void PresentSeries::fail(const ExpansionFailure& cause) {
  is_complete_ = is_expanded_ = true;
  failure_ = cause;
}

bool PresentSeries::complete() {
  if (is_complete_) return !failure_;
  is_complete_ = true;
  is_observed_ = is_kept_ = false;
  failure_ = expansion_.extend(order_);
  return !failure_;
}

void PresentSeries::keep() {
  if (!is_kept_) {
    is_expanded_ = is_kept_ = true;
    segment_.take_unknowns(expansion_, time_, time_scale_, is_complete_ ? order_ : first_order_);
  }
  observe();
}

void PresentSeries::observe() {
  if (is_observed_ || segment_.watched_count() == 0) return;
  is_observed_ = true;
  const int degree = observed_degree();
  expansion_.observe(degree);
  segment_.take_functions(expansion_, time_scale_, degree);
  functions_.look(segment_, control_.sizes(), degree);
  if (!functions_.are_all_finite()) expansion_.clear_observed();
}

double PresentSeries::derivative(std::uint32_t unknown, int order) {
  if (order > first_order_) complete();
  double value = expansion_.series(unknown)[static_cast<std::size_t>(order)];
  for (int i = 1; i <= order; ++i) value *= i / time_scale_;
  return value;
}

}  // namespace saltus
