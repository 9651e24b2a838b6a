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

  // What is left, without those that say nothing.
  std::vector<ModeSet> take() {
    std::erase_if(sets_, [](const ModeSet& set) { return set.is_all(); });
    return std::move(sets_);
  }

 private:
  void forget(std::size_t position) {
    for (const std::uint32_t level : sets_[position].support()) mentions_[level].erase(position);
    sets_[position] = ModeSet::all();
  }

  const ModeSpace& space_;
  std::vector<ModeSet> sets_;
  std::map<std::uint32_t, std::set<std::size_t>> mentions_;  // by level
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

  Elimination elimination(*space_);
  for (std::size_t k = 0; k < constraints.size(); ++k) {
    elimination.add(constraints.set_of(k, *space_, level_of_));
  }
  for (std::uint32_t level = static_cast<std::uint32_t>(guard_at_.size()); level-- > 0;) {
    if (guard_at_[level] == no_guard) elimination.eliminate(level);
  }

  UnionFind related(guard_at_.size());
  const std::vector<ModeSet> relations = elimination.take();
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
