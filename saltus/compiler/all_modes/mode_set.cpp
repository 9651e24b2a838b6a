#include "saltus/compiler/all_modes/mode_set.h"

#include <bdd.h>

#include <algorithm>
#include <limits>
#include <unordered_set>

#include "saltus/foundation/base/check.h"

// The library's header gives these names to functions of its own C++ class.
#undef bdd_ithvar
#undef bdd_nithvar
#undef bdd_makeset

// Nodes in use during an operation; not in the header. BuDDy reserves a place before it knows the
// node (`*top++ = f()`), and a garbage collection in between reads what happens to be there.
extern "C" {
extern int* bddrefstack;
}

namespace saltus {
namespace {

bool failed = false;

void note_failure(int) { failed = true; }

}  // namespace

ModeSpace::ModeSpace(std::size_t literal_count, std::size_t node_limit) {
  SALTUS_CHECK(bdd_isrunning() == 0);
  constexpr int first_nodes = 20'000;
  constexpr int largest_growth = 2'000'000;
  constexpr int nodes_per_cache_entry = 4;
  failed = false;
  bdd_init(first_nodes, first_nodes / nodes_per_cache_entry);
  bdd_error_hook(note_failure);
  bdd_gbc_hook(nullptr);
  bdd_resize_hook(nullptr);
  bdd_disable_reorder();
  bdd_setmaxincrease(largest_growth);
  bdd_setcacheratio(nodes_per_cache_entry);
  const std::size_t variables = std::max<std::size_t>(literal_count, 1);
  bdd_setvarnum(static_cast<int>(variables));
  // It has place for two nodes per variable.
  std::fill_n(bddrefstack, 2 * variables, 0);
  bdd_setmaxnodenum(static_cast<int>(node_limit));
}

ModeSpace::~ModeSpace() { bdd_done(); }

bool ModeSpace::is_exhausted() const { return failed; }

ModeSet ModeSpace::literal(std::uint32_t level, bool value) const {
  const int variable = static_cast<int>(level);
  return ModeSet(value ? bdd_ithvar(variable) : bdd_nithvar(variable));
}

ModeSet ModeSpace::exists(const ModeSet& set, const std::vector<std::uint32_t>& levels) const {
  std::vector<int> variables(levels.begin(), levels.end());
  const ModeSet cube(bdd_makeset(variables.data(), static_cast<int>(variables.size())));
  return ModeSet(bdd_exist(set.node_, cube.node_));
}

void ModeSet::add_reference() const { bdd_addref(node_); }
void ModeSet::drop_reference() const { bdd_delref(node_); }

std::uint32_t ModeSet::level() const { return static_cast<std::uint32_t>(bdd_var(node_)); }
ModeSet ModeSet::low() const { return ModeSet(bdd_low(node_)); }
ModeSet ModeSet::high() const { return ModeSet(bdd_high(node_)); }

// bdd_support() of BuDDy 2.4 keeps the size of an array that bdd_done() has freed.
std::vector<std::uint32_t> ModeSet::support() const {
  std::vector<std::uint32_t> levels;
  std::unordered_set<int> met;
  std::vector<int> pending = {node_};
  while (!pending.empty()) {
    const int node = pending.back();
    pending.pop_back();
    if (node <= 1 || !met.insert(node).second) continue;
    levels.push_back(static_cast<std::uint32_t>(bdd_var(node)));
    pending.push_back(bdd_low(node));
    pending.push_back(bdd_high(node));
  }
  std::sort(levels.begin(), levels.end());
  levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
  return levels;
}

bool ModeSet::contains(const std::vector<bool>& valuation) const {
  int node = node_;
  while (node > 1) {
    node = valuation[static_cast<std::size_t>(bdd_var(node))] ? bdd_high(node) : bdd_low(node);
  }
  return node == 1;
}

ModeSet operator&(const ModeSet& a, const ModeSet& b) {
  return ModeSet(bdd_apply(a.node_, b.node_, bddop_and));
}
ModeSet operator|(const ModeSet& a, const ModeSet& b) {
  return ModeSet(bdd_apply(a.node_, b.node_, bddop_or));
}
ModeSet operator-(const ModeSet& a, const ModeSet& b) {
  return ModeSet(bdd_apply(a.node_, b.node_, bddop_diff));
}
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

ModeSet operator!(const ModeSet& a) { return ModeSet(bdd_not(a.node_)); }

}  // namespace saltus
