#include "saltus/analysis/constructive/algorithm.h"

#include <algorithm>
#include <map>

#include "saltus/analysis/constructive/latent_equations.h"
#include "saltus/foundation/base/check.h"

namespace saltus {
namespace {

// A system of n equations is never shifted more often than this unless its index is infinite.
int shift_bound(const GuardedSystem& system) {
  return 2 * static_cast<int>(system.equations().size()) + 8;
}

}  // namespace

Knowledge Algorithm::begin(const std::vector<ValueAt>& known, Context context) const {
  Knowledge start;
  start.status.guards.assign(system_.guard_count(), Truth::irrelevant);
  start.status.variables.resize(system_.variable_count());
  start.status.equations.resize(system_.equation_count());
  for (const GuardId guard : system_.guards()) start.status.set(guard, Truth::undefined);
  for (const EquationId id : system_.equations()) {
    start.status.set(EquationAt{id, 0}, Truth::undefined);
  }
  for (const VariableId id : system_.variables()) {
    for (int k = 0; k <= system_.highest_order(id); ++k) {
      start.status.set(ValueAt{id, k}, Truth::undefined);
    }
  }
  for (const ValueAt value : known) start.status.set(value, Truth::is_true);
  std::sort(context.begin(), context.end());
  start.context = std::move(context);
  return start;
}

bool Algorithm::is_successful(const Status& status) {
  for (const EquationId id : system_.equations()) {
    const ShiftedTruth& truth = status.equations[id.index()];
    for (int shift = 0; shift < truth.size(); ++shift) {
      if (truth[shift] == Truth::undefined) return false;
    }
  }
  const std::vector<int> degrees = shifting_degrees(system_, status);
  return std::all_of(system_.variables().begin(), system_.variables().end(), [&](VariableId id) {
    return status.of(ValueAt{id, degrees[id.index()]}) == Truth::is_true;
  });
}

std::vector<GuardId> Algorithm::guards_to_decide(const Status& status) {
  std::vector<GuardId> guards;
  for (const EquationId id : system_.equations()) {
    const Decision& decision = system_.decide(id, status);
    if (decision.next) guards.push_back(*decision.next);
  }
  std::sort(guards.begin(), guards.end());
  guards.erase(std::unique(guards.begin(), guards.end()), guards.end());
  return guards;
}

bool Algorithm::can_evaluate(GuardId guard, const Status& status) const {
  const auto& reads = system_.reads(guard);
  return std::all_of(reads.begin(), reads.end(),
                     [&](ValueAt value) { return status.of(value) == Truth::is_true; });
}

NextSteps Algorithm::next(const Knowledge& now) {
  if (is_successful(now.status)) return {{tick(now)}, {}};
  if (auto step = apply_context(now)) return {{std::move(*step)}, {}};
  const OpenSystem open = open_system(system_, now.status);
  const std::vector<GuardId> guards = guards_to_decide(now.status);
  if (!guards.empty()) {
    std::vector<std::vector<Row>> all(1);
    for (const Row row : open.graph.rows()) all[0].push_back(row);
    const Split split = split_rows(open.graph, all);
    if (auto step = solve(now, open, split.kept)) return {{std::move(*step)}, {}};
    for (const GuardId guard : guards) {
      if (can_evaluate(guard, now.status)) return evaluate_guard(now, guard, MicroStepKind::guard);
    }
    return evaluate_guard(now, guards.front(), MicroStepKind::assume_guard);
  }
  const SelectedMode& mode = system_.selected(now.status);
  const Split split = split_rows(open.graph, groups(open, mode));
  if (auto step = solve(now, open, split.kept)) return {{std::move(*step)}, {}};
  const bool may_shift = std::all_of(open.rows.begin(), open.rows.end(),
                                     [&](EquationAt e) { return e.shift < shift_bound(system_); });
  if (!may_shift) return {{}, fail(now.status)};
  if (!split.refused.empty()) return {{forward_shift(now, open, split.refused)}, {}};
  const auto latent =
      mode.structure ? latent_equations(now.status, mode) : latent_by_rank(system_, now.status);
  if (!latent.empty()) return {{add_latent(now, latent)}, {}};
  if (mode.structure) {
    if (auto step = take_left_limits(now, open)) return {{std::move(*step)}, {}};
  }
  return {{}, fail(now.status)};
}

// Rows of a group are refused together. Those that solve for leading values come first: the
// others never mention leading values, and give way. Then instant after instant, block after
// block. In a singular mode there are no offsets, and the order of the text decides.
std::vector<std::vector<Row>> Algorithm::groups(const OpenSystem& open,
                                                const SelectedMode& mode) const {
  std::vector<std::vector<Row>> groups;
  if (!mode.structure) {
    for (const Row row : open.graph.rows()) groups.push_back({row});
    return groups;
  }
  std::map<std::pair<int, std::uint32_t>, std::vector<Row>> lower;
  std::vector<Row> top;
  for (const Row row : open.graph.rows()) {
    const EquationAt e = open.rows[row.index()];
    if (e.shift >= mode.latent[e.equation.index()]) {
      top.push_back(row);
    } else {
      lower[{e.shift, mode.block[e.equation.index()]}].push_back(row);
    }
  }
  groups.push_back(top);
  // Values of the past beyond the state of this mode can be in the way of some.
  if (!split_rows(open.graph, groups).refused.empty()) {
    groups.clear();
    for (const Row row : top) groups.push_back({row});
  }
  for (auto& [place, rows] : lower) groups.push_back(std::move(rows));
  return groups;
}

// What an instant hands on: at most the state of its mode, and its constraints. What was computed
// beyond that, because of values of an earlier mode, the next instant finds again.
Algorithm::Horizon Algorithm::horizon(const SelectedMode& mode) const {
  Horizon horizon{std::vector<int>(system_.variable_count(), 0),
                  std::vector<int>(system_.equation_count(), 0)};
  if (mode.structure) {
    for (std::uint32_t c = 0; c < mode.system.unknowns.size(); ++c) {
      horizon.variables[mode.system.unknowns[c].index()] =
          mode.structure->offsets.variable[Column(c)];
    }
    horizon.equations = mode.latent;
    return horizon;
  }
  // A singular mode has no offsets; the derivatives that are written bound what it may know.
  int most = 0;
  for (const VariableId id : system_.variables()) {
    horizon.variables[id.index()] = system_.highest_order(id) + 1;
    most = std::max(most, system_.highest_order(id) + 1);
  }
  horizon.equations.assign(system_.equation_count(), most);
  return horizon;
}

NextStep Algorithm::tick(const Knowledge& now) {
  const Horizon end = horizon(system_.selected(now.status));
  std::vector<ValueAt> known;
  for (const VariableId id : system_.variables()) {
    const ShiftedTruth& truth = now.status.variables[id.index()];
    for (int shift = 0; shift < end.variables[id.index()]; ++shift) {
      if (truth[shift + 1] == Truth::is_true) known.push_back({id, shift});
    }
  }
  Context context;
  for (const EquationId id : system_.equations()) {
    const ShiftedTruth& truth = now.status.equations[id.index()];
    for (int shift = 0; shift < end.equations[id.index()]; ++shift) {
      if (truth[shift + 1] != Truth::is_true) continue;
      for (const EquationId twin : system_.twins(id)) context.push_back({twin, shift});
    }
  }
  std::sort(context.begin(), context.end());
  context.erase(std::unique(context.begin(), context.end()), context.end());
  return {MicroStepKind::tick, {}, {}, {}, begin(known, std::move(context))};
}

// Equations of the context whose guard holds are satisfied; what was used up leaves it.
std::optional<NextStep> Algorithm::apply_context(const Knowledge& now) {
  NextStep step{MicroStepKind::redundant, {}, {}, {}, {now.status, {}}};
  for (const EquationAt e : now.context) {
    if (is_enabled(system_, e.equation, now.status)) {
      step.equations.push_back(e);
      step.after.status.set(e, Truth::is_true);
    } else {
      step.after.context.push_back(e);
    }
  }
  if (step.equations.empty()) return std::nullopt;
  return step;
}

std::optional<NextStep> Algorithm::solve(const Knowledge& now, const OpenSystem& open,
                                         const std::vector<Row>& kept) const {
  const auto block = first_block(open.graph, kept);
  if (!block) return std::nullopt;
  NextStep step{MicroStepKind::solve, {}, {}, {}, now};
  for (const Row row : block->rows) step.equations.push_back(open.rows[row.index()]);
  for (const Column column : block->columns) {
    step.variables.push_back(open.columns[column.index()]);
  }
  std::sort(step.equations.begin(), step.equations.end());
  std::sort(step.variables.begin(), step.variables.end());
  for (const EquationAt e : step.equations) step.after.status.set(e, Truth::is_true);
  for (const ValueAt v : step.variables) step.after.status.set(v, Truth::is_true);
  return step;
}

NextSteps Algorithm::evaluate_guard(const Knowledge& now, GuardId guard, MicroStepKind kind) {
  NextSteps next;
  for (const bool value : {false, true}) {
    NextStep step{kind, GuardLiteral{guard, value}, {}, {}, now};
    Status& status = step.after.status;
    status.set(guard, value ? Truth::is_true : Truth::is_false);
    if (!system_.is_possible(status)) continue;
    for (const EquationId id : system_.equations()) {
      if (system_.decide(id, status).enabling != GuardedSystem::Enabling::disabled) continue;
      status.set(EquationAt{id, 0}, Truth::is_false);
      std::erase_if(step.after.context, [&](EquationAt e) { return e.equation == id; });
    }
    next.steps.push_back(std::move(step));
  }
  return next;
}

// Makes an equation, and the values that it mentions, part of the instant.
void Algorithm::mention(Status& status, EquationAt equation) {
  if (!is_open(status.of(equation))) return;
  status.set(equation, Truth::undefined);
  for (const Incidence& incidence : system_.decide(equation.equation, status).incidences) {
    for (int k = 0; k <= incidence.order; ++k) {
      const ValueAt value{incidence.variable, equation.shift + k};
      if (status.of(value) == Truth::irrelevant) status.set(value, Truth::undefined);
    }
  }
}

NextStep Algorithm::forward_shift(const Knowledge& now, const OpenSystem& open,
                                  const std::vector<Row>& refused) {
  NextStep step{MicroStepKind::forward_shift, {}, {}, {}, now};
  for (const Row row : refused) step.equations.push_back(open.rows[row.index()]);
  std::sort(step.equations.begin(), step.equations.end());
  // In a singular mode one at a time, as S0 does.
  if (!system_.selected(now.status).structure) step.equations.resize(1, step.equations.front());
  for (const EquationAt e : step.equations) {
    step.after.status.set(e, Truth::is_false);
    mention(step.after.status, {e.equation, e.shift + 1});
  }
  return step;
}

NextStep Algorithm::add_latent(const Knowledge& now, const std::vector<EquationAt>& latent) {
  NextStep step{MicroStepKind::latent, {}, latent, {}, now};
  for (const EquationAt e : latent) mention(step.after.status, e);
  return step;
}

// Leading values must be found, and higher shifts before lower ones.
std::optional<NextStep> Algorithm::take_left_limits(const Knowledge& now, const OpenSystem& open) {
  const std::vector<int> degrees = shifting_degrees(system_, now.status);
  std::vector<Column> order;
  for (const Column column : open.graph.columns()) order.push_back(column);
  const auto rank = [&](Column column) {
    const ValueAt value = open.columns[column.index()];
    return std::pair(value.shift != degrees[value.variable.index()], -value.shift);
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](Column a, Column b) { return rank(a) < rank(b); });
  NextStep step{MicroStepKind::left_limit, {}, {}, {}, now};
  for (const Column column : left_over_columns(open.graph, order)) {
    const ValueAt value = open.columns[column.index()];
    if (value.shift == degrees[value.variable.index()]) return std::nullopt;
    step.variables.push_back(value);
    step.after.status.set(value, Truth::is_true);
  }
  if (step.variables.empty()) return std::nullopt;
  std::sort(step.variables.begin(), step.variables.end());
  return step;
}

ConstructiveFailure Algorithm::fail(const Status& status) {
  ConstructiveFailure failure;
  failure.equations = open_system(system_, status).rows;
  const std::vector<int> degrees = shifting_degrees(system_, status);
  for (const VariableId id : system_.variables()) {
    for (int shift = 0; shift <= degrees[id.index()]; ++shift) {
      const ValueAt value{id, shift};
      if (status.of(value) == Truth::undefined) failure.variables.push_back(value);
    }
  }
  return failure;
}

}  // namespace saltus
