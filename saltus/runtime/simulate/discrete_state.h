#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "saltus/executable/discrete_system.h"
#include "saltus/executable/known_values.h"
#include "saltus/runtime/events/first_crossing.h"
#include "saltus/runtime/simulate/discrete_values.h"

namespace saltus {

// What one pass did.
struct PassOutcome {
  std::vector<std::uint32_t> changed_guards;
  std::vector<std::uint32_t> changed_values;      // discrete variables, by VariableId
  std::vector<std::uint32_t> fired;               // when-actions
  std::optional<std::uint32_t> terminated_by;     // a when-action
  std::optional<std::uint32_t> failed_assertion;  // of the flat system
  std::optional<std::uint32_t> failed_action;     // an assertion inside a when clause
  std::vector<std::uint32_t> warned_assertions, warned_actions;
  std::optional<std::uint32_t> non_finite_node;  // its value is no number: nothing can follow
  void clear();
};

// The values of the discrete part, and the passes that change them (semantics 4). A
// pass evaluates what depends on something that changed, in sorted order, with `pre`
// the values before it. Everything that a pass does can be undone.
class DiscreteState {
 public:
  // `direction` of time: what comes after a threshold is before it in a run backward.
  DiscreteState(const DiscreteSystem& system, std::size_t variable_count, double direction);

  const KnownValues& known() const { return values_.known(); }
  bool guard(std::uint32_t index) const { return values_.guard(index); }
  std::span<const std::uint8_t> guards() const { return values_.guards(); }
  Side side(std::uint32_t surface) const { return values_.side(surface); }

  // Before the first pass everything is due. `initial` holds until end_start().
  void begin_start();
  void end_start();
  void begin_terminal();

  void set_side(std::uint32_t surface, Side side);
  // The left limit of a continuous variable, for equations that read pre(…).
  void set_pre(std::uint32_t variable, double value);
  void tick(std::uint32_t clock);
  // At the start: the value of what has no past, such as a count of steps or a binary unknown.
  void begin_with(std::uint32_t variable, double value, double time, ContinuousValues& continuous);
  // Before the start: the value of an input.
  void set_start(std::uint32_t variable, double value) {
    values_.known().value[variable] = values_.known().pre[variable] = value;
  }
  // A value that the next pass gives to a binary unknown or an input.
  void assign(std::uint32_t variable, double value) { assigned_.emplace_back(variable, value); }
  // Readers of continuous values are due again: the values have jumped.
  void continuous_values_changed();

  bool is_due() const { return values_.is_due(); }
  // Nothing is due until this is given back to resume().
  std::vector<std::uint32_t> postpone();
  void resume(std::span<const std::uint32_t> postponed) { mark_due(postponed); }
  const PassOutcome& run_pass(double time, ContinuousValues& continuous);
  // Goes on with the pass: numbers that count steps of continuous values (`floor`, `mod`) are
  // evaluated again, on values that have jumped since. True if one of them has changed.
  bool count_steps_again(double time, ContinuousValues& continuous);
  // Goes on with the pass: these nodes are evaluated again. True if a guard or a value has changed.
  bool evaluate_again(std::span<const std::uint32_t> nodes, double time,
                      ContinuousValues& continuous);
  // Assignments that the pass fired are evaluated again on values that have jumped since.
  // True if something changed.
  bool refresh_fired(double time, ContinuousValues& continuous);
  // Ends the pass: pre becomes the present value, ticks are over. Lists the variables
  // whose pre has changed.
  void settle(double time, ContinuousValues& continuous, std::vector<std::uint32_t>& changed_pre);

  // What the discrete part is at the start itself, where these surfaces are zero: each relation is
  // taken literally.
  struct Literal {
    std::vector<double> value;                   // of discrete variables, by VariableId
    std::vector<std::uint8_t> guard, condition;  // conditions: of `when` clauses
  };
  Literal find_literal_start(std::span<const std::pair<SurfaceId, Side>> sides, double time,
                             ContinuousValues& continuous);
  // After end_start(): that is the past of the first event, so that whatever becomes true
  // immediately after the start becomes true there. Lists the variables whose pre differs from
  // their value, and those that keep the value of the start until a `when` sets them.
  struct LiteralChanges {
    std::vector<std::uint32_t> pre, value;
  };
  LiteralChanges begin_after(const Literal& literal, double time, ContinuousValues& continuous);

