#include "saltus/compiler/multilinear/signal_expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "saltus/foundation/expr/print_expr.h"

namespace saltus {
namespace {

constexpr int kNotPolynomial = 1000;
// Relative: how far the ends of two pieces that meet may be apart by rounding.
constexpr double kMeeting = 1e-12;

// "time", "(time - 3)", "(time + 3)"
std::string time_since(double start) {
  if (start == 0.0) return "time";
  return fmt::format("(time {} {})", start < 0.0 ? '+' : '-', print_number(std::fabs(start)));
}

std::string piece_text(const InputSignal& signal, std::size_t i) {
  const std::string from = print_number(signal.values[i] + 0.0);  // never -0
  const double slope = signal.is_linear ? signal.slope(i) : 0.0;
  if (slope == 0.0) return from;
  return fmt::format("{} {} {}*{}", from, slope < 0.0 ? '-' : '+', print_number(std::fabs(slope)),
                     time_since(signal.times[i]));
}

// Whether entry i + 1 says nothing that the entries up to i do not say.
bool is_implied(const InputSignal& signal, std::size_t i) {
  if (signal.values[i] != signal.values[i + 1]) return false;
  return !signal.is_linear || i + 2 == signal.values.size();
}

}  // namespace

InputSignal normal_form(const InputSignal& signal) {
  InputSignal result = signal;
  for (std::size_t i = result.times.size(); i-- > 1;) {
    if (!is_implied(result, i - 1)) continue;
    result.times.erase(result.times.begin() + static_cast<std::ptrdiff_t>(i));
    result.values.erase(result.values.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return result.times.size() == 1 ? InputSignal(result.values.front()) : result;
}

std::string print_signal(const InputSignal& signal) {
  if (signal.is_constant()) return print_number(signal.values.front());
  const auto condition = [&](std::size_t i) {
    return fmt::format("time < {}", print_number(signal.times[i] + 0.0));
  };
  std::string text =
      fmt::format("if {} then {}", condition(0), print_number(signal.values.front() + 0.0));
  for (std::size_t i = 0; i + 1 < signal.times.size(); ++i) {
    text += fmt::format("\n    elseif {} then {}", condition(i + 1), piece_text(signal, i));
  }
  return text + fmt::format("\n    else {}", print_number(signal.values.back() + 0.0));
}

SignalFinder::SignalFinder(const FlatSystem& system)
    : system_(system), is_used_(system.guards.size(), false) {
  find_degrees();
}

// Children have smaller ids than their parents.
void SignalFinder::find_degrees() {
  degree_.reserve(system_.pool.size());
  for (const ExprId id : system_.pool.ids()) degree_.push_back(degree_of(system_.pool[id]));
}

int SignalFinder::degree_of(const Expr& expr) const {
  const auto degree = [&](ExprId id) { return degree_[id.index()]; };
  switch (expr.op) {
    case Op::constant:
    case Op::parameter:
      return 0;
    case Op::time:
      return 1;
    case Op::add:
    case Op::subtract:
      return std::max(degree(expr.first()), degree(expr.second()));
    case Op::multiply:
      return std::min(degree(expr.first()) + degree(expr.second()), kNotPolynomial);
    case Op::divide:
      return degree(expr.second()) == 0 ? degree(expr.first()) : kNotPolynomial;
    case Op::negate:
      return degree(expr.first());
    case Op::sample:
      return kNotPolynomial;
    default:
      break;
  }
  // Any function of numbers is a number.
  const OpShape shape = shape_of(expr.op);
  const bool is_number =
      (shape == OpShape::unary && degree(expr.first()) == 0) ||
      (shape == OpShape::binary && degree(expr.first()) == 0 && degree(expr.second()) == 0);
  return is_number ? 0 : kNotPolynomial;
}

std::optional<InputSignal> SignalFinder::find(ExprId root) {
  std::vector<GuardId> guards;
  const auto pieces = pieces_of(root, guards);
  if (!pieces) return std::nullopt;
  const auto highest = std::ranges::max(
      *pieces, {}, [&](const Piece& piece) { return degree_[piece.value.index()]; });
  const int degree = degree_[highest.value.index()];
  if (degree > 1) return std::nullopt;
  const auto signal = degree == 0 ? held(*pieces) : linear(*pieces);
  if (!signal) return std::nullopt;
  for (const GuardId guard : guards) is_used_[guard] = true;
  return normal_form(*signal);
}

std::optional<std::vector<SignalFinder::Piece>> SignalFinder::pieces_of(
    ExprId root, std::vector<GuardId>& guards) {
  std::vector<Piece> pieces;
  ExprId rest = root;
  while (system_.pool[rest].op == Op::if_else) {
    const Expr& choice = system_.pool[rest];
    const Expr& condition = system_.pool[choice.first()];
    if (condition.op != Op::guard) return std::nullopt;
    guards.emplace_back(condition.a);
    const auto end = end_before(guards.back());
    if (!end || (!pieces.empty() && *end <= pieces.back().end)) return std::nullopt;
    pieces.push_back({*end, choice.second()});
    rest = choice.third();
  }
  pieces.push_back({0.0, rest});
  return pieces;
}

// The number c of the condition `time < c`.
std::optional<double> SignalFinder::end_before(GuardId guard) {
  const Expr& condition = system_.pool[system_.guards[guard].condition];
  if (condition.op != Op::less || system_.pool[condition.first()].op != Op::time ||
      degree_[condition.second().index()] != 0) {
    return std::nullopt;
  }
  return value_at(condition.second(), 0.0);
}

double SignalFinder::value_at(ExprId root, double time) {
  std::unordered_map<std::uint32_t, double> values;
  std::vector<ExprId> pending = {root};
  while (!pending.empty()) {
    const Expr& expr = system_.pool[pending.back()];
    const OpShape shape = shape_of(expr.op);
    const std::size_t before = pending.size();
    const auto need = [&](ExprId child) {
      if (!values.contains(child.index())) pending.push_back(child);
    };
    if (shape != OpShape::leaf) need(expr.first());
    if (shape == OpShape::binary) need(expr.second());
    if (pending.size() > before) continue;
    double& value = values[pending.back().index()];
    pending.pop_back();
    if (expr.op == Op::constant) {
      value = expr.value;
    } else if (expr.op == Op::time) {
      value = time;
    } else if (expr.op == Op::parameter) {
      value = system_.parameters[ParameterId(expr.a)].value;
    } else if (shape == OpShape::unary) {
      value = evaluate_unary(expr.op, values[expr.first().index()]);
    } else {
      value = evaluate_binary(expr.op, values[expr.first().index()], values[expr.second().index()]);
    }
  }
  return values[root.index()];
}

// Without a branch that ends where the table begins, it begins at 0 or a while before it changes.
InputSignal SignalFinder::held(const std::vector<Piece>& pieces) {
  std::vector<double> times, values;
  for (const Piece& piece : pieces) values.push_back(value_at(piece.value, 0.0));
  for (std::size_t i = 0; i + 1 < pieces.size(); ++i) times.push_back(pieces[i].end);
  if (times.empty()) return InputSignal(values.front());
  if (values[0] == values[1]) {
    values.erase(values.begin());
  } else {
    times.insert(times.begin(), times.front() > 0.0 ? 0.0 : times.front() - 1.0);
  }
  return {std::move(times), std::move(values), false};
}

// Constant before the first time and after the last one, and without a jump.
std::optional<InputSignal> SignalFinder::linear(const std::vector<Piece>& pieces) {
  if (pieces.size() < 2 || degree_[pieces.front().value.index()] != 0 ||
      degree_[pieces.back().value.index()] != 0) {
    return std::nullopt;
  }
  std::vector<double> times, values;
  for (std::size_t i = 0; i + 1 < pieces.size(); ++i) {
    const double time = pieces[i].end;
    const double left = value_at(pieces[i].value, time);
    const double right = value_at(pieces[i + 1].value, time);
    const double before = values.empty() ? left : values.back();
    const double size = std::max({std::fabs(left), std::fabs(right), std::fabs(before)});
    if (std::fabs(left - right) > kMeeting * size) return std::nullopt;
    times.push_back(time);
    values.push_back(right);
  }
  return InputSignal(std::move(times), std::move(values), true);
}

}  // namespace saltus
