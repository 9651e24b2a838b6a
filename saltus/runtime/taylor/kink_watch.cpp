#include "saltus/runtime/taylor/kink_watch.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "saltus/runtime/events/polynomial_value.h"
#include "saltus/runtime/numeric/tolerances.h"

namespace saltus {

namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
// What a switching function may be of the values that it is the difference of, and be rounding.
constexpr double kRounding = 64.0 * kEpsilon;
// Branches that are left so close to each other, as a part of the step, are left together.
constexpr double kTogether = 1e-13;

Side sign_of(double branch) {
  return branch > 0.0 ? Side::positive : branch < 0.0 ? Side::negative : Side::zero;
}

// The integers between which floor, ceil or truncate have the value `branch`.
struct Interval {
  double lower, upper;
};
Interval interval_of(SeriesOp op, double branch) {
  if (op == SeriesOp::floor) return {branch, branch + 1.0};
  if (op == SeriesOp::ceil) return {branch - 1.0, branch};
  return {branch > 0.0 ? branch : branch - 1.0, branch < 0.0 ? branch : branch + 1.0};
}

}  // namespace

KinkWatch::KinkWatch(const ExecutableMode& mode) : mode_(mode), is_observed_(mode.row_count, 0) {
  const auto set = [&](std::span<const std::uint32_t> instructions, std::uint8_t value) {
    for (const std::uint32_t i : instructions) is_observed_[mode.instructions[i].row] = value;
  };
  set(mode.observers, 1);
  for (const ExecutableGroup& group : mode.groups) {
    set(group.free, 0);
    for (std::uint32_t i = 0; i < group.block_count; ++i) {
      set(mode.blocks[group.first_block + i].through, 0);
      set(mode.blocks[group.first_block + i].after, 0);
    }
  }
}

void KinkWatch::look(const Expansion& expansion, int degree) {
  functions_.clear();
  series_.clear();
  size_.clear();
  stride_ = static_cast<std::size_t>(degree) + 1;
  const std::span<const double> branches = expansion.branches();
  for (const std::uint32_t i : mode_.kinks) {
    const Instruction& instruction = mode_.instructions[i];
    const double branch = branches[instruction.row];
    const bool is_one = branch != 0.0;
    switch (describe(instruction.op).branches) {
      case Branches::one:
        break;
      case Branches::at_zero:
        add(expansion, instruction, 0.0, 1.0, sign_of(branch), std::nullopt);
        break;
      case Branches::at_equality:
        // a >= b is where the maximum takes a, and where a < b does not hold.
        if (instruction.op == SeriesOp::equal) {
          if (is_one) add(expansion, instruction, 0.0, 1.0, Side::zero, 0.0);
          break;
        }
        add(expansion, instruction, 0.0, 1.0,
            is_one == (instruction.op == SeriesOp::maximum) ? Side::positive : Side::negative,
            1.0 - branch);
        break;
      case Branches::at_integers:
        add_integers(expansion, instruction, branch);
        break;
      case Branches::at_root:
        add_root(expansion, instruction, !is_one);
        break;
    }
  }
}

// The value is constant between two integers: both are watched.
void KinkWatch::add_integers(const Expansion& expansion, const Instruction& instruction,
                             double branch) {
  const Interval interval = interval_of(instruction.op, branch);
  add(expansion, instruction, -interval.lower, 1.0, Side::positive, branch - 1.0);
  add(expansion, instruction, interval.upper, -1.0, Side::positive, branch + 1.0);
}

// Where it is zero, its operand tells how long it stays so. Where it is not, the operand may come
// to zero, or touch it, as (1 - t)^2 does, where the root passes through zero: both are watched.
void KinkWatch::add_root(const Expansion& expansion, const Instruction& instruction, bool is_zero) {
  add_root_function(expansion, instruction, instruction.a, is_zero);
  if (!is_zero) add_root_function(expansion, instruction, instruction.row, false);
}

