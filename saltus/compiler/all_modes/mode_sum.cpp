#include "saltus/compiler/all_modes/mode_sum.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace saltus {
namespace {

std::uint64_t pair_key(std::uint32_t a, std::uint32_t b) {
  return static_cast<std::uint64_t>(a) << 32 | b;
}

void add_shifted(ModeSum::Histogram& to, const ModeSum::Histogram& from, int by,
                 std::size_t doublings) {
  const int first = from.first + by;
  if (to.counts.empty()) to.first = first;
  if (first < to.first) {
    to.counts.insert(to.counts.begin(), static_cast<std::size_t>(to.first - first), ModeCount());
    to.first = first;
  }
  const auto offset = static_cast<std::size_t>(first - to.first);
  if (to.counts.size() < offset + from.counts.size()) {
    to.counts.resize(offset + from.counts.size());
  }
  for (std::size_t k = 0; k < from.counts.size(); ++k) {
    if (doublings == 0) {
      to.counts[offset + k] += from.counts[k];
      continue;
    }
    ModeCount count = from.counts[k];
    count <<= doublings;
    to.counts[offset + k] += count;
  }
}

}  // namespace

std::size_t ModeSum::NodeHash::operator()(const Node& node) const {
  std::uint64_t hash = pair_key(node.level, node.low) * 0x9E3779B97F4A7C15u;
  hash ^= pair_key(node.high, static_cast<std::uint32_t>(node.if_high)) + (hash >> 29);
  hash *= 0xFF51AFD7ED558CCDu;
  return hash ^ (hash >> 32);
}

void ModeSum::add(const ModeSet& modes, int value) {
  if (modes.is_empty() || value == 0) return;
  const Function term = from_set(modes, value);
  const Function next = sum(total_.node, term.node);
  total_ = {total_.constant + term.constant + next.constant, next.node};
}

ModeSum::Function ModeSum::make(std::uint32_t level, Function low, Function high) {
  const int if_high = high.constant - low.constant;
  if (low.node == high.node && if_high == 0) return low;
  const Node node{level, low.node, high.node, if_high};
  const auto [entry, is_new] = known_.emplace(node, static_cast<NodeId>(nodes_.size()));
  if (is_new) nodes_.push_back(node);
  return {low.constant, entry->second};
}

// Recursion here and in sum() is as deep as there are guards in the sets, like that of the
// diagrams themselves; analyze_all_modes() limits their number.
ModeSum::Function ModeSum::from_set(const ModeSet& modes, int value) {
  std::map<int, Function> known;  // by node of the set
  const auto convert = [&](const auto& self, const ModeSet& set) -> Function {
    if (set.is_empty()) return {0, 0};
    if (set.is_all()) return {value, 0};
    const auto found = known.find(set.node());
    if (found != known.end()) return found->second;
    const Function low = self(self, set.low());
    const Function high = self(self, set.high());
    return known[set.node()] = make(set.level(), low, high);
  };
  return convert(convert, modes);
}

ModeSum::Function ModeSum::sum(NodeId a, NodeId b) {
  if (a == 0) return {0, b};
  if (b == 0) return {0, a};
  const std::uint64_t key = pair_key(std::min(a, b), std::max(a, b));
  const auto found = sums_.find(key);
  if (found != sums_.end()) return found->second;
  const Node first = nodes_[a], second = nodes_[b];
  const std::uint32_t level = std::min(first.level, second.level);
  const bool splits_a = first.level == level, splits_b = second.level == level;
  const Function low = sum(splits_a ? first.low : a, splits_b ? second.low : b);
  Function high = sum(splits_a ? first.high : a, splits_b ? second.high : b);
  high.constant += (splits_a ? first.if_high : 0) + (splits_b ? second.if_high : 0);
  const Function result = make(level, low, high);
  sums_.emplace(key, result);
  return result;
}

// From the first level to the last, the prefixes of valuations are counted that lead to the
// same rest: only those of the present level are kept.
ModeSum::Histogram ModeSum::histogram(const ModeSet& modes,
                                      const std::vector<std::uint32_t>& levels) const {
  const auto position = [&](std::uint32_t level) {
    return static_cast<std::size_t>(std::lower_bound(levels.begin(), levels.end(), level) -
                                    levels.begin());
  };
  struct Rest {
    ModeSet set;
    Histogram prefixes;
  };
  using Key = std::tuple<std::size_t, int, NodeId>;  // position, node of the set, of the sum
  std::map<Key, Rest> open;
  Histogram result;
  const auto reach = [&](const ModeSet& set, NodeId node, const Histogram& prefixes, int by,
                         std::size_t from) {
    if (set.is_empty()) return;
    std::uint32_t level = level_of(node);
    if (!set.is_all()) level = std::min(level, set.level());
    const std::size_t at = level == no_level ? levels.size() : position(level);
    if (at == levels.size()) return add_shifted(result, prefixes, by, at - from);
    Rest& rest = open[{at, set.node(), node}];
    rest.set = set;
    add_shifted(rest.prefixes, prefixes, by, at - from);
  };
  reach(modes, total_.node, {total_.constant, {ModeCount(1)}}, 0, 0);
  while (!open.empty()) {
    const auto entry = open.extract(open.begin());
    const auto [at, set_node, node] = entry.key();
    const ModeSet& set = entry.mapped().set;
    const Histogram& prefixes = entry.mapped().prefixes;
    const bool splits_set = !set.is_all() && set.level() == levels[at];
    const bool splits_sum = level_of(node) == levels[at];
    reach(splits_set ? set.low() : set, splits_sum ? nodes_[node].low : node, prefixes, 0, at + 1);
    reach(splits_set ? set.high() : set, splits_sum ? nodes_[node].high : node, prefixes,
          splits_sum ? nodes_[node].if_high : 0, at + 1);
  }
  return result;
}

ModeCount count_modes(const ModeSet& modes, const std::vector<std::uint32_t>& levels) {
  const ModeSum::Histogram histogram = ModeSum().histogram(modes, levels);
  return histogram.counts.empty() ? ModeCount() : histogram.counts[0];
}

}  // namespace saltus