  // When time crosses a surface that only it crosses.
  double threshold_of(std::uint32_t surface, double time, ContinuousValues& continuous);
  // The side of such a surface at a time.
  void find_threshold_side(std::uint32_t surface, double time, ContinuousValues& continuous);

  // What `guards` would be with surfaces on these sides; nothing is changed.
  std::vector<std::uint8_t> probe(std::span<const std::pair<SurfaceId, Side>> sides,
                                  std::span<const std::uint32_t> guards, double time,
                                  ContinuousValues& continuous);

  // Everything since mark() is undone.
  std::size_t mark() const { return values_.mark(); }
  void undo_to(std::size_t mark);
  void forget_journal() {
    values_.forget_journal();
    start_pass_.reset();
  }

  double evaluate(const ScalarCode& code, double time, ContinuousValues& continuous) {
    return values_.evaluate(code, time, continuous);
  }

  // While it lives, discrete variables have the values of before the pass.
  class ValuesBeforePass {
   public:
    ValuesBeforePass(DiscreteState& state, std::span<const VariableId> variables);
    ~ValuesBeforePass();
    ValuesBeforePass(const ValuesBeforePass&) = delete;
    ValuesBeforePass& operator=(const ValuesBeforePass&) = delete;

   private:
    DiscreteState& state_;
    std::vector<std::pair<std::uint32_t, double>> changed_;
  };

 private:
  using Cell = DiscreteValues::Cell;
  struct Firing {
    std::uint64_t pass = 0;
    std::uint32_t branch = 0;
  };

  void mark_due(std::span<const std::uint32_t> nodes);
  void mark_due(std::uint32_t node);
  void set_value(std::uint32_t variable, double value, double time, ContinuousValues& continuous);
  void find_threshold_sides(std::span<const std::uint32_t> surfaces, double time,
                            ContinuousValues& continuous);
  void find_sides_of_states(std::span<const std::uint32_t> surfaces, double time,
                            ContinuousValues& continuous);
  template <typename Prepare, typename Read>
  void try_pass(const Prepare& prepare, double time, ContinuousValues& continuous,
                const Read& read);
  void mark_all_due();
  void take_conditions(const std::vector<std::uint8_t>& conditions);
  void run_due_nodes(double time, ContinuousValues& continuous);
  void run_node(std::uint32_t index, double time, ContinuousValues& continuous);
  void run_clause(const DiscreteNode& node, double time, ContinuousValues& continuous);
  void run_action(const DiscreteNode& node, double time, ContinuousValues& continuous);
  bool is_active(const DiscreteNode& node) const;
  void note_non_finite(std::uint32_t node);

  const DiscreteSystem& system_;
  double direction_;
  DiscreteValues values_;
  std::vector<std::uint32_t> first_condition_;  // per clause, and one beyond the last
  std::vector<std::uint32_t> action_node_;      // node of each action
  std::vector<std::uint32_t> clause_node_;      // node of each clause
  std::vector<std::uint8_t> is_assigned_;       // by VariableId: a `when` sets it
  std::vector<Firing> firings_;                 // per clause, the last one
  std::vector<std::uint64_t> carried_out_in_;   // per action: the number of the last such pass
  std::uint64_t pass_ = 0, last_pass_ = 0;      // numbers: of this one, and of the last one begun
  std::optional<std::uint64_t> start_pass_;     // the one of the start, in the first instant
  std::vector<std::uint32_t> ticking_, changed_values_, changed_guards_, read_continuous_;
  std::vector<std::pair<std::uint32_t, double>> assigned_;
  PassOutcome outcome_;
};

}  // namespace saltus
