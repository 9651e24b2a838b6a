#include "saltus/analysis/all_modes/guard_logic.h"

#include <algorithm>
#include <map>
#include <set>

#include "saltus/analysis/all_modes/frontier_order.h"
#include "saltus/analysis/all_modes/logic_constraints.h"
#include "saltus/foundation/graph/union_find.h"

namespace saltus {
namespace {

constexpr std::uint32_t no_guard = 0xFFFFFFFF;

// True where the level has the value.
struct LevelLiteral {
  std::uint32_t level;
  bool value;
};

// From the last literals to the first, so that what is joined already lies below.
ModeSet intersection_of(std::vector<ModeSet> sets) {
  std::erase_if(sets, [](const ModeSet& set) { return set.is_all(); });
  for (const ModeSet& set : sets) {
    if (set.is_empty()) return set;
  }
  std::stable_sort(sets.begin(), sets.end(),
                   [](const ModeSet& a, const ModeSet& b) { return a.level() > b.level(); });
  ModeSet common = ModeSet::all();
  for (const ModeSet& set : sets) common &= set;
  return common;
}

// Conjunctions, kept apart as long as possible, from which literals are removed one by one.
class Elimination {
 public:
  explicit Elimination(const ModeSpace& space) : space_(space) {}

  void add(ModeSet set) {
    if (set.is_all()) return;
    const std::size_t position = sets_.size();
    for (const std::uint32_t level : set.support()) mentions_[level].insert(position);
    sets_.push_back(std::move(set));
  }

  // Whatever the literal is.
  void eliminate(std::uint32_t level) {
    const auto found = mentions_.find(level);
    if (found == mentions_.end()) return;
    ModeSet together = ModeSet::all();
    for (const std::size_t position : std::set<std::size_t>(found->second)) {
      together &= sets_[position];
      forget(position);
    }
    add(space_.exists(together, level));
  }

  // All literals of a chain at once, apart from those that `stays` keeps. Of n thresholds in
  // ascending order some first ones are reached: there are n + 1 cases, and what is possible is the
  // union of what they allow. One literal after the other is better only where that is much.
  template <class Stays>
  bool eliminate_chain(const std::vector<LevelLiteral>& chain, Stays stays) {
    const std::vector<ChainPart> parts = parts_of(chain);
    if (cost_of(chain, parts) > most_chain_cost) return false;
    std::vector<ModeSet> cases, allowed;
    for (const ChainPart& part : parts) cases.push_back(case_of(part, chain, 0));
    ModeSet possible = ModeSet::none();
    for (std::size_t reached = 0; reached <= chain.size(); ++reached) {
      allowed.clear();
      for (std::size_t k = 0; k < parts.size(); ++k) {
        if (parts[k].changes_at(reached)) cases[k] = case_of(parts[k], chain, reached);
        allowed.push_back(cases[k]);
      }
      for (std::size_t k = 0; k < chain.size(); ++k) {
        if (stays(chain[k].level)) allowed.push_back(literal(chain[k], k < reached));
      }
      possible |= intersection_of(std::move(allowed));
    }
    for (const ChainPart& part : parts) forget(part.position);
    add(std::move(possible));
    return true;
  }

  // What is left, without those that say nothing.
  std::vector<ModeSet> take() {
    std::erase_if(sets_, [](const ModeSet& set) { return set.is_all(); });
    return std::move(sets_);
  }

 private:
  // A conjunct that mentions literals of a chain.
  struct ChainPart {
    std::size_t position;                // among the sets
    std::vector<std::size_t> mentioned;  // positions in the chain, ascending
    bool changes_at(std::size_t reached) const {
      return reached > 0 && std::binary_search(mentioned.begin(), mentioned.end(), reached - 1);
    }
  };
  static constexpr std::size_t most_chain_cost = 20'000'000;

  std::vector<ChainPart> parts_of(const std::vector<LevelLiteral>& chain) const {
    std::map<std::size_t, std::vector<std::size_t>> mentioned;  // by position among the sets
    for (std::size_t k = 0; k < chain.size(); ++k) {
      const auto found = mentions_.find(chain[k].level);
      if (found == mentions_.end()) continue;
      for (const std::size_t position : found->second) mentioned[position].push_back(k);
    }
    std::vector<ChainPart> parts;
    for (auto& [position, places] : mentioned) parts.push_back({position, std::move(places)});
    return parts;
  }

