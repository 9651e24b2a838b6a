#include "saltus/compiler/modes/values_at_start.h"

#include <cmath>
#include <utility>

#include "saltus/compiler/hybrid/expression_walk.h"

namespace saltus {

ValuesAtStart::ValuesAtStart(const FlatSystem& system, double time, std::span<const double> known)
    : system_(system),
      time_(time),
      known_(known),
      evaluator_(system.pool,
                 [this](const Expr& leaf) -> std::optional<double> {
                   if (const Cell* cell = cell_of(leaf)) return cell->value;
                   switch (leaf.op) {
                     case Op::pre:
                       return start_of(leaf.variable());
                     case Op::parameter:
                       return system_.parameters[ParameterId(leaf.a)].value;
                     case Op::time:
                       return time_;
                     case Op::initial:
                       return 1.0;
                     default:
                       return 0.0;
                   }
                 }),
      values_(system.variables.size()),
      derivatives_(system.variables.size()),
      guards_(system.guards.size()),
      is_defined_(system.variables.size(), false),
      mode_(system.guards.size(), false) {
  collect();
  take_known_values();
  for (const bool only_fixed : {true, false}) {
    take_starts(only_fixed);
    follow();
  }
  take_rest();
  follow();
  for (const GuardId id : system.guards.ids()) mode_[id] = guards_[id].value.value_or(0.0) != 0.0;
}

double ValuesAtStart::start_of(VariableId variable) const {
  const bool is_known =
      system_.variables[variable].is_discrete || system_.variables[variable].is_input;
  if (is_known && !known_.empty()) return known_[variable.index()];
  return system_.variables[variable].start.value_or(0.0);
}

// Where the value of a leaf is found; nothing if it does not have to be. Of a continuous variable
// pre(x) is x: nothing came before the start.
ValuesAtStart::Cell* ValuesAtStart::cell_of(const Expr& leaf) {
  switch (leaf.op) {
    case Op::variable:
      if (leaf.order() == 0) return &values_[leaf.variable()];
      return leaf.order() == 1 ? &derivatives_[leaf.variable()] : nullptr;
    case Op::pre:
      return system_.variables[leaf.variable()].is_discrete ? nullptr : &values_[leaf.variable()];
    case Op::guard:
    case Op::pre_guard:
      return &guards_[GuardId(leaf.a)];
    default:
      return nullptr;
  }
}

void ValuesAtStart::collect() {
  for (const GuardId id : system_.guards.ids()) {
    define({.kind = Kind::guard, .target = id.index(), .expr = system_.guards[id].condition});
  }
  for (const VariableId id : system_.variables.ids()) {
    const FlatVariable& variable = system_.variables[id];
    if (variable.floor_of) {
      define({.kind = Kind::step, .target = id.index(), .expr = *variable.floor_of});
    }
  }
  for (const FlatEquation& equation : system_.initial_equations) define_by(equation);
  for (const FlatEquation& equation : system_.equations) {
    if (!equation.is_hidden) define_by(equation);
  }
  // Readers are counted when all definitions are known.
  ExpressionWalk walk(system_.pool);
  for (std::uint32_t d = 0; d < definitions_.size(); ++d) {
    Definition& definition = definitions_[d];
    const auto read = [&](Cell* cell) {
      if (cell == nullptr) return;
      ++definition.open;
      cell->readers.push_back(d);
    };
    walk.start();
    walk.leaves(definition.expr, [&](const Expr& leaf) { read(cell_of(leaf)); });
    for (const GuardLiteral literal : definition.active_if) read(&guards_[literal.guard]);
    if (definition.open == 0) ready_.push_back(d);
  }
}

void ValuesAtStart::define(Definition definition) { definitions_.push_back(std::move(definition)); }

void ValuesAtStart::define_by(const FlatEquation& equation) {
  define_side(equation.left, equation.right, equation);
  define_side(equation.right, equation.left, equation);
}

void ValuesAtStart::define_side(ExprId side, ExprId other, const FlatEquation& equation) {
  const Expr& expr = system_.pool[side];
  if (expr.op != Op::variable || expr.order() > 1) return;
  if (system_.variables[expr.variable()].floor_of) return;
  if (expr.order() == 0) is_defined_[expr.variable()] = true;
  define({.kind = expr.order() == 0 ? Kind::value : Kind::derivative,
          .target = expr.variable().index(),
          .expr = other,
          .active_if = equation.active_if});
}

void ValuesAtStart::set(Cell& cell, double value) {
  if (cell.value) return;
  cell.value = value;
  for (const std::uint32_t reader : cell.readers) {
    if (--definitions_[reader].open == 0) ready_.push_back(reader);
  }
}

void ValuesAtStart::follow() {
  while (!ready_.empty()) {
    const std::uint32_t next = ready_.back();
    ready_.pop_back();
    conclude(definitions_[next]);
  }
}

void ValuesAtStart::conclude(const Definition& definition) {
  for (const GuardLiteral literal : definition.active_if) {
    if ((guards_[literal.guard].value.value_or(0.0) != 0.0) != literal.value) return;
  }
  const double value = evaluator_.evaluate(definition.expr).value_or(std::nan(""));
  const VariableId variable(definition.target);
  switch (definition.kind) {
    case Kind::value:
      if (std::isfinite(value)) set(values_[variable], value);
      return;
    case Kind::derivative:
      if (std::isfinite(value)) set(derivatives_[variable], value);
      return;
    case Kind::step:
      return set(values_[variable], std::isfinite(value) ? std::floor(value) : 0.0);
    case Kind::guard:  // what depends on `sample` is not known here and counts as false
      return set(guards_[GuardId(definition.target)], std::isfinite(value) ? value : 0.0);
  }
}

// Discrete variables and inputs that no equation determines.
void ValuesAtStart::take_known_values() {
  for (const VariableId id : system_.variables.ids()) {
    const FlatVariable& variable = system_.variables[id];
    if (is_defined_[id] || variable.floor_of || variable.is_binary) continue;
    if (variable.is_discrete || variable.is_input) set(values_[id], start_of(id));
  }
}

void ValuesAtStart::take_starts(bool only_fixed) {
  for (const VariableId id : system_.variables.ids()) {
    const FlatVariable& variable = system_.variables[id];
    if (variable.is_discrete || !variable.start || (only_fixed && !variable.fixed)) continue;
    set(values_[id], *variable.start);
  }
}

// Steps follow from what they count.
void ValuesAtStart::take_rest() {
  for (const VariableId id : system_.variables.ids()) {
    if (!system_.variables[id].floor_of) set(values_[id], start_of(id));
    set(derivatives_[id], 0.0);
  }
}

}  // namespace saltus
