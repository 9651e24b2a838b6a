#pragma once

#include <optional>
#include <string>
#include <vector>

#include "saltus/analysis/constructive/mode_defect.h"
#include "saltus/analysis/constructive/status.h"
#include "saltus/compiler/flat/flat_system.h"

namespace saltus {

using NodeId = Id<struct ConstructiveNodeTag>;
using RunId = Id<struct ConstructiveRunTag>;
using ModeNumber = Id<struct ConstructiveModeTag>;

// The atomic actions of S0, Algorithm 5, and two of ours (docs/theory/constructive_semantics.md).
enum class MicroStepKind : std::uint8_t {
  guard,          // lines 9, 10: evaluate a guard, disable the equations of the other side
  assume_guard,   // ours: it needs what it guards; it is decided first and must hold afterwards
  redundant,      // line 11: Δ <- equations
  solve,          // line 6: a block
  forward_shift,  // line 14: FS(equations)
  latent,         // line 20: LE(equations)
  left_limit,     // ours: values that no equation determines keep their left limits
  tick,           // line 2
};

struct ConstructiveStep {
  MicroStepKind kind;
  NodeId from, to;
  std::optional<GuardLiteral> literal = {};  // guard, assume_guard
  std::vector<EquationAt> equations = {};    // as they were before; latent: those added
  std::vector<ValueAt> variables = {};       // solve, left_limit
};

// Why no micro-step leads on (line 18).
struct ConstructiveFailure {
  std::vector<EquationAt> equations;  // enabled, and not solved
  std::vector<ValueAt> variables;     // that nothing determines
};

struct ConstructiveNode {
  Status status;
  Context context;
  bool begins_instant = false;       // reached by a tick, or the first one
  std::vector<std::uint32_t> steps;  // that leave it, in `micro_steps`
  std::optional<ConstructiveFailure> failure = {};
};

enum class RunKind : std::uint8_t {
  continuous,  // an elementary cycle: this is what a mode does as long as it lasts
  reset,       // on the way into a mode
  failed,
};

// One instant: from a tick to the next one.
struct ConstructiveRun {
  NodeId from, to;
  ModeNumber mode;
  std::vector<std::uint32_t> steps;  // in `micro_steps`, the tick included
  RunKind kind = RunKind::reset;
};

// What a change of mode does to a variable: x^(k) is of magnitude ∂^-(order + k), so that
// order 1 is an impulse, 0 a jump, -1 a kink: then der(x) jumps.
struct VariableOrder {
  VariableId variable;
  int order;
  int state_order;  // x, …, x^(state_order - 1) are state in the new mode

  bool is_impulsive() const { return order > 0; }
  // Which derivative jumps, if the variable itself does not.
  int jumping_derivative() const { return order < 0 ? -order : 0; }
  // Otherwise it is algebraic, and only follows the new equations.
  bool is_state() const { return jumping_derivative() < state_order; }
};

// `continuous`: no value of the state jumps and none is infinite; algebraic ones may follow
// the new equations.
enum class ChangeVerdict : std::uint8_t {
  continuous,
  jump,
  impulsive,
  under_determined,  // no run leads into the new mode
  over_determined,   // the runs never end
};

struct ModeChange {
  ModeNumber from, to;
  std::vector<RunId> runs = {};  // until the first continuous one, exclusive
  ChangeVerdict verdict = ChangeVerdict::continuous;
  std::vector<VariableOrder> orders = {};  // of variables with a value that jumps or is infinite
  std::vector<EquationAt> deferred = {};   // forward shifts of the first run
  std::vector<ValueAt> left_limits = {};   // that nothing determined
  std::vector<EquationId> path_dependent = {};  // the factor of an infinite value jumps
  std::vector<EquationId> nonlinear = {};       // an infinite value enters nonlinearly

  bool is_determined() const { return verdict <= ChangeVerdict::impulsive; }
};

// An event that leaves the mode as it is: a `when` clause that sets states or discrete numbers, or
// the step of a floor(x).
struct SelfTransition {
  ModeNumber mode;
  std::vector<ExprId> conditions = {};   // of the `when` branch
  std::vector<WhenReinit> reinits = {};  // of states of the component
  std::vector<VariableId> steps = {};    // discrete numbers that its equations read
  ChangeVerdict verdict = ChangeVerdict::continuous;
  std::vector<VariableOrder> orders = {};
};

// A valuation of the guards that matter.
struct ConstructiveMode {
  std::vector<GuardLiteral> literals = {};  // ascending
  std::optional<RunId> run = {};            // its continuous run, if it has one
  std::vector<EquationId> equations = {};   // enabled
  bool is_singular = false;                 // structurally; then:
  ModeDefect defect = {};
  std::optional<MissingLawText> missing_law = {};
  bool lasts_one_instant = false;         // an edge holds in it
  int index = 0, degrees_of_freedom = 0;  // unless singular
};

// All runs of one component (S0, 3.3.2).
struct ConstructiveGraph {
  std::vector<VariableId> variables;  // of the component
  std::vector<EquationId> equations;  // in the order of the text
  std::vector<GuardId> guards;        // that matter
  IdMap<NodeId, ConstructiveNode> nodes;
  std::vector<ConstructiveStep> micro_steps;
  IdMap<RunId, ConstructiveRun> runs;
  IdMap<ModeNumber, ConstructiveMode> modes;
  std::vector<ModeChange> changes;
  std::vector<SelfTransition> self_transitions;
  // Runs that follow each other for ever although no guard changes (S0, Appendix B).
  std::vector<std::vector<RunId>> endless;
  std::optional<NodeId> first;  // nothing: no variables

  bool is_rejected() const;
};

}  // namespace saltus
