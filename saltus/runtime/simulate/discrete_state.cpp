#include "saltus/runtime/simulate/discrete_state.h"

#include <algorithm>
#include <cmath>

namespace saltus {

void PassOutcome::clear() {
  changed_guards.clear();
  changed_values.clear();
  fired.clear();
  terminated_by.reset();
  failed_assertion.reset();
  failed_action.reset();
  warned_assertions.clear();
  warned_actions.clear();
  non_finite_node.reset();
}

DiscreteState::DiscreteState(const DiscreteSystem& system, std::size_t variable_count,
                             double direction)
    : system_(system),
      direction_(direction),
      values_(system, variable_count),
      action_node_(system.actions.size(), 0),
      clause_node_(system.clauses.size(), 0),
      is_assigned_(variable_count, 0),
      firings_(system.clauses.size()),
      carried_out_in_(system.actions.size(), 0) {
  std::uint32_t conditions = 0;
  for (const WhenClauseCode& clause : system.clauses) {
    first_condition_.push_back(conditions);
    for (const WhenBranchCode& branch : clause.branches) {
      conditions += static_cast<std::uint32_t>(branch.conditions.size());
    }
  }
  first_condition_.push_back(conditions);
  for (const WhenActionCode& action : system.actions) {
    if (action.kind == WhenActionKind::assign) is_assigned_[action.target] = 1;
  }
  for (std::uint32_t i = 0; i < system.nodes.size(); ++i) {
    if (system.nodes[i].kind == NodeKind::when_action) action_node_[system.nodes[i].target] = i;
    if (system.nodes[i].kind == NodeKind::when_clause) clause_node_[system.nodes[i].target] = i;
  }
}

void DiscreteState::begin_start() {
  values_.begin_start();
  mark_all_due();
}

void DiscreteState::mark_all_due() {
  for (std::uint32_t i = 0; i < system_.nodes.size(); ++i) {
    if (system_.nodes[i].kind != NodeKind::when_action) mark_due(i);
  }
}

void DiscreteState::end_start() {
  values_.end_start();
  start_pass_ = pass_;
  mark_due(system_.readers.of_initial);
}

void DiscreteState::begin_terminal() {
  values_.begin_terminal();
  mark_due(system_.readers.of_terminal);
}

void DiscreteState::mark_due(std::span<const std::uint32_t> nodes) {
  for (const std::uint32_t node : nodes) mark_due(node);
}

void DiscreteState::mark_due(std::uint32_t node) { values_.write(Cell::due, node, 1.0); }

std::vector<std::uint32_t> DiscreteState::postpone() {
  std::vector<std::uint32_t> postponed;
  for (auto node = values_.take_due(); node != DiscreteValues::kNoNode; node = values_.take_due()) {
    postponed.push_back(node);
  }
  return postponed;
}

void DiscreteState::undo_to(std::size_t mark) {
  values_.undo_to(mark);
  assigned_.clear();
}

DiscreteState::ValuesBeforePass::ValuesBeforePass(DiscreteState& state,
                                                  std::span<const VariableId> variables)
    : state_(state) {
  KnownValues& known = state.values_.known();
  for (const VariableId variable : variables) {
    double& value = known.value[variable.index()];
    if (value == known.pre[variable.index()]) continue;
    changed_.emplace_back(variable.index(), value);
    value = known.pre[variable.index()];
  }
}

DiscreteState::ValuesBeforePass::~ValuesBeforePass() {
  for (const auto& [variable, value] : changed_) state_.values_.known().value[variable] = value;
}

void DiscreteState::set_side(std::uint32_t surface, Side side) {
  if (values_.write(Cell::side, surface, static_cast<double>(side))) {
    mark_due(system_.readers.of_surface[surface]);
  }
}

void DiscreteState::set_pre(std::uint32_t variable, double value) {
  values_.write(Cell::pre, variable, value);
}

void DiscreteState::begin_with(std::uint32_t variable, double value, double time,
                               ContinuousValues& continuous) {
  if (values_.write(Cell::value, variable, value)) {
    mark_due(system_.readers.of_value[variable]);
    find_threshold_sides(system_.readers.surfaces_of_value[variable], time, continuous);
  }
  if (values_.write(Cell::pre, variable, value)) {
    mark_due(system_.readers.of_pre[variable]);
    find_threshold_sides(system_.readers.surfaces_of_pre[variable], time, continuous);
  }
}

void DiscreteState::tick(std::uint32_t clock) {
  if (!values_.write(Cell::clock, clock, 1.0)) return;
  ticking_.push_back(clock);
  mark_due(system_.readers.of_clock[clock]);
}

void DiscreteState::continuous_values_changed() {
  for (const std::uint32_t node : read_continuous_) mark_due(node);
}

void DiscreteState::set_value(std::uint32_t variable, double value, double time,
                              ContinuousValues& continuous) {
  if (!values_.write(Cell::value, variable, value)) return;
  changed_values_.push_back(variable);
  outcome_.changed_values.push_back(variable);
  mark_due(system_.readers.of_value[variable]);
  find_threshold_sides(system_.readers.surfaces_of_value[variable], time, continuous);
  if (!values_.is_starting()) {
    find_sides_of_states(system_.readers.surfaces_of_value[variable], time, continuous);
  }
}

double DiscreteState::threshold_of(std::uint32_t surface, double time,
                                   ContinuousValues& continuous) {
  return evaluate(system_.surfaces[surface].threshold->threshold, time, continuous);
}

// g = sense*(time - threshold)
void DiscreteState::find_threshold_side(std::uint32_t surface, double time,
                                        ContinuousValues& continuous) {
  const bool is_ahead = (threshold_of(surface, time, continuous) - time) * direction_ > 0.0;
  const double sense = system_.surfaces[surface].threshold->sense * direction_;
  set_side(surface, (sense > 0.0) == is_ahead ? Side::negative : Side::positive);
}

// Relations of time alone follow at once when a value that their threshold reads changes: what
// reads both must not see the one without the other.
void DiscreteState::find_threshold_sides(std::span<const std::uint32_t> surfaces, double time,
                                         ContinuousValues& continuous) {
  for (const std::uint32_t surface : surfaces) {
    if (system_.surfaces[surface].threshold) find_threshold_side(surface, time, continuous);
  }
}

// The same for relations between states and discrete values. At zero the motion that follows
// decides.
void DiscreteState::find_sides_of_states(std::span<const std::uint32_t> surfaces, double time,
                                         ContinuousValues& continuous) {
  for (const std::uint32_t surface : surfaces) {
    const std::optional<ScalarCode>& function = system_.surfaces[surface].function;
    if (!function || !continuous.is_free(SurfaceId(surface))) continue;
    const double value = evaluate(*function, time, continuous);
    if (std::isnan(value)) continue;
    if (std::fabs(value) <= values_.rounding(*function, time, continuous)) continue;
    set_side(surface, value > 0.0 ? Side::positive : Side::negative);
  }
}

const PassOutcome& DiscreteState::run_pass(double time, ContinuousValues& continuous) {
  pass_ = ++last_pass_;
  outcome_.clear();
  read_continuous_.clear();
  for (const auto& [variable, value] : assigned_) {
    set_value(variable, value, time, continuous);
  }
  assigned_.clear();
  run_due_nodes(time, continuous);
  return outcome_;
}

void DiscreteState::run_due_nodes(double time, ContinuousValues& continuous) {
  for (auto node = values_.take_due(); node != DiscreteValues::kNoNode; node = values_.take_due()) {
    run_node(node, time, continuous);
  }
}

bool DiscreteState::count_steps_again(double time, ContinuousValues& continuous) {
  const std::size_t changed = outcome_.changed_values.size();
  for (const std::uint32_t index : std::vector(read_continuous_)) {
    const DiscreteNode& node = system_.nodes[index];
    if (node.kind == NodeKind::equation && system_.is_hidden[node.target]) mark_due(index);
  }
  run_due_nodes(time, continuous);
  return outcome_.changed_values.size() > changed;
}

bool DiscreteState::evaluate_again(std::span<const std::uint32_t> nodes, double time,
                                   ContinuousValues& continuous) {
  const auto changes = [&] {
    return outcome_.changed_values.size() + outcome_.changed_guards.size();
  };
  const std::size_t before = changes();
  mark_due(nodes);
  run_due_nodes(time, continuous);
  return changes() > before;
}

// A pass with what `prepare` has changed; `read` looks at what it has led to, and nothing of it
// stays.
template <typename Prepare, typename Read>
void DiscreteState::try_pass(const Prepare& prepare, double time, ContinuousValues& continuous,
                             const Read& read) {
  const std::size_t mark = values_.mark();
  const PassOutcome outcome = outcome_;
  const std::vector<std::uint32_t> read_before = read_continuous_;
  const std::size_t changed_values = changed_values_.size();
  const std::size_t changed_guards = changed_guards_.size();
  const std::vector<Firing> firings = firings_;
  const std::vector<std::uint64_t> carried_out_in = carried_out_in_;
  const std::uint64_t pass = pass_;
  prepare();
  run_pass(time, continuous);
  read();
  undo_to(mark);
  firings_ = firings;
  carried_out_in_ = carried_out_in;
  pass_ = pass;
  outcome_ = outcome;
  read_continuous_ = read_before;
  changed_values_.resize(changed_values);
  changed_guards_.resize(changed_guards);
}

std::vector<std::uint8_t> DiscreteState::probe(std::span<const std::pair<SurfaceId, Side>> sides,
                                               std::span<const std::uint32_t> guards, double time,
                                               ContinuousValues& continuous) {
  std::vector<std::uint8_t> values;
  const auto set_sides = [&] {
    for (const auto& [surface, side] : sides) set_side(surface.index(), side);
  };
  try_pass(set_sides, time, continuous, [&] {
    for (const std::uint32_t guard : guards) values.push_back(values_.guard(guard) ? 1 : 0);
  });
  return values;
}

DiscreteState::Literal DiscreteState::find_literal_start(
    std::span<const std::pair<SurfaceId, Side>> sides, double time, ContinuousValues& continuous) {
  const auto set_sides = [&] {
    for (const auto& [surface, side] : sides) set_side(surface.index(), side);
    mark_all_due();
  };
  Literal literal;
  try_pass(set_sides, time, continuous, [&] {
    literal = {known().value, values_.guards(), values_.conditions()};
  });
  return literal;
}

DiscreteState::LiteralChanges DiscreteState::begin_after(const Literal& literal, double time,
                                                         ContinuousValues& continuous) {
  LiteralChanges changes;
  take_conditions(literal.condition);
  for (std::uint32_t v = 0; v < literal.value.size(); ++v) {
    const double value = literal.value[v];
    const bool is_own = v < system_.is_discrete.size() && system_.is_discrete[v] &&
                        !system_.is_hidden[v] && !system_.is_binary[v];
    if (!is_own || value == known().value[v]) continue;
    // What equations say of it is found in the pass.
    if (is_assigned_[v]) {
      changes.value.push_back(v);
      set_value(v, value, time, continuous);
    } else {
      changed_values_.push_back(v);
    }
    if (!values_.write(Cell::pre, v, value)) continue;
    changes.pre.push_back(v);
    mark_due(system_.readers.of_pre[v]);
    find_threshold_sides(system_.readers.surfaces_of_pre[v], time, continuous);
  }
  for (std::uint32_t g = 0; g < literal.guard.size(); ++g) {
    if (!values_.write(Cell::pre_guard, g, literal.guard[g])) continue;
    changed_guards_.push_back(g);
    mark_due(system_.readers.of_pre_guard[g]);
  }
  return changes;
}

void DiscreteState::take_conditions(const std::vector<std::uint8_t>& conditions) {
  for (std::uint32_t clause = 0; clause < system_.clauses.size(); ++clause) {
    bool has_changed = false;
    for (std::uint32_t i = first_condition_[clause]; i < first_condition_[clause + 1]; ++i) {
      has_changed |= values_.write(Cell::condition, i, conditions[i]);
    }
    if (has_changed) mark_due(clause_node_[clause]);
  }
}

bool DiscreteState::is_active(const DiscreteNode& node) const {
  return std::all_of(
      node.active_if.begin(), node.active_if.end(),
      [&](const KnownLiteral& literal) { return values_.guard(literal.guard) == literal.value; });
}

void DiscreteState::run_node(std::uint32_t index, double time, ContinuousValues& continuous) {
  const DiscreteNode& node = system_.nodes[index];
  if (node.kind == NodeKind::when_clause) return run_clause(node, time, continuous);
  if (node.kind == NodeKind::when_action) return run_action(node, time, continuous);
  if (!is_active(node)) return;
  const bool counts_steps = node.kind == NodeKind::equation && system_.is_hidden[node.target] &&
                            node.reads_continuous && !values_.is_starting();
  const double value = counts_steps
                           ? values_.evaluate_step(node.value, time, direction_, continuous)
                           : evaluate(node.value, time, continuous);
  if (node.reads_continuous) read_continuous_.push_back(index);
  if (!std::isfinite(value)) {
    note_non_finite(index);
    return;
  }
  switch (node.kind) {
    case NodeKind::equation:
      set_value(node.target, value, time, continuous);
      return;
    case NodeKind::guard:
      if (values_.write(Cell::guard, node.target, value != 0.0 ? 1.0 : 0.0)) {
        changed_guards_.push_back(node.target);
        outcome_.changed_guards.push_back(node.target);
        mark_due(system_.readers.of_guard[node.target]);
      }
      return;
    case NodeKind::assertion:
      if (value != 0.0) return;
      if (node.ends_run) {
        if (!outcome_.failed_assertion) outcome_.failed_assertion = node.target;
      } else {
        outcome_.warned_assertions.push_back(node.target);
      }
      return;
    case NodeKind::when_clause:
    case NodeKind::when_action:
      return;  // above
  }
}

void DiscreteState::note_non_finite(std::uint32_t node) {
  if (!outcome_.non_finite_node) outcome_.non_finite_node = node;
}

// A branch fires when one of its conditions has become true, unless an earlier one does.
void DiscreteState::run_clause(const DiscreteNode& node, double time,
                               ContinuousValues& continuous) {
  const WhenClauseCode& clause = system_.clauses[node.target];
  std::uint32_t condition = first_condition_[node.target];
  std::optional<std::uint32_t> fired;
  const bool has_fired_at_start =
      !values_.is_starting() && start_pass_ && firings_[node.target].pass == *start_pass_;
  for (std::uint32_t b = 0; b < clause.branches.size(); ++b) {
    for (const ScalarCode& code : clause.branches[b].conditions) {
      if (values_.is_starting()) {
        // What holds from the start has not become true; `initial()` does.
        const double value = values_.evaluate_without_initial(code, time, continuous);
        values_.write(Cell::condition, condition, value != 0.0 ? 1.0 : 0.0);
      }
      const bool is_true = evaluate(code, time, continuous) != 0.0;
      const bool has_become_true = is_true && values_.conditions()[condition] == 0;
      // The start and the ticks at it are one event: what initial() has fired they do not fire
      // again.
      const bool is_again = has_become_true && has_fired_at_start &&
                            values_.evaluate_without_initial(code, time, continuous) == 0.0;
      if (has_become_true && !is_again && !fired) fired = b;
      values_.write(Cell::condition, condition, is_true ? 1.0 : 0.0);
      ++condition;
    }
  }
  // What it does may take its condition back (`when time >= next then next = pre(next) + 1`): it
  // has fired in this pass all the same.
  Firing& firing = firings_[node.target];
  if (!fired || firing.pass == pass_) return;
  firing = {.pass = pass_, .branch = *fired};
  for (const std::uint32_t action : clause.branches[*fired].actions) {
    mark_due(action_node_[action]);
  }
}

void DiscreteState::run_action(const DiscreteNode& node, double time,
                               ContinuousValues& continuous) {
  const WhenActionCode& action = system_.actions[node.target];
  const Firing& firing = firings_[action.clause];
  if (firing.pass != pass_ || firing.branch != action.branch) return;
  switch (action.kind) {
    case WhenActionKind::assign: {
      const double value = evaluate(action.value, time, continuous);
      if (!std::isfinite(value)) return note_non_finite(action_node_[node.target]);
      set_value(action.target, value, time, continuous);
      break;
    }
    case WhenActionKind::reinit:
      break;  // evaluated by the caller, who knows the component
    case WhenActionKind::terminate:
      if (!outcome_.terminated_by) outcome_.terminated_by = node.target;
      break;
    case WhenActionKind::assertion:
      if (evaluate(action.value, time, continuous) != 0.0) break;
      if (action.ends_run) {
        if (!outcome_.failed_action) outcome_.failed_action = node.target;
      } else {
        outcome_.warned_actions.push_back(node.target);
      }
      break;
  }
  if (carried_out_in_[node.target] == pass_) return;  // and now again, on other values
  carried_out_in_[node.target] = pass_;
  outcome_.fired.push_back(node.target);
}

bool DiscreteState::refresh_fired(double time, ContinuousValues& continuous) {
  bool has_changed = false;
  for (const std::uint32_t index : outcome_.fired) {
    const WhenActionCode& action = system_.actions[index];
    if (action.kind != WhenActionKind::assign || !action.reads_continuous) continue;
    const double value = evaluate(action.value, time, continuous);
    if (!std::isfinite(value)) {
      note_non_finite(action_node_[index]);
      continue;
    }
    has_changed |= value != known().value[action.target];
    set_value(action.target, value, time, continuous);
  }
  return has_changed;
}

void DiscreteState::settle(double time, ContinuousValues& continuous,
                           std::vector<std::uint32_t>& changed_pre) {
  for (const std::uint32_t variable : changed_values_) {
    if (!values_.write(Cell::pre, variable, known().value[variable])) continue;
    changed_pre.push_back(variable);
    mark_due(system_.readers.of_pre[variable]);
    find_threshold_sides(system_.readers.surfaces_of_pre[variable], time, continuous);
  }
  for (const std::uint32_t guard : changed_guards_) {
    if (values_.write(Cell::pre_guard, guard, values_.guard(guard) ? 1.0 : 0.0)) {
      mark_due(system_.readers.of_pre_guard[guard]);
    }
  }
  for (const std::uint32_t clock : ticking_) {
    if (values_.write(Cell::clock, clock, 0.0)) mark_due(system_.readers.of_clock[clock]);
  }
  changed_values_.clear();
  changed_guards_.clear();
  ticking_.clear();
}

}  // namespace saltus