void KinkWatch::add_root_function(const Expansion& expansion, const Instruction& instruction,
                                  std::uint32_t watched, bool is_zero) {
  const std::span<const double> values = expansion.row(watched).first(stride_);
  for (std::size_t m = 0; m < stride_; ++m) {
    series_.push_back(is_zero && m == 0 ? 0.0 : values[m]);
    size_.push_back(
        std::max(std::fabs(values[m]), expansion.size_of_terms(watched, static_cast<int>(m))));
  }
  const bool is_finite =
      std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
  functions_.push_back({.row = instruction.row,
                        .next = is_zero ? 1.0 : 0.0,
                        .held = is_zero ? Side::zero : Side::positive,
                        .magnitude = size_[size_.size() - stride_],
                        .is_watched = is_finite && (is_zero || values[0] > 0.0),
                        .is_root = !is_zero,
                        .is_root_itself = watched == instruction.row,
                        .operand = instruction.a,
                        .operand_series = expansion.row(instruction.a).first(stride_)});
}

// constant + factor*(a - b), b if there is one.
void KinkWatch::add(const Expansion& expansion, const Instruction& instruction, double constant,
                    double factor, Side held, std::optional<double> next) {
  const bool is_difference = describe(instruction.op).branches == Branches::at_equality;
  const std::span<const double> a = expansion.row(instruction.a);
  const std::span<const double> b = is_difference ? expansion.row(instruction.b) : a;
  bool is_finite = true;
  for (std::size_t m = 0; m < stride_; ++m) {
    const double extra = m == 0 ? constant : 0.0;
    const double value = is_difference ? a[m] - b[m] : a[m];
    series_.push_back(extra + factor * value);
    size_.push_back(std::fabs(extra) + std::fabs(a[m]) + (is_difference ? std::fabs(b[m]) : 0.0));
    is_finite = is_finite && std::isfinite(value);
  }
  functions_.push_back({.row = instruction.row,
                        .next = next,
                        .held = held,
                        .magnitude = size_[size_.size() - stride_],
                        .is_watched = is_finite,
                        .constant = constant,
                        .factor = factor,
                        .a = instruction.a,
                        .b = is_difference ? instruction.b : kNoRow});
}

// Below this the function is rounding, over a step of that length.
double KinkWatch::noise(std::size_t i, double length) const {
  double largest = 0.0, power = 1.0;
  for (std::size_t m = 0; m < stride_; ++m) {
    largest = std::max(largest, size_[i * stride_ + m] * power);
    power *= length;
  }
  return kRounding * largest;
}

// The first coefficient of oriented_ that matters over a step of that length.
std::optional<std::size_t> KinkWatch::first_beyond(double rounding, double length) const {
  double power = 1.0;
  for (std::size_t m = 0; m < stride_; ++m) {
    if (std::fabs(oriented_[m]) * power > rounding) return m;
    power *= length;
  }
  return std::nullopt;
}

std::optional<double> KinkWatch::find(double length, double direction, double soon) {
  found_.clear();
  if (!(length > 0.0)) return std::nullopt;
  double first = length;
  for (std::size_t i = 0; i < functions_.size(); ++i) {
    if (!functions_[i].is_watched || functions_[i].is_zero_root()) continue;
    const std::span<const double> own = series(i);
    oriented_.assign(own.begin(), own.end());
    if (direction < 0.0) {
      for (std::size_t m = 1; m < stride_; m += 2) oriented_[m] = -oriented_[m];
    }
    const double rounding = noise(i, length);
    const auto significant = first_beyond(rounding, length);
    if (!significant) continue;
    if (functions_[i].held == Side::zero) {
      const Side after = oriented_[*significant] > 0.0 ? Side::positive : Side::negative;
      found_.push_back({i, 0.0, after});
      first = 0.0;
      continue;
    }
    const double slope = stride_ > 1 ? std::fabs(oriented_[1]) : 0.0;
    const double at_start = std::max(rounding, slope * soon);
    const auto crossing = search_.first(oriented_, functions_[i].held, length, at_start);
    if (!crossing) continue;
    found_.push_back({i, crossing->at, crossing->after});
    first = std::min(first, crossing->at);
  }
  if (found_.empty()) return std::nullopt;
  std::erase_if(found_, [&](const Found& one) { return one.at > first + kTogether * length; });
  return first;
}

// The side of a function that begins at zero: that of its first coefficient that is no rounding.
Side KinkWatch::side_after_zero(std::size_t i, double direction) const {
  const std::span<const double> own = series(i);
  for (std::size_t m = 1; m < stride_; ++m) {
    if (std::fabs(own[m]) <= kRounding * size_[i * stride_ + m]) continue;
    const bool is_positive = (own[m] > 0.0) == (direction > 0.0 || m % 2 == 0);
    return is_positive ? Side::positive : Side::negative;
  }
  return Side::zero;
}

