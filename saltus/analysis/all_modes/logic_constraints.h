#pragma once

#include <optional>
#include <vector>

#include "saltus/analysis/all_modes/boolean_atoms.h"
#include "saltus/analysis/all_modes/mode_set.h"
#include "saltus/compiler/hybrid/expression_walk.h"

namespace saltus {

// if all of `active_if` then left = right; without `right`: then left.
struct LogicConstraint {
  std::vector<GuardLiteral> active_if;
  ExprId left;
  std::optional<ExprId> right;
};

// Everything that relates guards and atoms to each other. An item is a guard or an atom; an
// atom that a guard alone consists of is that guard.
class LogicConstraints {
 public:
  explicit LogicConstraints(FlatSystem& system);

  std::size_t item_count() const { return atoms_.item_count(); }
  std::size_t size() const { return constraints_.size() + implications_.size(); }
  // What a constraint mentions.
  std::vector<LogicItem> items_of(std::size_t constraint);
  // Where it holds; `level_of` by item.
  ModeSet set_of(std::size_t constraint, const ModeSpace& space,
                 const std::vector<std::uint32_t>& level_of);
  // The thresholds of each function, ascending, as literals that are true where they are reached.
  std::vector<std::vector<LogicLiteral>> chains() const;
  // Is the item another name of a guard?
  bool is_alias(LogicItem item) const { return item < alias_.size() && alias_[item].has_value(); }

 private:
  void add_guard(GuardId guard);
  void add_equations();
  void add_assertions();
  void add_integer_equations();
  void add_integer_equation(const FlatEquation& equation, ExprId variable, ExprId value,
                            double threshold);
  void add_items_below(ExprId root, std::vector<LogicItem>& items);
  LogicLiteral resolve(LogicLiteral literal) const;
  ModeSet set_of(LogicLiteral literal) const;
  ModeSet set_of(const AtomMeaning& meaning) const;
  ModeSet set_of(ExprId root);
  ModeSet combine(ExprId id);

  FlatSystem& system_;
  BooleanAtoms atoms_;
  ExpressionWalk walk_;
  std::vector<LogicConstraint> constraints_;
  std::vector<std::pair<LogicItem, LogicItem>> implications_;
  std::vector<std::optional<LogicLiteral>> alias_;  // by item: the guard with that value
  const ModeSpace* space_ = nullptr;
  const std::vector<std::uint32_t>* level_of_ = nullptr;
  std::unordered_map<ExprId, ModeSet> sets_;  // looked up only
  std::vector<ExprId> pending_;
};

}  // namespace saltus
