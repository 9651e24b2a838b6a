#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "saltus/compiler/flat/flat_system.h"
#include "saltus/compiler/flat/symbol_targets.h"
#include "saltus/compiler/names/arguments.h"
#include "saltus/compiler/names/resolved_model.h"
#include "saltus/foundation/diagnostics/diagnostics.h"
#include "saltus/foundation/expr/differentiate.h"
#include "saltus/foundation/expr/evaluate.h"
#include "saltus/foundation/expr/variability.h"

namespace saltus {

// What becomes of conditions and corners in an expression.
enum class Timing : std::uint8_t {
  parameter,   // kept as written: the value of a parameter, before the run
  event_free,  // decided ones are resolved, the rest is taken literally
  events,      // decided ones are resolved, the rest becomes guards
};

// Turns expressions of the text into expressions of the flat system's pool.
class ExpressionBuilder {
 public:
  ExpressionBuilder(const syntax::SyntaxTree& tree, const ResolvedModel& resolved,
                    const SymbolTargets& targets, FlatSystem& system, Diagnostics& diagnostics);

  ExprId build(syntax::NodeId root, Timing timing);
  // The condition of an `if`, literal if it contains noEvent.
  ExprId build_condition(syntax::NodeId root, Timing timing);
  // The value of an expression over parameters, if it is one.
  std::optional<double> evaluate(ExprId expr) { return evaluator_.evaluate(expr); }
  // The same where the value decides what the flat system consists of: the parameters in it are
  // structural.
  std::optional<double> decide(ExprId expr);
  bool mentions_parameters(ExprId expr) const;
  GuardId guard_of(ExprId condition, SourceSpan span);

 private:
  struct Frame {
    syntax::NodeId node;
    Timing timing;
    std::uint32_t next = 0;   // child to build next
    std::uint32_t kept = 0;   // pairs of condition and value of an `if` that are on the stack
    bool is_decided = false;  // the value being built is the last one
  };

  void step();
  void step_call(Frame& frame);
  void step_if(Frame& frame);
  bool keep_condition(const Frame& frame, syntax::NodeId condition);
  void finish_if(const Frame& frame);
  void finish(ExprId value);
  ExprId pop();

  ExprId build_leaf(const syntax::Node& node, const ResolvedNode& resolved);
  ExprId build_number(const syntax::Node& node);
  ExprId build_symbol(SymbolId symbol);
  ExprId combine(syntax::NodeId id);
  ExprId combine_call(const Frame& frame, const CallArguments& arguments);
  ExprId differentiate(ExprId operand, SourceSpan span);
  ExprId left_limit(Builtin meaning, VariableId variable);
  ExprId left_limit_of_condition(Builtin meaning, ExprId condition, SourceSpan span);
  ExprId compare_with_past(Builtin meaning, ExprId now, ExprId before);
  ExprId event_function(const Frame& frame, Op op, ExprId a, ExprId b);
  ExprId division(const Frame& frame, Builtin meaning, ExprId a, ExprId b);
  ExprId choose(Op relation, ExprId a, ExprId b, ExprId then, ExprId otherwise, SourceSpan span);
  ExprId truncation(const Frame& frame, ExprId operand);
  ExprId floor_with_events(ExprId operand, SourceSpan span);
  ExprId ceil_with_events(ExprId operand, SourceSpan span);
  ExprId check_finite(ExprId value, SourceSpan span, std::size_t first_operand);

  const syntax::SyntaxTree& tree_;
  const ResolvedModel& resolved_;
  const SymbolTargets& targets_;
  FlatSystem& system_;
  Diagnostics& diagnostics_;
  Evaluator evaluator_;
  Differentiator differentiator_;
  VariabilityTable variability_;
  std::unordered_map<ExprId, GuardId> guards_;     // by condition; looked up only
  std::unordered_map<ExprId, VariableId> floors_;  // by operand; looked up only
  std::size_t derivative_operations_ = 0;          // added to the pool by differentiation
  std::vector<Frame> frames_;
  std::vector<ExprId> values_;
};

}  // namespace saltus
