#include "saltus/analysis/all_modes/mode_sum.h"

#include <algorithm>
#include <map>
#include <utility>

namespace saltus {
namespace {

std::uint64_t pair_key(std::uint32_t a, std::uint32_t b) {
  return static_cast<std::uint64_t>(a) << 32 | b;
}

// What follows a state adds at least and at most so much.
struct Remainder {
  int least, most;
};

struct SignedStep {
  std::uint32_t from, to;
  int added;
  std::uint32_t choices;
};

// Measures what each step adds from the least that is possible from its state, so that nothing
// is negative and sums take no more room than they vary.
SumLayers above_least(const std::vector<std::vector<SignedStep>>& steps, int constant) {
  SumLayers layers;
  std::vector<Remainder> behind = {{0, 0}};
  layers.steps.resize(steps.size());
  layers.widths.assign(steps.size() + 1, 1);
  for (std::size_t k = steps.size(); k-- > 0;) {
    std::vector<Remainder> here;
    std::vector<bool> is_met;
    for (const SignedStep& step : steps[k]) {
      if (here.size() <= step.from) here.resize(step.from + 1);
      if (is_met.size() <= step.from) is_met.resize(step.from + 1, false);
      const int least = step.added + behind[step.to].least;
      const int most = step.added + behind[step.to].most;
      Remainder& rest = here[step.from];
      rest = is_met[step.from] ? Remainder{std::min(rest.least, least), std::max(rest.most, most)}
                               : Remainder{least, most};
      is_met[step.from] = true;
    }
    for (const SignedStep& step : steps[k]) {
      const int added = step.added + behind[step.to].least - here[step.from].least;
      layers.steps[k].push_back(
          {step.from, step.to, static_cast<std::uint32_t>(added), step.choices});
    }
    layers.widths[k] = here.size();
    behind = std::move(here);
  }
  layers.least = constant + behind[0].least;
  layers.most = constant + behind[0].most;
  return layers;
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
  std::map<std::uint32_t, Function> known;  // by node of the set
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

// A state is what is left of the set and of the sum.
SumLayers ModeSum::layers(const ModeSet& modes, const std::vector<std::uint32_t>& levels) const {
  struct State {
    ModeSet set;
    NodeId node;
  };
  std::vector<std::vector<SignedStep>> steps(modes.is_empty() ? 0 : levels.size());
  std::vector<State> states = {{modes, total_.node}};
  for (std::size_t k = 0; k < steps.size(); ++k) {
    std::vector<State> next;
    std::map<std::pair<std::uint32_t, NodeId>, std::uint32_t>
        known;  // by node of the set and of the sum
    for (std::uint32_t from = 0; from < states.size(); ++from) {
      const auto& [set, node] = states[from];
      const bool splits_set = !set.is_all() && set.level() == levels[k];
      const bool splits_sum = level_of(node) == levels[k];
      const auto lead = [&](const ModeSet& rest, NodeId rest_node, int added,
                            std::uint32_t choices) {
        if (rest.is_empty()) return;
        const auto [entry, is_new] = known.emplace(std::pair(rest.node(), rest_node),
                                                   static_cast<std::uint32_t>(next.size()));
        if (is_new) next.push_back({rest, rest_node});
        steps[k].push_back({from, entry->second, added, choices});
      };
      if (!splits_set && !splits_sum) {
        lead(set, node, 0, 2);
        continue;
      }
      lead(splits_set ? set.low() : set, splits_sum ? nodes_[node].low : node, 0, 1);
      lead(splits_set ? set.high() : set, splits_sum ? nodes_[node].high : node,
           splits_sum ? nodes_[node].if_high : 0, 1);
    }
    states = std::move(next);
  }
  SumLayers layers = above_least(steps, total_.constant);
  layers.is_empty = modes.is_empty();
  return layers;
}

// From the first level to the last, the prefixes of valuations are counted that lead to the
// same rest: only those of the present level are kept.
ModeCount count_modes(const ModeSet& modes, const std::vector<std::uint32_t>& levels) {
  struct Rest {
    ModeSet set;
    ModeCount prefixes;
  };
  std::map<std::pair<std::size_t, std::uint32_t>, Rest> open;  // by position and node
  ModeCount result;
  const auto reach = [&](const ModeSet& set, ModeCount prefixes, std::size_t from) {
    if (set.is_empty()) return;
    const std::size_t at =
        set.is_all()
            ? levels.size()
            : static_cast<std::size_t>(std::lower_bound(levels.begin(), levels.end(), set.level()) -
                                       levels.begin());
    prefixes <<= at - from;
    if (set.is_all()) {
      result += prefixes;
      return;
    }
    Rest& rest = open[{at, set.node()}];
    rest.set = set;
    rest.prefixes += prefixes;
  };
  reach(modes, ModeCount(1), 0);
  while (!open.empty()) {
    const auto entry = open.extract(open.begin());
    const Rest& rest = entry.mapped();
    const std::size_t next = entry.key().first + 1;
    reach(rest.set.low(), rest.prefixes, next);
    reach(rest.set.high(), rest.prefixes, next);
  }
  return result;
}

}  // namespace saltus
