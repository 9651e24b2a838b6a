#pragma once

#include <set>
#include <vector>

#include "saltus/compiler/names/arguments.h"
#include "saltus/compiler/names/resolved_model.h"
#include "saltus/compiler/names/symbol_table.h"
#include "saltus/foundation/diagnostics/diagnostics.h"

namespace saltus {

// Where an expression stands, as far as its meaning depends on it.
struct Surroundings {
  bool in_when = false;      // evaluated at events only
  bool in_no_event = false;  // makes no events
  bool in_relation = false;  // decides when an event happens
};

// Resolves names and checks types in expressions, children first.
class ExpressionChecker {
 public:
  ExpressionChecker(const syntax::SyntaxTree& tree, SymbolTable& symbols, ResolvedModel& resolved,
                    Diagnostics& diagnostics);

  const ResolvedNode& check(syntax::NodeId root, Surroundings surroundings = {});
  // Also says so unless the expression is a Boolean; `what` is "condition of `if`".
  const ResolvedNode& check_condition(syntax::NodeId root, std::string_view what,
                                      Surroundings surroundings = {});
  // A call that stands as an equation: assert, reinit, terminate. Arguments are
  // checked; null if it is none of these or wrongly called.
  const BuiltinFunction* check_equation_call(syntax::NodeId call, Surroundings surroundings);
  // What was found of an expression that was checked.
  const ResolvedNode& at(syntax::NodeId id) const { return resolved_.nodes[id]; }

 private:
  struct Frame {
    syntax::NodeId node;
    Surroundings surroundings;
    std::uint32_t next_child;
  };

  Surroundings inside(const Frame& frame) const;
  void leave(const Frame& frame);

  ResolvedNode resolve_name(const syntax::Node& node);
  bool is_leibniz(syntax::NodeId id) const;
  void report_leibniz(syntax::NodeId id);
  void report_derivative_of_discrete(syntax::NodeId argument);
  void report_call_of_variable(syntax::NodeId call);
  ResolvedNode check_unary(syntax::NodeId id);
  ResolvedNode check_binary(const Frame& frame);
  ResolvedNode check_arithmetic(syntax::NodeId id, ResolvedNode result);
  ResolvedNode check_relation(const Frame& frame, ResolvedNode result);
  ResolvedNode check_if(syntax::NodeId id);
  ResolvedNode check_call(const Frame& frame);
  Type result_type(const BuiltinFunction& function, const CallArguments& arguments) const;
  bool check_argument_list(syntax::NodeId call, const BuiltinFunction& function,
                           const CallArguments& arguments);
  bool check_argument_types(const BuiltinFunction& function, const CallArguments& arguments);
  bool check_meaning(const Frame& frame, const BuiltinFunction& function,
                     const CallArguments& arguments);
  bool check_left_limit(const Frame& frame, Builtin meaning, syntax::NodeId argument);
  const BuiltinFunction* find_function(syntax::NodeId call);

  // The node's children joined: poisoned if one is, as variable as the most variable.
  ResolvedNode join_children(syntax::NodeId id) const;
  bool expect(syntax::NodeId id, Type expected, std::string_view by);

  const syntax::SyntaxTree& tree_;
  SymbolTable& symbols_;
  ResolvedModel& resolved_;
  Diagnostics& diagnostics_;
  std::vector<Frame> frames_;
  std::vector<std::string_view> function_names_;
  std::set<SymbolId> reported_states_;  // set in a `when`
};

}  // namespace saltus
