#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "saltus/executable/discrete_system.h"
#include "saltus/executable/known_values.h"
#include "saltus/runtime/events/first_crossing.h"

namespace saltus {

// Where the discrete part reads continuous variables: at the present instant.
class ContinuousValues {
 public:
  virtual ~ContinuousValues() = default;
  virtual double value(std::uint32_t variable, int order) = 0;
  virtual double left_limit(std::uint32_t variable) = 0;
  // How far rounding may have moved a value.
  virtual double rounding(std::uint32_t variable) = 0;
  // Whether the sign of its event function decides on which side of a surface the motion is: not
  // where the surface holds the motion.
  virtual bool is_free(SurfaceId surface) = 0;
};

// Everything that passes read and write, with a journal of what was written, and the value of an
// expression over it.
class DiscreteValues {
 public:
  enum class Cell : std::uint8_t { value, pre, guard, pre_guard, side, condition, clock, due };

  DiscreteValues(const DiscreteSystem& system, std::size_t variable_count);

  // Discrete variables, by VariableId.
  const KnownValues& known() const { return known_; }
  KnownValues& known() { return known_; }
  bool guard(std::uint32_t index) const { return guard_[index] != 0; }
  const std::vector<std::uint8_t>& guards() const { return guard_; }
  Side side(std::uint32_t surface) const { return side_[surface]; }
  // Conditions of `when` clauses, as of the last pass, in the order of the clauses.
  const std::vector<std::uint8_t>& conditions() const { return condition_; }

  bool is_starting() const { return is_starting_; }
  void begin_start() { is_starting_ = true; }
  void end_start();
  void begin_terminal() { is_terminal_ = true; }

  // False if it has this value already.
  bool write(Cell cell, std::uint32_t index, double value);
  // Everything since mark() is undone.
  std::size_t mark() const { return journal_.size(); }
  void undo_to(std::size_t mark);
  void forget_journal() { journal_.clear(); }

  bool is_due() const { return due_count_ > 0; }
  // The first node, in sorted order, that is due; it is not due any more.
  static constexpr std::uint32_t kNoNode = 0xFFFFFFFFu;
  std::uint32_t take_due();  // kNoNode if none is

  double evaluate(const ScalarCode& code, double time, ContinuousValues& continuous);
  // How far rounding of continuous values may have moved the value of an expression.
  double rounding(const ScalarCode& code, double time, ContinuousValues& continuous);
  // The same as evaluate(), but where rounding leaves open on which side of a whole number the
  // operand of a `floor` is, the side is the one to which it moves; `direction` is that of time.
  double evaluate_step(const ScalarCode& code, double time, double direction,
                       ContinuousValues& continuous);
  // As if `initial()` were false, and no clock ticked.
  double evaluate_without_initial(const ScalarCode& code, double time,
                                  ContinuousValues& continuous);

 private:
  struct Change {
    Cell cell;
    std::uint32_t index;
    double before;
  };

  double read(Cell cell, std::uint32_t index) const;
  void store(Cell cell, std::uint32_t index, double value);
  double evaluate_leaf(const ScalarInstruction& instruction, double time,
                       ContinuousValues& continuous) const;
  double apply(const ScalarInstruction& instruction, double a, double b, double c) const;
  double evaluate_instruction(const ScalarInstruction& instruction, const double* results,
                              double time, ContinuousValues& continuous) const;
  double rounding_at(const ScalarInstruction& instruction, const double* results, double result,
                     ContinuousValues& continuous) const;
  double motion_of(const ScalarCode& code, std::size_t operand, double value, double time,
                   double direction, ContinuousValues& continuous);

  const DiscreteSystem& system_;
  KnownValues known_;
  std::vector<std::uint8_t> guard_, pre_guard_;
  std::vector<Side> side_;
  std::vector<std::uint8_t> clock_;
  std::vector<std::uint8_t> condition_;
  std::vector<std::uint8_t> due_;        // per node
  std::vector<std::uint32_t> due_heap_;  // least first
  std::size_t due_count_ = 0;
  std::vector<Change> journal_;
  std::vector<double> scratch_, errors_;
  bool is_starting_ = false, is_terminal_ = false;
  bool ignore_initial_ = false;
};

}  // namespace saltus