  static std::size_t cost_of(const std::vector<LevelLiteral>& chain,
                             const std::vector<ChainPart>& parts) {
    std::size_t cost = chain.size() * (parts.size() + chain.size());
    for (const ChainPart& part : parts) cost += part.mentioned.size() * part.mentioned.size();
    return cost;
  }

  ModeSet literal(LevelLiteral literal, bool is_reached) const {
    return space_.literal(literal.level, literal.value == is_reached);
  }

  // What the conjunct allows where the first `reached` thresholds are reached.
  ModeSet case_of(const ChainPart& part, const std::vector<LevelLiteral>& chain,
                  std::size_t reached) const {
    ModeSet set = sets_[part.position];
    for (const std::size_t k : part.mentioned) set &= literal(chain[k], k < reached);
    for (const std::size_t k : part.mentioned) set = space_.exists(set, chain[k].level);
    return set;
  }

  void forget(std::size_t position) {
    for (const std::uint32_t level : sets_[position].support()) mentions_[level].erase(position);
    sets_[position] = ModeSet::all();
  }

  const ModeSpace& space_;
  std::vector<ModeSet> sets_;
  std::map<std::uint32_t, std::set<std::size_t>> mentions_;  // by level
};

// What is possible for guards alone. Long chains of thresholds come last: what is left then are
// conjuncts that mention little else.
class AtomElimination {
 public:
  AtomElimination(const ModeSpace& space, const std::vector<std::uint32_t>& level_of,
                  const std::vector<std::uint32_t>& guard_at)
      : elimination_(space), level_of_(level_of), guard_at_(guard_at) {}

  void add(ModeSet set) { elimination_.add(std::move(set)); }

  std::vector<ModeSet> run(const std::vector<std::vector<LogicLiteral>>& chains) {
    waits_.assign(guard_at_.size(), false);
    std::vector<std::vector<LevelLiteral>> long_chains;
    for (const std::vector<LogicLiteral>& chain : chains) {
      std::vector<LevelLiteral> levels = levels_of(chain);
      if (!has_many_atoms(levels)) continue;
      for (const LevelLiteral each : levels) waits_[each.level] = true;
      long_chains.push_back(std::move(levels));
    }
    eliminate_one_by_one();
    for (const std::vector<LevelLiteral>& chain : long_chains) {
      const auto stays = [&](std::uint32_t level) { return is_guard(level); };
      if (elimination_.eliminate_chain(chain, stays)) continue;
      for (const LevelLiteral each : chain) waits_[each.level] = false;
    }
    eliminate_one_by_one();
    return elimination_.take();
  }

 private:
  bool is_guard(std::uint32_t level) const { return guard_at_[level] != no_guard; }

  std::vector<LevelLiteral> levels_of(const std::vector<LogicLiteral>& chain) const {
    std::vector<LevelLiteral> levels;
    for (const LogicLiteral each : chain) levels.push_back({level_of_[each.item], each.value});
    return levels;
  }

  bool has_many_atoms(const std::vector<LevelLiteral>& chain) const {
    constexpr std::ptrdiff_t few = 16;
    return std::count_if(chain.begin(), chain.end(),
                         [&](LevelLiteral each) { return !is_guard(each.level); }) > few;
  }

  void eliminate_one_by_one() {
    for (std::uint32_t level = static_cast<std::uint32_t>(guard_at_.size()); level-- > 0;) {
      if (!is_guard(level) && !waits_[level]) elimination_.eliminate(level);
    }
  }

