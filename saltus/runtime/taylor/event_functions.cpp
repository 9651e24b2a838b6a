#include "saltus/runtime/taylor/event_functions.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace saltus {

namespace {

constexpr std::uint32_t kNoEntry = 0xFFFFFFFFu;
constexpr std::size_t kMostTerms = 64;

Side sign_of(double value) { return value > 0.0 ? Side::positive : Side::negative; }

double power_of(double base, int exponent) {
  double power = 1.0;
  for (double square = base; exponent > 0; exponent /= 2, square *= square) {
    if (exponent % 2 == 1) power *= square;
  }
  return power;
}

std::vector<std::uint32_t> rows_of_surfaces(const ExecutableMode& mode) {
  std::vector<std::uint32_t> rows;
  for (const ExecutableSurface& surface : mode.surfaces) rows.push_back(surface.row);
  return rows;
}

}  // namespace

EventFunctions::EventFunctions(const ExecutableMode& mode, const Expansion& expansion,
                               const Tolerances& tolerances)
    : mode_(mode),
      expansion_(expansion),
      tolerances_(tolerances),
      has_series_(mode.surfaces.size(), 0),
      is_ignored_(mode.surfaces.size(), 0),
      magnitude_(mode.surfaces.size(), 0.0),
      recent_(mode.surfaces.size(), 0.0),
      sweep_(mode, expansion, rows_of_surfaces(mode)),
      series_rounding_(mode),
      rate_rounding_(mode.surfaces.size() * kRatedOrders, std::numeric_limits<double>::infinity()),
      recent_rate_(mode.surfaces.size() * kRatedOrders, 0.0),
      location_(mode.surfaces.size()),
      rests_(mode.surfaces.size(), 0),
      rested_(mode.surfaces.size(), 0),
      located_zero_(mode.surfaces.size(), 0.0) {
  if (!mode.surfaces.empty()) find_terms(expansion);
}

