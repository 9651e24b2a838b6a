#include "saltus/foundation/graph/strong_components.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace saltus {
namespace {

class Search {
 public:
  explicit Search(const DirectedGraph& graph)
      : graph_(graph),
        number_(graph.node_count(), 0),
        lowest_(graph.node_count(), 0),
        next_arc_(graph.start.begin(), graph.start.end() - 1) {
    found_.component_of.assign(graph.node_count(), unassigned);
  }

  StrongComponents run(std::span<const std::uint32_t> order) {
    for (const std::uint32_t root : order) {
      if (number_[root] == 0) explore(root);
    }
    return std::move(found_);
  }

 private:
  static constexpr std::uint32_t unassigned = std::numeric_limits<std::uint32_t>::max();

  // Depth first, with the path in a vector: a chain may be a million nodes long.
  void explore(std::uint32_t root) {
    enter(root);
    while (!path_.empty()) {
      const std::uint32_t node = path_.back();
      if (next_arc_[node] < graph_.start[node + 1]) {
        follow(node, graph_.arcs[next_arc_[node]++]);
      } else {
        leave(node);
      }
    }
  }

  void enter(std::uint32_t node) {
    number_[node] = lowest_[node] = ++entered_;
    path_.push_back(node);
    open_.push_back(node);
  }

  void follow(std::uint32_t node, std::uint32_t target) {
    if (number_[target] == 0) {
      enter(target);
    } else if (found_.component_of[target] == unassigned) {
      lowest_[node] = std::min(lowest_[node], number_[target]);
    }
  }

  void leave(std::uint32_t node) {
    path_.pop_back();
    if (!path_.empty()) lowest_[path_.back()] = std::min(lowest_[path_.back()], lowest_[node]);
    if (lowest_[node] != number_[node]) return;
    std::uint32_t member;
    do {
      member = open_.back();
      open_.pop_back();
      found_.component_of[member] = found_.count;
    } while (member != node);
    ++found_.count;
  }

  const DirectedGraph& graph_;
  StrongComponents found_;
  std::uint32_t entered_ = 0;
  std::vector<std::uint32_t> number_;  // in order of entry, from 1; 0 when not entered
  std::vector<std::uint32_t> lowest_;  // smallest number reached within the component
  std::vector<std::uint32_t> next_arc_;
  std::vector<std::uint32_t> path_, open_;
};

}  // namespace

StrongComponents strong_components(const DirectedGraph& graph,
                                   std::span<const std::uint32_t> order) {
  return Search(graph).run(order);
}

StrongComponents strong_components(const DirectedGraph& graph) {
  std::vector<std::uint32_t> order(graph.node_count());
  std::iota(order.begin(), order.end(), 0u);
  return strong_components(graph, order);
}

}  // namespace saltus