  Elimination elimination_;
  const std::vector<std::uint32_t>& level_of_;  // by item
  const std::vector<std::uint32_t>& guard_at_;  // by level
  std::vector<bool> waits_;                     // by level
};

// Guards, atoms and unknowns, which come behind them, in an order that keeps together what
// equations and constraints mention together.
FrontierOrder order_items(LogicConstraints& constraints, std::size_t guard_count,
                          const std::vector<std::vector<std::uint32_t>>& neighbours) {
  const auto shift = static_cast<std::uint32_t>(constraints.item_count() - guard_count);
  std::size_t count = constraints.item_count();
  std::vector<std::vector<std::uint32_t>> groups = neighbours;
  for (std::vector<std::uint32_t>& group : groups) {
    for (std::uint32_t& item : group) {
      if (item >= guard_count) item += shift;
      count = std::max<std::size_t>(count, item + 1);
    }
  }
  for (std::size_t k = 0; k < constraints.size(); ++k) groups.push_back(constraints.items_of(k));
  return frontier_order(count, groups);
}

}  // namespace

GuardLogic::GuardLogic(FlatSystem& system,
                       const std::vector<std::vector<std::uint32_t>>& neighbours)
    : guard_count_(system.guards.size()) {
  LogicConstraints constraints(system);
  const FrontierOrder order = order_items(constraints, system.guards.size(), neighbours);
  level_of_.assign(constraints.item_count(), 0);
  std::uint32_t next = 0;
  for (const std::uint32_t item : order.items) {
    if (item < level_of_.size() && !constraints.is_alias(item)) level_of_[item] = next++;
  }
  for (const std::uint32_t group : order.groups) {
    if (group < neighbours.size()) equation_order_.push_back(group);
  }
  space_ = std::make_unique<ModeSpace>();
  guard_at_.assign(level_of_.size(), no_guard);
  for (const GuardId guard : system.guards.ids()) guard_at_[level(guard)] = guard.index();

  AtomElimination elimination(*space_, level_of_, guard_at_);
  for (std::size_t k = 0; k < constraints.size(); ++k) {
    elimination.add(constraints.set_of(k, *space_, level_of_));
  }

  UnionFind related(guard_at_.size());
  const std::vector<ModeSet> relations = elimination.run(constraints.chains());
  for (const ModeSet& relation : relations) {
    is_free_ = false;
    if (relation.is_empty()) is_contradictory_ = true;
    const std::vector<std::uint32_t> levels = relation.support();
    for (const std::uint32_t level : levels) related.unite(levels[0], level);
  }
  group_at_.assign(guard_at_.size(), 0);
  for (std::uint32_t level = 0; level < guard_at_.size(); ++level) {
    if (guard_at_[level] == no_guard) continue;
    const std::uint32_t first = related.find(level);
    if (first == level) {
      group_at_[level] = groups_.size();
      groups_.push_back({{}, ModeSet::all()});
    }
    group_at_[level] = group_at_[first];
    groups_[group_at_[level]].levels.push_back(level);
  }
  // From the last one, so that what was joined already stays below.
  for (std::size_t k = relations.size(); k-- > 0;) {
    const std::vector<std::uint32_t> levels = relations[k].support();
    if (!levels.empty()) groups_[group_at_[levels[0]]].possible &= relations[k];
  }
  for (const GuardGroup& group : groups_) is_contradictory_ |= group.possible.is_empty();
  if (is_exhausted()) is_contradictory_ = false;  // the sets mean nothing
}

ModeSet GuardLogic::literal(GuardId guard, bool value) const {
  return space_->literal(level(guard), value);
}

ModeSet GuardLogic::all_of(const std::vector<GuardLiteral>& literals) const {
  ModeSet set = ModeSet::all();
  for (const GuardLiteral each : literals) set &= literal(each.guard, each.value);
  return possible(set);
}

ModeSet GuardLogic::possible(const ModeSet& set) const {
  if (is_free_) return set;
  ModeSet result = set;
  std::size_t last = groups_.size();
  for (const std::uint32_t level : set.support()) {
    if (group_at_[level] != last) result &= groups_[group_at_[level]].possible;
    last = group_at_[level];
  }
  return result;
}

std::vector<bool> GuardLogic::valuation(const Mode& mode) const {
  std::vector<bool> values(guard_at_.size(), false);
  for (const GuardId guard : mode.ids()) values[level(guard)] = mode[guard];
  return values;
}

bool GuardLogic::is_possible(const Mode& mode) const {
  const std::vector<bool> values = valuation(mode);
  return std::all_of(groups_.begin(), groups_.end(),
                     [&](const GuardGroup& group) { return group.possible.contains(values); });
}

}  // namespace saltus
