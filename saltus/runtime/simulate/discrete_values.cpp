#include "saltus/runtime/simulate/discrete_values.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <utility>

#include "saltus/foundation/base/check.h"
#include "saltus/foundation/expr/expr_pool.h"
#include "saltus/runtime/numeric/tolerances.h"

namespace saltus {

namespace {

// The relation between an event function on some side of its surface, and zero.
bool holds(Op relation, Side side) {
  const int sign = static_cast<int>(side);
  switch (relation) {
    case Op::less:
      return sign < 0;
    case Op::less_equal:
      return sign <= 0;
    case Op::greater:
      return sign > 0;
    case Op::greater_equal:
      return sign >= 0;
    case Op::equal:
      return sign == 0;
    default:
      return sign != 0;
  }
}

}  // namespace

DiscreteValues::DiscreteValues(const DiscreteSystem& system, std::size_t variable_count)
    : system_(system),
      guard_(system.guard_count, 0),
      pre_guard_(system.guard_count, 0),
      side_(system.surfaces.size(), Side::zero),
      clock_(system.clocks.size(), 0),
      due_(system.nodes.size(), 0) {
  known_.value = system.start;
  known_.value.resize(variable_count, 0.0);
  known_.pre = known_.value;
  std::size_t conditions = 0;
  for (const WhenClauseCode& clause : system.clauses) {
    for (const WhenBranchCode& branch : clause.branches) conditions += branch.conditions.size();
  }
  condition_.assign(conditions, 0);
}

void DiscreteValues::end_start() {
  is_starting_ = false;
  pre_guard_ = guard_;
}

std::uint32_t DiscreteValues::take_due() {
  while (due_count_ > 0) {
    std::pop_heap(due_heap_.begin(), due_heap_.end(), std::greater<>());
    const std::uint32_t node = due_heap_.back();
    due_heap_.pop_back();
    if (write(Cell::due, node, 0.0)) return node;  // else undone, or listed twice
  }
  due_heap_.clear();
  return kNoNode;
}

double DiscreteValues::read(Cell cell, std::uint32_t index) const {
  switch (cell) {
    case Cell::value:
      return known_.value[index];
    case Cell::pre:
      return known_.pre[index];
    case Cell::guard:
      return guard_[index];
    case Cell::pre_guard:
      return pre_guard_[index];
    case Cell::side:
      return static_cast<double>(side_[index]);
    case Cell::condition:
      return condition_[index];
    case Cell::clock:
      return clock_[index];
    case Cell::due:
      return due_[index];
  }
  return 0.0;
}

void DiscreteValues::store(Cell cell, std::uint32_t index, double value) {
  switch (cell) {
    case Cell::value:
      known_.value[index] = value;
      return;
    case Cell::pre:
      known_.pre[index] = value;
      return;
    case Cell::guard:
      guard_[index] = value != 0.0;
      return;
    case Cell::pre_guard:
      pre_guard_[index] = value != 0.0;
      return;
    case Cell::side:
      side_[index] = static_cast<Side>(static_cast<int>(value));
      return;
    case Cell::condition:
      condition_[index] = value != 0.0;
      return;
    case Cell::clock:
      clock_[index] = value != 0.0;
      return;
    case Cell::due:
      due_[index] = value != 0.0;
      if (value != 0.0) {
        ++due_count_;
        due_heap_.push_back(index);
        std::push_heap(due_heap_.begin(), due_heap_.end(), std::greater<>());
      } else {
        --due_count_;
      }
      return;
  }
}

bool DiscreteValues::write(Cell cell, std::uint32_t index, double value) {
  const double before = read(cell, index);
  if (before == value) return false;
  journal_.push_back({cell, index, before});
  store(cell, index, value);
  return true;
}

void DiscreteValues::undo_to(std::size_t mark) {
  while (journal_.size() > mark) {
    const Change change = journal_.back();
    journal_.pop_back();
    store(change.cell, change.index, change.before);
  }
}

double DiscreteValues::evaluate_leaf(const ScalarInstruction& instruction, double time,
                                     ContinuousValues& continuous) const {
  switch (instruction.kind) {
    case ScalarOp::number:
      return instruction.value;
    case ScalarOp::known:
      return known_.value[instruction.a];
    case ScalarOp::pre:
      return system_.is_discrete[instruction.a] ? known_.pre[instruction.a]
                                                : continuous.left_limit(instruction.a);
    case ScalarOp::continuous:
      return continuous.value(instruction.a, static_cast<int>(instruction.b));
    case ScalarOp::time:
      return time;
    case ScalarOp::guard:
      return guard_[instruction.a];
    case ScalarOp::pre_guard:  // nothing came before the start
      return is_starting_ ? guard_[instruction.a] : pre_guard_[instruction.a];
    case ScalarOp::relation:
      return holds(instruction.op, side_[instruction.a]) ? 1.0 : 0.0;
    case ScalarOp::clock:
      return ignore_initial_ ? 0.0 : clock_[instruction.a];
    case ScalarOp::initial:
      return is_starting_ && !ignore_initial_ ? 1.0 : 0.0;
    case ScalarOp::terminal:
      return is_terminal_ ? 1.0 : 0.0;
    case ScalarOp::unary:
    case ScalarOp::binary:
    case ScalarOp::if_else:
    case ScalarOp::table:
      break;
  }
  SALTUS_CHECK(!"an operation is no leaf");
  return 0.0;
}

double DiscreteValues::apply(const ScalarInstruction& instruction, double a, double b,
                             double c) const {
  switch (instruction.kind) {
    case ScalarOp::unary:
      return evaluate_unary(instruction.op, a);
    case ScalarOp::binary:
      return evaluate_binary(instruction.op, a, b);
    case ScalarOp::if_else:
      return a != 0.0 ? b : c;
    case ScalarOp::table:
      return look_up(system_.tables[instruction.b], instruction.op, a);
    case ScalarOp::number:
    case ScalarOp::known:
    case ScalarOp::pre:
    case ScalarOp::continuous:
    case ScalarOp::time:
    case ScalarOp::guard:
    case ScalarOp::pre_guard:
    case ScalarOp::relation:
    case ScalarOp::clock:
    case ScalarOp::initial:
    case ScalarOp::terminal:
      break;
  }
  SALTUS_CHECK(!"a leaf is no operation");
  return 0.0;
}

double DiscreteValues::evaluate_instruction(const ScalarInstruction& instruction,
                                            const double* results, double time,
                                            ContinuousValues& continuous) const {
  switch (operand_count(instruction.kind)) {
    case 0:
      return evaluate_leaf(instruction, time, continuous);
    case 1:
      return apply(instruction, results[instruction.a], 0.0, 0.0);
    case 2:
      return apply(instruction, results[instruction.a], results[instruction.b], 0.0);
    default:
      return apply(instruction, results[instruction.a], results[instruction.b],
                   results[instruction.c]);
  }
}

double DiscreteValues::evaluate(const ScalarCode& code, double time, ContinuousValues& continuous) {
  if (scratch_.size() < code.size()) scratch_.resize(code.size());
  double* const results = scratch_.data();
  for (std::size_t i = 0; i < code.size(); ++i) {
    results[i] = evaluate_instruction(code[i], results, time, continuous);
  }
  return code.empty() ? 0.0 : results[code.size() - 1];
}

// |f(a + da, b) - f(a, b)| + |f(a, b + db) - f(a, b)|, and the rounding of f itself.
double DiscreteValues::rounding_at(const ScalarInstruction& instruction, const double* results,
                                   double result, ContinuousValues& continuous) const {
  const int operands = operand_count(instruction.kind);
  if (instruction.kind == ScalarOp::continuous) return continuous.rounding(instruction.a);
  if (operands == 0) return 0.0;
  const double a = results[instruction.a];
  const double b = operands > 1 ? results[instruction.b] : 0.0;
  const double c = operands > 2 ? results[instruction.c] : 0.0;
  double error = tolerances::epsilon * std::fabs(result);
  const auto add = [&](double moved) { error += std::fabs(moved - result); };
  add(apply(instruction, a + errors_[instruction.a], b, c));
  if (operands > 1) add(apply(instruction, a, b + errors_[instruction.b], c));
  if (operands > 2) add(apply(instruction, a, b, c + errors_[instruction.c]));
  return error;
}

double DiscreteValues::rounding(const ScalarCode& code, double time, ContinuousValues& continuous) {
  evaluate(code, time, continuous);
  errors_.assign(code.size(), 0.0);
  for (std::size_t i = 0; i < code.size(); ++i) {
    errors_[i] = rounding_at(code[i], scratch_.data(), scratch_[i], continuous);
  }
  return errors_.empty() ? 0.0 : errors_.back();
}

namespace {

// Where the motion of the left limits leads in a short time.
class ShortlyAfter : public ContinuousValues {
 public:
  explicit ShortlyAfter(ContinuousValues& now) : now_(now) {}
  void set_delay(double delay) { delay_ = delay; }
  double value(std::uint32_t variable, int order) override {
    const auto [entry, is_new] = motions_.try_emplace({variable, order});
    if (is_new) entry->second = {now_.value(variable, order), now_.value(variable, order + 1)};
    return entry->second.first + delay_ * entry->second.second;
  }
  double left_limit(std::uint32_t variable) override { return now_.left_limit(variable); }
  double rounding(std::uint32_t variable) override { return now_.rounding(variable); }
  bool is_free(SurfaceId surface) override { return now_.is_free(surface); }