// Neither a root nor what was zero.
bool KinkWatch::is_difference_known(const Function& function) const {
  return function.is_watched && function.a != kNoRow && function.held != Side::zero &&
         is_observed_[function.a] == 0 && (function.b == kNoRow || is_observed_[function.b] == 0);
}

double KinkWatch::value_of(const Function& function, const Expansion& reached) {
  const double b = function.b == kNoRow ? 0.0 : reached.value(function.b);
  return function.constant + function.factor * (reached.value(function.a) - b);
}

const KinkWatch::Function* KinkWatch::first_found() const {
  const auto first = std::min_element(found_.begin(), found_.end(),
                                      [](const Found& a, const Found& b) { return a.at < b.at; });
  return first == found_.end() ? nullptr : &functions_[first->function];
}

// What rounding may have done to the value of a function that is a difference.
double KinkWatch::rounding_of(const Function& function, const RoundingSweep& rounding) const {
  double error = 0.0;
  for (const std::uint32_t row : {function.a, function.b}) {
    if (row != kNoRow) error += std::fabs(function.factor) * rounding.of_row(row);
  }
  return tolerances::rounding_margin * error;
}

double KinkWatch::rounding_of_distance(const RoundingSweep& rounding) const {
  const Function* const function = first_found();
  return function == nullptr ? 0.0 : rounding_of(*function, rounding);
}

// Roots at zero stay there until a step leads away: their operand's sign is decided without them.
std::optional<KinkWatch::Distance> KinkWatch::distance(const Expansion& reached, double s) const {
  const Function* const first = first_found();
  if (first == nullptr) return std::nullopt;
  const Function& function = *first;
  if (function.is_root || function.a == kNoRow || function.held == Side::zero) return std::nullopt;
  const double sign = static_cast<double>(static_cast<int>(function.held));
  return Distance{
      sign * value_of(function, reached),
      sign * value_and_slope(series(static_cast<std::size_t>(first - functions_.data())), s).slope};
}

bool KinkWatch::find_at_once(double noise, double direction, const RoundingSweep& rounding) {
  found_.clear();
  for (std::size_t i = 0; i < functions_.size(); ++i) {
    const Function& function = functions_[i];
    if (function.operand != kNoRow || !function.is_watched) continue;
    const double zero = std::max(noise * function.magnitude, rounding_of(function, rounding));
    if (!(std::fabs(series(i)[0]) <= zero)) continue;
    const Side after = side_after_zero(i, direction);
    if (after != Side::zero && after != function.held) found_.push_back({i, 0.0, after});
  }
  return !found_.empty();
}

// Whether what is not zero may have been, or may become, zero so soon.
bool KinkWatch::is_zero_within(std::span<const double> series, double soon) const {
  double change = 0.0, power = soon;
  for (std::size_t m = 1; m < series.size(); ++m) {
    change += std::fabs(series[m]) * power;
    power *= soon;
  }
  return std::fabs(series[0]) <= change;
}

bool KinkWatch::is_at_root(double direction, double soon) const {
  for (std::size_t i = 0; i < functions_.size(); ++i) {
    const Function& function = functions_[i];
    if (function.operand == kNoRow) continue;
    if (!function.is_root) {
      if (!function.is_watched || side_after_zero(i, direction) != Side::zero) return true;
    } else if (is_zero_within(function.operand_series, soon)) {
      return true;
    }
  }
  return false;
}

bool KinkWatch::put_arriving_on_zero(const Expansion& expansion, double direction, double soon,
                                     std::span<const double> scale, std::span<double> state) const {
  bool is_moved = false;
  for (const Function& function : functions_) {
    const std::span<const double> operand = function.operand_series;
    if (!function.is_root_itself || !is_zero_within(operand, soon)) continue;
    if (!(operand[0] * operand[1] * direction < 0.0)) continue;
    is_moved = expansion.move_to_zero(function.operand, scale, state) || is_moved;
  }
  return is_moved;
}

// abs(x), sign(x), x > 0.
bool KinkWatch::is_zero_with_operand(const Function& function) {
  return !function.is_root && function.constant == 0.0 && function.a != kNoRow &&
         function.b == kNoRow;
}

