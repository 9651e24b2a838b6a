#include "saltus/analysis/constructive/self_transitions.h"

#include <algorithm>
#include <set>

#include "saltus/analysis/constructive/magnitude.h"
#include "saltus/compiler/hybrid/expression_walk.h"

namespace saltus {
namespace {

// An event by itself, before it is seen from a mode.
struct Event {
  std::vector<ExprId> conditions;
  std::vector<WhenReinit> reinits;
  std::vector<VariableId> steps;
};

class SelfTransitionSearch {
 public:
  SelfTransitionSearch(GuardedSystem& system, const ConstructiveGraph& graph)
      : system_(system), flat_(system.flat()), graph_(graph), walk_(flat_.pool) {}

  std::vector<SelfTransition> run() {
    find_events();
    for (const ModeNumber mode : graph_.modes.ids()) {
      const ConstructiveMode& each = graph_.modes[mode];
      if (!each.run || each.lasts_one_instant) continue;
      const SelectedMode& selected = system_.selected(each.literals);
      if (!selected.structure) continue;
      for (const Event& event : events_) look_from(mode, selected, event);
    }
    return std::move(found_);
  }

 private:
  bool is_number(VariableId id) const { return flat_.variables[id].type != ValueType::boolean; }

  void find_events() {
    for (const FlatWhen& when : flat_.whens) {
      for (const WhenBranch& branch : when.branches) {
        Event event{.conditions = branch.conditions, .reinits = {}, .steps = {}};
        for (const WhenAction& action : branch.actions) {
          if (const auto* reinit = std::get_if<WhenReinit>(&action)) {
            event.reinits.push_back(*reinit);
          }
          if (const auto* assign = std::get_if<WhenAssign>(&action)) {
            if (is_number(assign->target)) event.steps.push_back(assign->target);
          }
        }
        if (!event.reinits.empty() || !event.steps.empty()) events_.push_back(std::move(event));
      }
    }
    for (const VariableId id : flat_.variables.ids()) {
      if (flat_.variables[id].floor_of) events_.push_back({{}, {}, {id}});
    }
  }

  // Which of the numbers a residual reads.
  std::set<VariableId> read_by(ExprId residual, const std::vector<VariableId>& numbers) {
    std::set<VariableId> read;
    walk_.start();
    walk_.leaves(residual, [&](const Expr& leaf) {
      if (leaf.op != Op::variable) return;
      if (std::find(numbers.begin(), numbers.end(), leaf.variable()) != numbers.end()) {
        read.insert(leaf.variable());
      }
    });
    return read;
  }

  void look_from(ModeNumber number, const SelectedMode& mode, const Event& event) {
    SelfTransition transition{.mode = number, .conditions = event.conditions};
    std::set<VariableId> steps;
    std::vector<EquationId> stepped;
    for (const ModeEquation& equation : mode.system.equations) {
      const std::set<VariableId> read = read_by(equation.residual, event.steps);
      if (!read.empty()) stepped.push_back(equation.equation);
      steps.insert(read.begin(), read.end());
    }
    std::vector<std::pair<Column, int>> set;
    for (const WhenReinit& reinit : event.reinits) {
      const auto& unknowns = mode.system.unknowns;
      const auto place = std::find(unknowns.begin(), unknowns.end(), reinit.state);
      if (place == unknowns.end()) continue;
      const Column column(static_cast<std::uint32_t>(place - unknowns.begin()));
      if (mode.structure->offsets.variable[column] <= reinit.order) continue;
      set.emplace_back(column, reinit.order);
      transition.reinits.push_back(reinit);
    }
    if (stepped.empty() && set.empty()) return;
    transition.steps.assign(steps.begin(), steps.end());
    transition.orders = orders_that_show(mode, magnitudes_at_event(system_, mode, stepped, set));
    transition.verdict = verdict_of(transition.orders);
    found_.push_back(std::move(transition));
  }

  GuardedSystem& system_;
  FlatSystem& flat_;
  const ConstructiveGraph& graph_;
  ExpressionWalk walk_;
  std::vector<Event> events_;
  std::vector<SelfTransition> found_;
};

}  // namespace

std::vector<SelfTransition> find_self_transitions(GuardedSystem& system,
                                                  const ConstructiveGraph& graph) {
  return SelfTransitionSearch(system, graph).run();
}

}  // namespace saltus