 private:
  ContinuousValues& now_;
  double delay_ = 0.0;
  // Values and their slopes.
  std::map<std::pair<std::uint32_t, int>, std::pair<double, double>> motions_;
};

// The shortest time after which a value has moved by more than its rounding is searched for between
// these, whatever the unit of time is.
constexpr double kShortestDelay = 1e-30;
constexpr double kLongestDelay = 1e30;
constexpr double kLonger = 1e3;
constexpr double kClearly = 1e3;  // so many times its rounding

}  // namespace

// The sign of what an operand moves by; zero if it stays.
double DiscreteValues::motion_of(const ScalarCode& code, std::size_t operand, double value,
                                 double time, double direction, ContinuousValues& continuous) {
  const double clear = kClearly * errors_[operand];
  ShortlyAfter after(continuous);
  for (double delay = kShortestDelay; delay < kLongestDelay; delay *= kLonger) {
    after.set_delay(direction * delay);
    evaluate(code, time + direction * delay, after);
    const double moved = scratch_[operand] - value;
    if (std::isnan(moved)) return 0.0;
    if (std::fabs(moved) > clear) return moved;
  }
  return 0.0;
}

double DiscreteValues::evaluate_step(const ScalarCode& code, double time, double direction,
                                     ContinuousValues& continuous) {
  std::vector<double> results(code.size(), 0.0);
  std::vector<std::uint8_t> moves(code.size(), 0);  // it reads what changes between events
  errors_.assign(code.size(), 0.0);
  for (std::size_t i = 0; i < code.size(); ++i) {
    const ScalarInstruction& instruction = code[i];
    results[i] = evaluate_instruction(instruction, results.data(), time, continuous);
    errors_[i] = rounding_at(instruction, results.data(), results[i], continuous);
    const int operands = operand_count(instruction.kind);
    moves[i] = instruction.kind == ScalarOp::continuous || instruction.kind == ScalarOp::time ||
               (operands > 0 && moves[instruction.a]) || (operands > 1 && moves[instruction.b]) ||
               (operands > 2 && moves[instruction.c]);
    const bool is_floor = instruction.kind == ScalarOp::unary && instruction.op == Op::floor;
    if (!is_floor || !moves[instruction.a]) continue;
    const double operand = results[instruction.a];
    const double whole = std::nearbyint(operand);
    if (std::fabs(operand - whole) > errors_[instruction.a]) continue;
    const double motion = motion_of(code, instruction.a, operand, time, direction, continuous);
    if (motion != 0.0) results[i] = motion > 0.0 ? whole : whole - 1.0;
    errors_[i] = 0.0;
  }
  return results.empty() ? 0.0 : results.back();
}

double DiscreteValues::evaluate_without_initial(const ScalarCode& code, double time,
                                                ContinuousValues& continuous) {
  ignore_initial_ = true;
  const double value = evaluate(code, time, continuous);
  ignore_initial_ = false;
  return value;
}

}  // namespace saltus
