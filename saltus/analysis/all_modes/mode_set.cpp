#include "saltus/analysis/all_modes/mode_set.h"

#include <algorithm>
#include <limits>

namespace saltus {

std::vector<std::uint32_t> ModeSet::support() const {
  if (node_ <= 1) return {};
  return diagrams_->support(node_);
}

bool ModeSet::contains(const std::vector<bool>& valuation) const {
  std::uint32_t node = node_;
  while (node > 1) {
    node = valuation[diagrams_->level(node)] ? diagrams_->high(node) : diagrams_->low(node);
  }
  return node == 1;
}

// All and none have no diagrams of their own and need none.
ModeSet operator&(const ModeSet& a, const ModeSet& b) {
  if (a.node_ <= 1) return a.node_ == 0 ? a : b;
  if (b.node_ <= 1) return b.node_ == 0 ? b : a;
  return ModeSet(a.diagrams_, a.diagrams_->conjunction(a.node_, b.node_));
}
ModeSet operator|(const ModeSet& a, const ModeSet& b) {
  if (a.node_ <= 1) return a.node_ == 1 ? a : b;
  if (b.node_ <= 1) return b.node_ == 1 ? b : a;
  return ModeSet(a.diagrams_, a.diagrams_->disjunction(a.node_, b.node_));
}
ModeSet operator-(const ModeSet& a, const ModeSet& b) {
  if (a.node_ == 0 || b.node_ == 1) return ModeSet::none();
  if (b.node_ == 0) return a;
  return ModeSet(b.diagrams_, b.diagrams_->difference(a.node_, b.node_));
}
ModeSet operator!(const ModeSet& a) { return ModeSet::all() - a; }

ModeSet union_of(std::vector<ModeSet> sets) {
  const auto first_level = [](const ModeSet& set) {
    return set.node() <= 1 ? std::numeric_limits<std::uint32_t>::max() : set.level();
  };
  std::stable_sort(sets.begin(), sets.end(), [&](const ModeSet& a, const ModeSet& b) {
    return first_level(a) > first_level(b);
  });
  ModeSet all;
  for (const ModeSet& set : sets) all |= set;
  return all;
}

}  // namespace saltus