bool KinkWatch::put_found_on_zero(const Expansion& reached, std::span<const double> scale,
                                  std::span<double> state) const {
  bool is_moved = false;
  for (const Found& one : found_) {
    const Function& function = functions_[one.function];
    if (!is_zero_with_operand(function)) continue;
    is_moved =
        reached.move_to_zero(function.a, scale, state, Expansion::Moved::all_values) || is_moved;
  }
  return is_moved;
}

bool KinkWatch::put_near_on_zero(const Expansion& expansion, double direction, double soon,
                                 std::span<const double> scale, std::span<double> state) const {
  bool is_moved = false;
  for (std::size_t i = 0; i < functions_.size(); ++i) {
    const Function& function = functions_[i];
    if (!function.is_watched || !is_zero_with_operand(function)) continue;
    const std::span<const double> operand = series(i);
    if (!(operand[0] * operand[1] * direction < 0.0) || !is_zero_within(operand, soon)) continue;
    is_moved =
        expansion.move_to_zero(function.a, scale, state, Expansion::Moved::all_values) || is_moved;
  }
  return is_moved;
}

bool KinkWatch::are_branches_right(const Expansion& reached, double accuracy) const {
  return std::none_of(functions_.begin(), functions_.end(), [&](const Function& function) {
    if (!function.is_watched || function.a == kNoRow) return false;
    const double a = reached.value(function.a);
    const double b = function.b == kNoRow ? 0.0 : reached.value(function.b);
    const double value = function.constant + function.factor * (a - b);
    const double size = std::fabs(function.constant) + std::fabs(a) + std::fabs(b);
    return std::fabs(value) > accuracy * size && sign_of(value) != function.held;
  });
}

void KinkWatch::hold_roots_at_zero(Expansion& expansion, double soon) const {
  for (const Function& function : functions_) {
    if (function.is_zero_root() ||
        (function.is_root && is_zero_within(function.operand_series, soon))) {
      expansion.hold_branch(function.row, 0.0);
    }
  }
}

void KinkWatch::cross(Expansion& expansion, bool moves_on) const {
  if (moves_on) expansion.release_branches();
  hold_beyond(expansion);
}

void KinkWatch::hold_beyond(Expansion& expansion) const {
  for (const Found& one : found_) {
    const Function& function = functions_[one.function];
    if (function.is_root) continue;
    expansion.hold_branch(function.row, function.next.value_or(static_cast<double>(one.after)));
  }
}

bool KinkWatch::end_roots(const Expansion& reached, bool is_here, Expansion& expansion,
                          std::span<double> state) const {
  bool has_ended = false;
  for (const Found& one : found_) {
    const Function& function = functions_[one.function];
    if (!function.is_root || (!is_here && reached.value(function.operand) > 0.0)) continue;
    has_ended = true;
    expansion.hold_branch(function.row, 0.0);
    if (const auto unknown = reached.multiple_of_unknown(function.operand)) {
      const StateSlot& slot = reached.slot(*unknown);
      if (slot.count > 1) state[slot.first] = 0.0;
    }
  }
  return has_ended;
}

bool KinkWatch::put_on_roots(const Expansion& reached, std::span<const SurfaceCrossing> crossings,
                             const RootAccuracy& accuracy, std::span<const double> scale,
                             std::span<double> state) const {
  bool is_moved = false;
  for (const std::uint32_t i : mode_.kinks) {
    const Instruction& root = mode_.instructions[i];
    if (!is_root(root)) continue;
    const double value = std::fabs(reached.value(root.a));
    const double size = reached.size_of_terms(root.a, 0);
    const bool is_event =
        std::any_of(crossings.begin(), crossings.end(), [&](const SurfaceCrossing& crossing) {
          const double function = reached.value(mode_.surfaces[crossing.position].row);
          return std::fabs(std::fabs(function) - value) <= kRounding * std::max(size, value);
        });
    if (!is_event) continue;
    double zero = accuracy.relative * size, distance = value;
    if (const auto unknown = reached.multiple_of_unknown(root.a)) {
      // A state by itself is no sum of terms; it has a size and a speed of its own.
      const StateSlot& slot = reached.slot(*unknown);
      distance = std::fabs(reached.value(*unknown));
      zero = accuracy.relative * scale[slot.first];
      if (slot.count > 1) zero = std::max(zero, accuracy.time * std::fabs(state[slot.first + 1]));
    }
    if (!(distance <= zero)) continue;
    reached.move_to_zero(root.a, scale, state);
    is_moved = true;
  }
  return is_moved;
}

}  // namespace saltus
