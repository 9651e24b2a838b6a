#pragma once

#include <vector>

#include "saltus/analysis/constructive/constructive_graph.h"
#include "saltus/analysis/constructive/evaluation.h"
#include "saltus/analysis/constructive/guarded_system.h"
#include "saltus/analysis/constructive/open_system.h"

namespace saltus {

struct Knowledge {
  Status status;
  Context context;
  friend auto operator<=>(const Knowledge&, const Knowledge&) = default;
};

struct NextStep {
  MicroStepKind kind;
  std::optional<GuardLiteral> literal;
  std::vector<EquationAt> equations;
  std::vector<ValueAt> variables;
  Knowledge after;
};

// Two for a guard, one otherwise; none: `failure`.
struct NextSteps {
  std::vector<NextStep> steps;
  std::optional<ConstructiveFailure> failure;
};

// S0, Algorithm 5: what can be done next with what is known. The choices that S0 leaves open
// are made as the resets of a simulation make them (docs/theory/constructive_semantics.md).
class Algorithm {
 public:
  explicit Algorithm(GuardedSystem& system) : system_(system) {}

  NextSteps next(const Knowledge& now);

  // At the beginning of an instant, with these values of the past and this context.
  Knowledge begin(const std::vector<ValueAt>& known, Context context) const;

 private:
  using Decision = GuardedSystem::Decision;
  bool is_successful(const Status& status);
  std::vector<GuardId> guards_to_decide(const Status& status);
  bool can_evaluate(GuardId guard, const Status& status) const;
  std::vector<std::vector<Row>> groups(const OpenSystem& open, const SelectedMode& mode) const;

  // How many shifts of each are handed on to the next instant; by VariableId and EquationId.
  struct Horizon {
    std::vector<int> variables, equations;
  };
  Horizon horizon(const SelectedMode& mode) const;
  NextStep tick(const Knowledge& now);
  std::optional<NextStep> apply_context(const Knowledge& now);
  std::optional<NextStep> solve(const Knowledge& now, const OpenSystem& open,
                                const std::vector<Row>& kept) const;
  NextSteps evaluate_guard(const Knowledge& now, GuardId guard, MicroStepKind kind);
  NextStep forward_shift(const Knowledge& now, const OpenSystem& open,
                         const std::vector<Row>& refused);
  NextStep add_latent(const Knowledge& now, const std::vector<EquationAt>& latent);
  std::optional<NextStep> take_left_limits(const Knowledge& now, const OpenSystem& open);
  void mention(Status& status, EquationAt equation);
  ConstructiveFailure fail(const Status& status);

  GuardedSystem& system_;
};

}  // namespace saltus
