#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "saltus/runtime/simulate/configuration.h"

namespace saltus {

// What was switched last time, by a sub-problem's first binary unknown and those of value 1.
// Models are periodic: what was right is expected again.
class ExpectedSwitches {
 public:
  using Key = std::pair<std::uint32_t, std::vector<std::uint32_t>>;
  const std::vector<std::uint32_t>& of(const Key& key) { return switched_[key]; }
  void set(const Key& key, std::vector<std::uint32_t> switched) {
    switched_[key] = std::move(switched);
  }

 private:
  std::map<Key, std::vector<std::uint32_t>> switched_;
};

// A configuration in the order in which they are tried: by the number of binary unknowns that
// differ, by the number of steps that led to them, by their size.
struct SwitchingNode {
  std::size_t switched = 0;
  bool is_expected = false;
  std::size_t rank = 0;
  std::size_t held = 0;  // surfaces that hold the motion, those where it stays as written last
  std::size_t size = 0;
  Configuration configuration = {};
  friend auto operator<=>(const SwitchingNode&, const SwitchingNode&) = default;
};

// Configurations that are still to be tried, each once.
class SwitchingQueue {
 public:
  explicit SwitchingQueue(std::size_t binary_count) : binary_count_(binary_count) {}

  // What is tried already.
  void exclude(const Configuration& configuration) { known_.insert(configuration); }
  // `later`: counts like so many more surfaces that hold the motion.
  void push(Configuration configuration, std::size_t rank, std::size_t later = 0);
  // The same for a value in between. Those come after all switches, and are put in their order only
  // when nothing else is left: most often something is found before.
  void push_between(Configuration from, const BinaryDecision& decision, std::size_t rank) {
    between_.push_back({std::move(from), decision, rank});
  }
  // That an inequality was crossed is known from the search for crossings, where the present
  // values need not be tried. A function that only touches zero may seem to cross it: they come
  // after all switches, and before values in between.
  void push_present_values() { open_.insert(SwitchingNode{.switched = binary_count_}); }
  void expect(std::vector<std::uint32_t> variables) { expected_ = std::move(variables); }

  bool is_empty();
  SwitchingNode pop() { return std::move(open_.extract(open_.begin()).value()); }
  // The first that satisfies a condition.
  template <typename Condition>
  std::optional<SwitchingNode> pop_if(const Condition& condition) {
    const auto found = std::find_if(open_.begin(), open_.end(), condition);
    if (found == open_.end()) return std::nullopt;
    return std::move(open_.extract(found).value());
  }

 private:
  struct Between {
    Configuration from;
    BinaryDecision decision;
    std::size_t rank;
  };

  std::size_t binary_count_;
  std::set<SwitchingNode> open_;
  std::vector<Between> between_;  // not in open_ yet
  std::set<Configuration> known_;
  std::vector<std::uint32_t> expected_;
};

}  // namespace saltus