void EventFunctions::find_terms(const Expansion& layout) {
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
    const StateSlot& slot = layout.slot(unknown);
    return order < slot.count ? slot.first + order : kNoEntry;
  };
  for (const ExecutableSurface& surface : mode_.surfaces) {
    Terms terms;
    std::vector<LinearTerm> pending{{surface.row, 1.0}};
    while (!pending.empty()) {
      const LinearTerm term = pending.back();
      pending.pop_back();
      const Instruction* const sum = sum_of_row[term.row];
      if (sum == nullptr || terms.linear.size() + terms.products.size() > kMostTerms) {
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
    terms_.push_back(std::move(terms));
  }
}

void EventFunctions::look(const Segment& segment, std::span<const double> sizes, int degree) {
  degree_ = degree;
  have_series_ = all_finite_ = true;
  has_begun_sweep_ = false;
  series_rounding_.begin();
  sizes_.assign(sizes.begin(), sizes.end());
  for (std::uint32_t i = 0; i < terms_.size(); ++i) {
    const std::span<const double> series = segment.function_terms(i);
    has_series_[i] = are_finite(series.data(), static_cast<int>(series.size()));
    all_finite_ = all_finite_ && has_series_[i] != 0;
    have_series_ = have_series_ && (has_series_[i] != 0 || is_ignored_[i] != 0);
    magnitude_[i] = magnitude_of_value(i);
  }
  find_located_zeros(segment);
}

// In another mode an event function may be another one, as a force is where there was a gap: what
// its value was says nothing there, but when it crossed does.
void EventFunctions::find_located_zeros(const Segment& segment) {
  for (std::uint32_t i = 0; i < terms_.size(); ++i) {
    const Location& location = location_[i];
    located_zero_[i] = location.zero;
    if (!is_of_other_mode_ || location.zero == 0.0 || degree_ < 1) continue;
    if (std::fabs(segment.function(i)[0] - location.value) <= rounding(i)) continue;
    located_zero_[i] = std::fabs(segment.function_derivative(i, 1)) * location.delay;
  }
}

// The sum of the absolute values of what coefficient m of an event function is the sum of.
double EventFunctions::magnitude_of(std::uint32_t function, int m) const {
  const Terms& terms = terms_[function];
  const auto order = static_cast<std::size_t>(m);
  double total = m == 0 ? terms.constant : 0.0;
  for (const LinearTerm& term : terms.linear) {
    total += std::fabs(term.factor * expansion_.row(term.row)[order]);
  }
  for (const ProductTerm& term : terms.products) {
    const std::span<const double> left = expansion_.row(term.left);
    const std::span<const double> right = expansion_.row(term.right);
    if (term.is_right_constant) {
      total += std::fabs(term.factor * left[order] * right[0]);
      continue;
    }
    for (std::size_t k = 0; k <= order; ++k) {
      total += std::fabs(term.factor * left[k] * right[order - k]);
    }
  }
  return total;
}

// The same for its value, with states as large as they are over the step: what is left of a value
// near its zero may be rounding.
double EventFunctions::magnitude_of_value(std::uint32_t function) const {
  const Terms& terms = terms_[function];
  double total = terms.constant;
  const auto size_of = [&](std::uint32_t row, std::uint32_t entry) {
    const double value = std::fabs(expansion_.value(row));
    return entry == kNoEntry ? value : std::max(value, sizes_[entry]);
  };
  for (std::size_t i = 0; i < terms.linear.size(); ++i) {
    const LinearTerm& term = terms.linear[i];
    total += std::fabs(term.factor) * size_of(term.row, terms.entry[i]);
  }
  for (std::size_t i = 0; i < terms.products.size(); ++i) {
    const ProductTerm& term = terms.products[i];
    total += std::fabs(term.factor * expansion_.value(term.right)) *
             size_of(term.left, terms.entry_of_left[i]);
  }
  return total;
}

void EventFunctions::note_location(std::uint32_t function, double value, double slope,
                                   double time_accuracy) {
  // Where it has jumped to its other side, its value is no inaccuracy.
  if (std::fabs(value) > tolerances::clear_jump * size(function)) value = 0.0;
  const double missed = slope != 0.0 ? 2.0 * std::fabs(value / slope) : 0.0;
  location_[function] = {.delay = time_accuracy + missed,
                         .value = value,
                         .zero = 2.0 * std::fabs(value) + std::fabs(slope) * time_accuracy};
  located_zero_[function] = location_[function].zero;
  is_of_other_mode_ = false;
}

void EventFunctions::note_step(const Segment& segment) {
  is_of_other_mode_ = false;
  for (std::uint32_t i = 0; i < terms_.size(); ++i) {
    // What rests has moved by no more than the solution is inaccurate.
    const double zero = rests_[i] != 0 ? located_zero_[i] + accuracy(i) : 0.0;
    location_[i] = {.value = 0.0, .zero = zero};
    located_zero_[i] = zero;
    rested_[i] = rests_[i];
    rests_[i] = 0;
    recent_[i] = magnitude_[i];
    for (int m = 1; m <= std::min(degree_, kRatedOrders); ++m) {
      recent_rate_[i * kRatedOrders + static_cast<std::uint32_t>(m) - 1] =
          std::fabs(segment.function_derivative(i, m));
    }
  }
}

void EventFunctions::take_over(const EventFunctions& other) {
  recent_ = other.recent_;
  rested_ = other.rested_;
  recent_rate_ = other.recent_rate_;
  location_ = other.location_;
  is_of_other_mode_ = true;
}

double EventFunctions::one_rounding(std::uint32_t function) {
  if (!has_begun_sweep_) sweep_.begin(expansion_, sizes_);
  has_begun_sweep_ = true;
  return sweep_.of_given(function, expansion_, sizes_);
}

bool EventFunctions::is_zero(const Segment& segment, std::uint32_t function, bool has_crossed) {
  const double value = std::fabs(segment.function(function)[0]);
  if (value == 0.0) return true;
  return (has_crossed && value <= located_zero_[function]) || value <= rounding(function);
}

bool EventFunctions::rests(const Segment& segment, std::uint32_t function, double next_step) {
  rests_[function] = 0;
  if (degree_ >= 1 && was_far_above_rounding(segment, function, 1)) return false;
  const double value = std::fabs(segment.function(function)[0]);
  if (value > 0.0 && value > start_noise(function)) return false;
  const auto last = static_cast<int>(segment.function_terms(function).size()) - 1;
  for (int m = 1; m <= last; ++m) {
    if (is_all_rounding(segment, function, m)) continue;
    if (is_clear(segment, function, m)) return false;
    if (!is_rounding(segment, function, m, next_step)) return false;
  }
  rests_[function] = 1;
  return true;
}

double EventFunctions::depth(std::uint32_t function, std::span<const double> series, double s) {
  double terms = 0.0, power = 1.0;
  for (const double coefficient : series) {
    terms += std::fabs(coefficient) * power;
    power *= s;
  }
  return std::max(tolerances::rounding_margin * one_rounding(function),
                  tolerances::polynomial_noise * std::max(terms, magnitude_[function]));
}

bool EventFunctions::is_exact(const Segment& segment, std::uint32_t function, double s) const {
  const std::span<const double> series = segment.function(function);
  const double last = std::fabs(series[static_cast<std::size_t>(degree_)]);
  const double before = std::fabs(series[static_cast<std::size_t>(degree_) - 1]);
  if (last == 0.0 && before == 0.0) return true;
  return (before + last * s) * power_of(s, degree_ - 1) <=
         tolerances::polynomial_noise * magnitude_[function];
}

bool EventFunctions::vanishes(std::uint32_t function) const {
  const Terms& terms = terms_[function];
  return terms.constant == 0.0 && terms.linear.empty() &&
         std::all_of(terms.products.begin(), terms.products.end(), [&](const ProductTerm& term) {
           return term.is_right_constant && expansion_.value(term.right) == 0.0;
         });
}

// A derivative that the accuracy of the solution cannot tell from zero, beside what it has been.
bool EventFunctions::is_slow(const Segment& segment, std::uint32_t function, int m) const {
  if (m > kRatedOrders) return false;
  const double recent = recent_rate_[function * kRatedOrders + static_cast<std::uint32_t>(m) - 1];
  return std::fabs(segment.function_derivative(function, m)) <=
         tolerances::slow * tolerances_.relative * recent;
}

// Where a zero of higher order was located too early or too late, the derivatives below have not
// vanished: the acceleration where a contact ends.
bool EventFunctions::is_early_or_late(const Segment& segment, std::uint32_t function, int m) const {
  const double delay = location_[function].delay;
  if (delay == 0.0 || m >= degree_) return false;
  return std::fabs(segment.function_derivative(function, m)) <=
         2.0 * delay * std::fabs(segment.function_derivative(function, m + 1));
}

// Over the next step all terms of the series have their say; one that is so small beside the
// largest cannot be told from zero.
bool EventFunctions::is_rounding(const Segment& segment, std::uint32_t function, int m,
                                 double s) const {
  double largest = 0.0, own = 0.0, power = 1.0;
  for (int n = 0; n <= degree_; ++n) {
    largest = std::max(largest, magnitude_of(function, n) * power);
    if (n == m) {
      own = std::fabs(segment.function(function)[static_cast<std::size_t>(n)]) * power;
    }
    power *= s;
  }
  return own <= tolerances::series_noise * largest;
}

// A coefficient that is all rounding does not show it: those of the whole series do, unless it is
// large beside the next one.
bool EventFunctions::is_clear(const Segment& segment, std::uint32_t function, int m) const {
  const std::span<const double> series = segment.function(function);
  const auto order = static_cast<std::size_t>(m);
  return m < degree_ &&
         std::fabs(series[order]) >= tolerances::clearly_there * std::fabs(series[order + 1]);
}

// As far as the terms say that it is the sum of, or the operations and equations that lead to them.
bool EventFunctions::is_all_rounding(const Segment& segment, std::uint32_t function, int m) {
  const double own = std::fabs(segment.function(function)[static_cast<std::size_t>(m)]);
  if (own == 0.0 || own <= tolerances::coefficient_noise * magnitude_of(function, m)) return true;
  if (was_far_above_rounding(segment, function, m) || goes_on(segment, function, m)) return false;
  const double rounding = series_rounding_.of(mode_.surfaces[function].row, m, expansion_, sizes_);
  note_rounding_of(segment, function, m, rounding / own);
  return own <= tolerances::value_noise * rounding;
}

// A function that has been on its way goes on, whatever rounding may do to a solution where the
// equations for it hardly determine it: z*z' = -z at z = 0. It was at rest if its rate was
// rounding.
bool EventFunctions::goes_on(const Segment& segment, std::uint32_t function, int m) const {
  if (m > kRatedOrders || rested_[function] != 0) return false;
  const double recent = recent_rate_[function * kRatedOrders + static_cast<std::uint32_t>(m) - 1];
  return recent > 0.0 &&
         std::fabs(segment.function_derivative(function, m)) > tolerances::going_on * recent;
}

bool EventFunctions::was_far_above_rounding(const Segment& segment, std::uint32_t function,
                                            int m) const {
  if (m > kRatedOrders) return false;
  const double rounding =
      rate_rounding_[function * kRatedOrders + static_cast<std::uint32_t>(m) - 1];
  return std::fabs(segment.function_derivative(function, m)) >
         tolerances::far_above_rounding * tolerances::value_noise * rounding;
}

// `part`: of the coefficient.
void EventFunctions::note_rounding_of(const Segment& segment, std::uint32_t function, int m,
                                      double part) {
  if (m > kRatedOrders) return;
  rate_rounding_[function * kRatedOrders + static_cast<std::uint32_t>(m) - 1] =
      part * std::fabs(segment.function_derivative(function, m));
}

// Whether a coefficient counts as zero. Nothing if the whole series has to be known for that.
std::optional<bool> EventFunctions::is_zero_coefficient(const Segment& segment,
                                                        std::uint32_t function, int m,
                                                        Accuracy accuracy,
                                                        std::optional<double> next_step) {
  if (is_all_rounding(segment, function, m)) return true;
  if (accuracy == Accuracy::of_solution && is_slow(segment, function, m)) return true;
  if (is_early_or_late(segment, function, m)) return true;
  if (is_clear(segment, function, m)) return false;
  if (!next_step) return std::nullopt;
  return is_rounding(segment, function, m, *next_step);
}

std::optional<Side> EventFunctions::side_of_leaving(const Segment& segment, std::uint32_t function,
                                                    Accuracy accuracy, bool is_backward) {
  constexpr double soon = 0.1;  // of the time scale
  const std::span<const double> series = segment.function(function);
  const auto oriented = [&](int m) {
    const double coefficient = series[static_cast<std::size_t>(m)];
    return is_backward && m % 2 == 1 ? -coefficient : coefficient;
  };
  for (int m = 1; m <= degree_; ++m) {
    const auto is_zero = is_zero_coefficient(segment, function, m, accuracy, std::nullopt);
    if (!is_zero) return std::nullopt;
    if (*is_zero) continue;
    // It leaves the noise by this term, unless later ones lead back before.
    const double own = oriented(m);
    const double noise = start_noise(function);
    const double s = std::pow(2.0 * noise / std::fabs(own), 1.0 / m);
    if (!(s <= soon)) return std::nullopt;
    double back = 0.0;
    for (int n = m + 1; n <= degree_; ++n) {
      if (oriented(n) * own < 0.0) back += std::fabs(oriented(n)) * std::pow(s, n);
    }
    if (back > 0.5 * noise) return std::nullopt;
    return sign_of(own);
  }
  return std::nullopt;
}

Side EventFunctions::side_of_leaving(const Segment& segment, std::uint32_t function,
                                     Accuracy accuracy, bool is_backward, double next_step) {
  const double noise = start_noise(function);
  // Where equations are as good as singular, all of it may be rounding.
  if (!std::isfinite(noise)) return Side::zero;
  const std::span<const double> series = segment.function(function);
  leaving_.assign(series.begin(), series.begin() + degree_ + 1);
  std::optional<int> first;
  for (int m = 1; m <= degree_; ++m) {
    double& coefficient = leaving_[static_cast<std::size_t>(m)];
    if (is_backward && m % 2 == 1) coefficient = -coefficient;
    if (first) continue;
    const auto is_zero = is_zero_coefficient(segment, function, m, accuracy, next_step);
    if (is_zero.value_or(true)) {
      coefficient = 0.0;
    } else {
      first = m;
    }
  }
  if (!first) return Side::zero;
  // Farther away what the series leaves out exceeds the noise.
  double reach = next_step;
  for (int m = degree_ - 1; m <= degree_; ++m) {
    const double last = std::fabs(leaving_[static_cast<std::size_t>(m)]);
    if (last > 0.0) {
      reach = std::min(reach, std::pow(tolerances::error_share * noise / last, 1.0 / m));
    }
  }
  if (!(reach > 0.0)) return sign_of(leaving_[static_cast<std::size_t>(*first)]);
  const double value = leaving_[0];
  const auto leaves = [&](double sign) {
    for (double& coefficient : leaving_) coefficient *= -sign;
    leaving_[0] = 2.0 * std::max(noise, std::fabs(value)) - sign * value;
    const auto found = search_.first(leaving_, Side::positive, reach, 0.0);
    for (double& coefficient : leaving_) coefficient *= -sign;
    return found ? std::optional(found->at) : std::nullopt;
  };
  const auto up = leaves(1.0), down = leaves(-1.0);
  if (up && (!down || *up <= *down)) return Side::positive;
  if (down) return Side::negative;
  return leaves_later(*first, noise) ? sign_of(leaving_[static_cast<std::size_t>(*first)])
                                     : Side::zero;
}

// Beyond the reach of the series, as beside a root of zero: whether the first term alone leads out
// of the noise, and the second does not lead back before.
bool EventFunctions::leaves_later(int first, double noise) const {
  if (first == degree_) return true;
  const double own = leaving_[static_cast<std::size_t>(first)];
  const double next = leaving_[static_cast<std::size_t>(first) + 1];
  const double s = std::pow(2.0 * noise / std::fabs(own), 1.0 / first);
  return own * next >= 0.0 || std::fabs(next) * std::pow(s, first + 1) <= 0.5 * noise;
}

bool EventFunctions::leaves_zero(const Segment& segment, std::uint32_t function, double s) {
  double largest = 0.0, power = 1.0;
  for (const double coefficient : segment.function_terms(function)) {
    largest = std::max(largest, std::fabs(coefficient) * power);
    power *= s;
  }
  return largest > 0.0 && largest > start_noise(function);
}

Side EventFunctions::side_of_first_term(const Segment& segment, std::uint32_t function,
                                        bool is_backward, double next_step) {
  const std::span<const double> series = segment.function(function);
  for (int m = 1; m <= degree_; ++m) {
    const auto is_zero =
        is_zero_coefficient(segment, function, m, Accuracy::of_rounding, next_step);
    if (is_zero.value_or(true)) continue;
    const double coefficient = series[static_cast<std::size_t>(m)];
    return sign_of(is_backward && m % 2 == 1 ? -coefficient : coefficient);
  }
  return Side::zero;
}

double EventFunctions::limit(const Segment& segment, double s) const {
  for (std::uint32_t i = 0; i < terms_.size(); ++i) {
    if (!has_series(i)) continue;
    s = limit_by_tail(segment.function(i), degree_, magnitude_[i], s);
  }
  return s;
}

//   s'^(m-n) = share |g_n|, the largest over n.
double EventFunctions::limit_by_tail(std::span<const double> series, int degree, double scale,
                                     double s) const {
  for (int m = degree - 1; m <= degree; ++m) {
    const double last = std::fabs(series[static_cast<std::size_t>(m)]);
    if (last == 0.0) continue;
    const double share = tolerances::error_share * tolerances_.relative / last;
    const auto size_of = [&](int n) {
      return n == 0 ? scale : std::fabs(series[static_cast<std::size_t>(n)]);
    };
    // Almost always some term allows all of s, most often one of the first, which powers by
    // multiplication tell.
    find_powers(s, m);
    bool is_limited = true;
    for (int n = 0; n < m && is_limited; ++n) {
      is_limited = share * size_of(n) < power_[static_cast<std::size_t>(m - n)];
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

void EventFunctions::find_powers(double s, int last) const {
  power_.resize(std::max(power_.size(), static_cast<std::size_t>(last) + 1));
  power_[0] = 1.0;
  for (std::size_t m = 1; m <= static_cast<std::size_t>(last); ++m) power_[m] = power_[m - 1] * s;
}

}  // namespace saltus
