#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "saltus/executable/executable_mode.h"
#include "saltus/foundation/expr/expr.h"

namespace saltus {

// The discrete half of a model, ready to run: what is decided at events. Between
// events nothing of it changes.

// Straight-line code for one number (Booleans are 0 and 1): an instruction's result
// is at its own position, operands come before it, the last one is the value.
enum class ScalarOp : std::uint8_t {
  number,      // value
  known,       // discrete variable a, its present value
  pre,         // the left limit of variable a, discrete or continuous
  continuous,  // the b-th derivative of the continuous variable a
  time,
  guard,      // guard a, its present value
  pre_guard,  // guard a, its value before this pass
  relation,   // `op` (less, …, not_equal) between the event function of surface a and 0
  clock,      // sample: is this a tick of clock a?
  initial,
  terminal,
  unary,    // op of a
  binary,   // op of a and b
  if_else,  // a: condition, b, c
  table,    // `op` (table, table_position) of table b at the value of a
};

// How many of a, b, c are positions of operands.
constexpr int operand_count(ScalarOp kind) {
  switch (kind) {
    case ScalarOp::unary:
    case ScalarOp::table:
      return 1;
    case ScalarOp::binary:
      return 2;
    case ScalarOp::if_else:
      return 3;
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
  return 0;
}

struct ScalarInstruction {
  ScalarOp kind;
  Op op = Op::constant;
  std::uint32_t a = 0, b = 0, c = 0;
  double value = 0.0;
};

using ScalarCode = std::vector<ScalarInstruction>;

struct KnownLiteral {
  std::uint32_t guard;
  bool value;
};

// A surface that only time crosses: g = sense*(time - threshold). The time of its
// crossing is known without a search.
struct TimeThreshold {
  ScalarCode threshold;
  int sense = 1;
};

// How an event function is found: in a component, by its series, or from time alone.
struct WatchedSurface {
  std::optional<std::uint32_t> component;
  std::optional<TimeThreshold> threshold;  // exactly one of the two
  // The function itself, where it reads discrete values and beside them only what a pass does not
  // change, states and time: its side follows within the pass in which such a value changes.
  std::optional<ScalarCode> function;
  std::string text;            // the relation as written
  bool is_true_below = false;  // the relation holds where the function is negative
  bool reads_guard = false;    // in another mode it may be another function of the state
  bool is_inequality = false;  // function <= 0 has to hold; no guard reads it
};

// sample(start, interval)
struct Clock {
  double start = 0.0;
  double interval = 0.0;
};

struct WhenBranchCode {
  std::vector<ScalarCode> conditions;  // the branch fires when one of them becomes true
  std::vector<std::uint32_t> actions;  // in DiscreteSystem::actions
};

struct WhenClauseCode {
  std::vector<WhenBranchCode> branches;
};

enum class WhenActionKind : std::uint8_t { assign, reinit, terminate, assertion };

struct WhenActionCode {
  WhenActionKind kind;
  std::uint32_t clause = 0, branch = 0;
  std::uint32_t target = 0;       // VariableId of assign and reinit
  int order = 0;                  // reinit(der(x), …) is order 1
  ScalarCode value;               // assertion: its condition
  bool reads_continuous = false;  // assign: the value mentions continuous variables or time
  bool ends_run = true;           // assertion: not just a warning
  std::uint32_t source = 0;       // which action of the branch, in the order of the text
};

// One thing that is evaluated in a pass.
enum class NodeKind : std::uint8_t {
  equation,     // discrete variable `target` := value, if all literals hold
  guard,        // guard `target` := value
  when_clause,  // decide which branch of clause `target` fires
  when_action,  // action `target`, if its branch fired
  assertion,    // assertion `target` of the flat system, if all literals hold
};

struct DiscreteNode {
  NodeKind kind;
  std::uint32_t target = 0;
  std::vector<KnownLiteral> active_if;
  ScalarCode value;
  bool reads_continuous = false;  // mentions continuous variables outside relations
  bool ends_run = true;           // assertion: not just a warning
};

// Who must be looked at when something changes: positions in `nodes`, ascending.
struct Readers {
  std::vector<std::vector<std::uint32_t>> of_surface, of_clock;
  std::vector<std::vector<std::uint32_t>> of_value, of_pre;        // by VariableId
  std::vector<std::vector<std::uint32_t>> of_guard, of_pre_guard;  // by GuardId
  std::vector<std::uint32_t> of_initial, of_terminal;
  // Components whose equations read a known value or a guard, and surfaces that do.
  std::vector<std::vector<std::uint32_t>> components_of_value, components_of_pre;
  std::vector<std::vector<std::uint32_t>> components_of_guard;
  std::vector<std::vector<std::uint32_t>> surfaces_of_value, surfaces_of_pre;
};

// Binary unknowns that as many inequalities determine together.
struct SubProblem {
  std::vector<std::uint32_t> binaries;  // VariableIds
  std::vector<SurfaceId> inequalities;
};

struct DiscreteSystem {
  std::vector<WatchedSurface> surfaces;  // by SurfaceId
  std::vector<Clock> clocks;
  std::vector<DiscreteNode> nodes;  // in the order in which a pass evaluates them
  std::vector<WhenClauseCode> clauses;
  std::vector<WhenActionCode> actions;
  Readers readers;
  // Start values by VariableId. Of a continuous variable it is the left limit at the start, for
  // equations that read pre(…).
  std::vector<double> start;
  std::vector<bool> is_discrete;         // by VariableId
  std::vector<bool> is_hidden;           // by VariableId: not reported
  std::vector<bool> is_binary;           // by VariableId: inequalities determine it
  std::vector<SubProblem> sub_problems;  // in the order in which they are solved
  std::size_t guard_count = 0;
  std::vector<std::vector<double>> tables;
};

// The entry at a position, or how many entries are not larger than a number.
inline double look_up(const std::vector<double>& table, Op op, double at) {
  if (op == Op::table_position) {
    return static_cast<double>(std::upper_bound(table.begin(), table.end(), at) - table.begin());
  }
  return at >= 0.0 && at < static_cast<double>(table.size()) ? table[static_cast<std::size_t>(at)]
                                                             : std::nan("");
}

}  // namespace saltus
