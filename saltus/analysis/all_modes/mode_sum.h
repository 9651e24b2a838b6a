#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "saltus/analysis/all_modes/mode_count.h"
#include "saltus/analysis/all_modes/mode_set.h"
#include "saltus/analysis/all_modes/sum_layers.h"

namespace saltus {

// An integer that is a sum of many small contributions, each in its own set of modes: a
// diagram whose edges carry what they add. Where contributions are local it stays as small
// as they are, although the sum takes many values.
class ModeSum {
 public:
  // Adds `value` in `modes`. Cheap if sets are added from the last literals to the first.
  void add(const ModeSet& modes, int value);

  // The valuations of `levels` (ascending) in `modes`, by their sum. `levels` must include all
  // that `modes` and the sum depend on.
  SumLayers layers(const ModeSet& modes, const std::vector<std::uint32_t>& levels) const;

 private:
  using NodeId = std::uint32_t;  // 0: nothing more is added
  struct Node {
    std::uint32_t level;
    NodeId low, high;
    int if_high;  // added on the way to `high`
    friend bool operator==(const Node&, const Node&) = default;
  };
  struct Function {
    int constant = 0;
    NodeId node = 0;
  };
  struct NodeHash {
    std::size_t operator()(const Node& node) const;
  };

  Function make(std::uint32_t level, Function low, Function high);
  Function from_set(const ModeSet& modes, int value);
  Function sum(NodeId a, NodeId b);
  std::uint32_t level_of(NodeId node) const { return nodes_[node].level; }
  static constexpr std::uint32_t no_level = 0xFFFFFFFF;

  std::vector<Node> nodes_ = {{no_level, 0, 0, 0}};
  std::unordered_map<Node, NodeId, NodeHash> known_;  // looked up only
  std::unordered_map<std::uint64_t, Function> sums_;  // looked up only
  Function total_;
};

// How many valuations of `levels` are in the set.
ModeCount count_modes(const ModeSet& modes, const std::vector<std::uint32_t>& levels);

}  // namespace saltus
