#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "saltus/foundation/base/id_map.h"
#include "saltus/foundation/diagnostics/source_span.h"
#include "saltus/foundation/expr/expr_pool.h"

namespace saltus {

enum class ValueType { real, integer, boolean };

// How free a start value is (Modelica's StateSelect, kept for printing and for
// ranking what to initialise).
enum class StateSelect { never, avoid, standard, prefer, always };

struct FlatVariable {
  std::string name;
  ValueType type = ValueType::real;
  bool is_discrete = false;  // constant between events
  bool is_protected = false;
  bool is_input = false;
  bool is_bound_input = false;  // an input that the model itself gives a value
  std::optional<double> start;  // only if the author wrote one
  // As written, where the value depends on parameters (change_parameters.h).
  std::optional<ExprId> start_binding, nominal_binding;
  bool fixed = false;  // start is a condition, not a guess
  std::optional<double> min, max, nominal;
  std::string unit, display_unit, quantity;
  StateSelect state_select = StateSelect::standard;
  std::string description;
  SourceSpan span;  // the declared name
  // Made by flattening and never shown: a floor(…) with events. It has an equation of its
  // own, at the end of the equations; its name is the call, `floor(x)`.
  bool is_hidden = false;
  std::optional<ExprId> floor_of;  // the operand
  // An Integer between 0 and 1 that no equation and no when clause determines: the
  // inequalities do (S4). It is discrete as well; it starts at `start`, or at 0.
  bool is_binary = false;
};

// A parameter or constant. `value` already includes overrides.
struct FlatParameter {
  std::string name;
  ValueType type = ValueType::real;
  bool is_constant = false;
  bool is_final = false;
  double value = 0.0;
  std::optional<ExprId> binding;  // as written, over other parameters
  std::string unit, display_unit, quantity, description;
  SourceSpan span;
  std::optional<double> min, max;
  // Its value has decided what the system consists of: a branch, a bound, a setting of the
  // experiment. Another value needs another flat system.
  bool is_structural = false;
};

// A Boolean condition that selects equations or branches of if-expressions.
struct Guard {
  ExprId condition;
  SourceSpan span;  // where it was first written
};

struct GuardLiteral {
  GuardId guard;
  bool value;
  friend bool operator==(GuardLiteral, GuardLiteral) = default;
};

// left = right, active in the modes in which all literals of `when` hold.
struct FlatEquation {
  ExprId left;
  ExprId right;
  std::vector<GuardLiteral> active_if;  // empty: in every mode
  SourceSpan span;
  std::string description;
  bool is_hidden = false;  // determines the hidden variable on its left
  // Gives the substituted variable on its left the value that stands for it elsewhere.
  bool is_substitution = false;
  bool is_branch = false;   // of the equation at the span, which has several
  bool is_binding = false;  // of the variable on its left, in the declaration
};

// One alternative `v <- value` of a substitution, open in the modes in which all literals hold.
struct SubstitutionBranch {
  ExprId value;  // may mention other substituted variables, not their derivatives
  std::vector<GuardLiteral> active_if;
  SourceSpan span;
};

// v <- value (order 0) or der(v) <- value (order 1). Nothing else mentions what is replaced, but
// a substituted `v` has an equation `v = value`, for the results and for other such equations.
struct FlatSubstitution {
  VariableId variable;
  int order = 0;
  std::vector<SubstitutionBranch>
      branches;                // the first active one counts; in the order of the text
  int highest_derivative = 0;  // of the variable that the author mentions
};

// An if-equation without `else`, or whose branches all have conditions: in the modes in which
// all literals hold, none of them is active.
struct IfWithoutElse {
  std::vector<GuardLiteral> none_active;
  SourceSpan span;
};

// function <= 0, active in the modes in which all literals hold. The inequalities
// together determine the binary unknowns.
struct FlatInequality {
  ExprId function;
  std::vector<GuardLiteral> active_if;
  SourceSpan span;
  std::string description;
};

enum class AssertionLevel { error, warning };

struct FlatAssertion {
  ExprId condition;
  std::string message;
  AssertionLevel level = AssertionLevel::error;
  std::vector<GuardLiteral> active_if;
  SourceSpan span;
  // One branch of this substitution is active: not written by the author.
  std::optional<std::size_t> of_substitution = std::nullopt;
};

// What a `when` clause does: discrete := value, reinit(state, value), terminate.
struct WhenAssign {
  VariableId target;
  ExprId value;
  SourceSpan span;
};
struct WhenReinit {
  VariableId state;
  int order;  // reinit(der(x), …) is order 1
  ExprId value;
  SourceSpan span;
};
struct WhenTerminate {
  std::string message;
  SourceSpan span;
};
struct WhenAssert {
  ExprId condition;
  std::string message;
  AssertionLevel level;
  SourceSpan span;
};
using WhenAction = std::variant<WhenAssign, WhenReinit, WhenTerminate, WhenAssert>;

struct WhenBranch {
  std::vector<ExprId> conditions;  // several for `when {a, b} then`
  std::vector<WhenAction> actions;
  SourceSpan span;
};

struct FlatWhen {
  std::vector<WhenBranch> branches;  // when, elsewhen, …
  SourceSpan span;
  std::string event = {};  // what its events are called, if the author did not write it
};

// annotation(experiment(…))
struct Experiment {
  std::optional<double> start_time, stop_time, tolerance, interval;
};

// The whole model: every mode at once (semantics 1). A mode is a valuation of
// `guards`; it selects equations and the branches of if-expressions.
struct FlatSystem {
  std::string name;
  std::string description;
  ExprPool pool;
  IdMap<ParameterId, FlatParameter> parameters;
  std::vector<ParameterId> parameter_order;   // each after those that its binding mentions
  IdMap<VariableId, FlatVariable> variables;  // declaration order, then hidden ones
  IdMap<GuardId, Guard> guards;
  IdMap<EquationId, FlatEquation> equations;  // in the order of the text
  std::vector<FlatEquation> initial_equations;
  std::vector<FlatInequality> inequalities;  // in the order of the text
  std::vector<FlatSubstitution> substitutions;
  std::vector<IfWithoutElse> ifs_without_else;
  std::vector<FlatAssertion> assertions;
  std::vector<FlatWhen> whens;
  std::vector<std::vector<double>> tables;  // of Op::table; only inputs from outside have some
  Experiment experiment;
  std::string other_annotations;  // as written, printed back by `flatten`
};

}  // namespace saltus
