#include "saltus/analysis/changes/guard_change_search.h"

#include <algorithm>
#include <set>

#include "saltus/analysis/all_modes/mode_sum.h"
#include "saltus/analysis/all_modes/shortest_formula.h"
#include "saltus/compiler/hybrid/expression_walk.h"

namespace saltus {
namespace {

constexpr std::size_t most_work = 1'000'000;  // sets that were spread
constexpr std::size_t longest_support = 24;   // guards in a condition that could be short

}  // namespace

GuardChangeSearch::GuardChangeSearch(FlatSystem& system, const GuardLogic& logic)
    : system_(system),
      logic_(logic),
      conditions_(system),
      rows_(find_rows(system)),
      neighbours_(find_neighbours(system, rows_)),
      clusters_(find_clusters(logic, rows_, neighbours_)),
      signature_(conditional_signature(system, rows_, logic)),
      structure_(conditional_structure(signature_, logic)) {
  index_rows();
}

bool GuardChangeSearch::is_exhausted() const { return logic_.is_exhausted() || work_ > most_work; }

void GuardChangeSearch::index_rows() {
  ExpressionWalk walk(system_.pool);
  for (const Row row : rows_.equations.ids()) {
    const FlatEquation& equation = system_.equations[rows_.equations[row]];
    rows_by_text_[{equation.left, equation.right}].push_back(row);
    for (const GuardLiteral literal : equation.active_if) {
      forced_by_[literal.guard].push_back({row, true, literal.value});
    }
    walk.start();
    for (const ExprId side : {equation.left, equation.right}) {
      walk.leaves(side, [&](const Expr& leaf) {
        if (leaf.op != Op::guard) return;
        forced_by_[GuardId(leaf.a)].push_back({row, false, false});
      });
    }
  }
}

void GuardChangeSearch::select(const Component& component) {
  over_ = ModeSet();
  under_ = ModeSet();
  const std::set<EquationId> equations(component.equations.begin(), component.equations.end());
  const std::set<VariableId> variables(component.variables.begin(), component.variables.end());
  for (std::size_t k = 0; k < clusters_.size(); ++k) {
    for (const Row row : clusters_[k].rows) {
      if (!equations.contains(rows_.equations[row])) continue;
      cluster_ = k;
      over_ |= structure_.free_rows[row];
    }
    for (const Column column : clusters_[k].columns) {
      if (variables.contains(rows_.unknowns[column])) under_ |= structure_.free_columns[column];
    }
  }
}

ModeCount GuardChangeSearch::mode_count() const {
  return count_modes(clusters_[cluster_].possible, clusters_[cluster_].levels);
}

// The same text is active on the other side of the guard: nothing changes for it.
bool GuardChangeSearch::is_twin(Row row, GuardId guard, bool value) const {
  const FlatEquation& equation = system_.equations[rows_.equations[row]];
  const auto& same = rows_by_text_.at({equation.left, equation.right});
  return std::any_of(same.begin(), same.end(), [&](Row other) {
    if (other == row) return false;
    auto literals = system_.equations[rows_.equations[other]].active_if;
    auto own = equation.active_if;
    std::erase(own, GuardLiteral{guard, value});
    std::erase(literals, GuardLiteral{guard, !value});
    return own == literals;
  });
}

void GuardChangeSearch::begin(const std::vector<Forced>& forced, GuardId guard, bool value,
                              const ModeSet& entered) {
  level_.clear();
  pending_.clear();
  impulsive_.clear();
  touched_ = ModeSet();
  settled_ = ModeSet();
  conditions_.leave({{guard, !value}});
  std::optional<Expr> crossed;
  if (const auto relation = conditions_.relation_of(guard)) crossed = system_.pool[*relation];
  // An equation that holds because its residual crosses zero is off by a kink only.
  const auto phi_of = [&](Row row) {
    const FlatEquation& equation = system_.equations[rows_.equations[row]];
    const bool is_crossing =
        crossed && ((equation.left == crossed->first() && equation.right == crossed->second()) ||
                    (equation.left == crossed->second() && equation.right == crossed->first()));
    return is_crossing ? -1 : 0;
  };
  struct Start {
    Row row;
    int phi;
  };
  std::vector<Start> starts;
  highest_ = 0;
  for (const Forced& each : forced) {
    if (each.by_activation && (each.value != value || is_twin(each.row, guard, value))) continue;
    starts.push_back({each.row, phi_of(each.row)});
    highest_ =
        std::max(highest_, starts.back().phi + structure_.equation_offset[each.row].largest());
  }
  for (const Start& start : starts) {
    const ConditionalNumber& c = structure_.equation_offset[start.row];
    const ModeSet active = signature_.active[start.row] & entered;
    for (int a = 0; a <= c.largest(); ++a) {
      const ModeSet here = active & c.equal(a);
      for (const std::uint32_t edge : signature_.edges_of_row[start.row]) {
        raise(signature_.edges[edge].column, start.phi + a, here & structure_.matched[edge]);
      }
    }
  }
}

// u >= level in these modes. Where the verdict cannot become worse any more, nothing is followed.
void GuardChangeSearch::raise(Column column, int level, ModeSet modes) {
  if (level < 1 || modes.is_empty()) return;
  modes -= settled_;
  auto& levels = level_[column.index()];
  for (auto known = levels.lower_bound(level); known != levels.end(); ++known) {
    modes -= known->second;
  }
  if (modes.is_empty()) return;
  levels[level] |= modes;
  touched_ |= modes;
  const ConditionalNumber& d = structure_.variable_offset[column];
  for (int b = 0; b < level; ++b) {
    const ModeSet infinite = modes & d.equal(b);
    if (infinite.is_empty()) continue;
    impulsive_[level - b] |= infinite;
    if (level - b == highest_) settled_ |= infinite;
  }
  pending_.push_back({column, level, std::move(modes)});
}

void GuardChangeSearch::spread(const Reached& reached) {
  const ModeSet modes = reached.modes - settled_;
  const ConditionalNumber& d = structure_.variable_offset[reached.column];
  for (const std::uint32_t number : signature_.edges_of_column[reached.column]) {
    const ConditionalEdge& edge = signature_.edges[number];
    const ModeSet here = (modes & edge.modes) - structure_.matched[number];
    if (here.is_empty()) continue;
    const ConditionalNumber& c = structure_.equation_offset[edge.row];
    for (const ConditionalEdge::Order& order : edge.orders) {
      const ModeSet of_order = here & order.modes;
      for (int a = 0; a <= c.largest() && !of_order.is_empty(); ++a) {
        const ModeSet of_c = of_order & c.equal(a);
        for (int b = 0; b <= d.largest() && !of_c.is_empty(); ++b) {
          const int level = reached.level + order.order + a - b;
          if (level < 1) continue;
          const ModeSet of_d = of_c & d.equal(b);
          if (of_d.is_empty()) continue;
          for (const std::uint32_t other : signature_.edges_of_row[edge.row]) {
            raise(signature_.edges[other].column, level, of_d & structure_.matched[other]);
          }
        }
      }
    }
  }
}

ModesWhere GuardChangeSearch::described(const ModeSet& modes, const ModeSet& care) {
  const ModeCluster& cluster = clusters_[cluster_];
  ModesWhere where{count_modes(modes & cluster.possible, cluster.levels), std::nullopt};
  if (modes == care) {
    where.condition = system_.pool.boolean(true);
  } else if (modes.support().size() <= longest_support) {
    where.condition = shortest_formula(system_, logic_, modes, care);
  }
  return where;
}

std::optional<GuardCrossing> GuardChangeSearch::look(GuardId guard, bool value) {
  const ModeCluster& cluster = clusters_[cluster_];
  const ModeSet after = logic_.all_of({{guard, value}});
  const ModeSet before = logic_.all_of({{guard, !value}});
  const ModeSet both = logic_.whatever(after, guard) & logic_.whatever(before, guard);
  const ModeSet entered = logic_.possible(both & logic_.literal(guard, value));
  if (entered.is_empty()) return std::nullopt;
  const ModeSet over = logic_.possible(entered & over_);
  const ModeSet under = logic_.possible((entered & under_) - over);
  const ModeSet regular = logic_.possible(entered - over - under);

  const auto forced = forced_by_.find(guard);
  begin(forced == forced_by_.end() ? std::vector<Forced>{} : forced->second, guard, value, regular);
  while (!pending_.empty() && !is_exhausted()) {
    const Reached reached = std::move(pending_.front());
    pending_.pop_front();
    ++work_;
    spread(reached);
  }
  if (is_exhausted()) return std::nullopt;

  GuardCrossing crossing{guard, value, count_modes(entered & cluster.possible, cluster.levels), {}};
  const auto add = [&](ChangeVerdict verdict, int order, const ModeSet& modes) {
    const ModeSet found = logic_.possible(modes);
    if (found.is_empty()) return;
    crossing.classes.push_back({verdict, order, described(found, entered)});
  };
  add(ChangeVerdict::over_determined, 0, over);
  add(ChangeVerdict::under_determined, 0, under);
  ModeSet rest = regular;
  for (auto entry = impulsive_.rbegin(); entry != impulsive_.rend(); ++entry) {
    add(ChangeVerdict::impulsive, entry->first, rest & entry->second);
    rest -= entry->second;
  }
  add(ChangeVerdict::jump, 0, rest & touched_);
  add(ChangeVerdict::continuous, 0, rest - touched_);
  return crossing;
}

}  // namespace saltus
