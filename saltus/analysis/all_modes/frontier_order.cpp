#include "saltus/analysis/all_modes/frontier_order.h"

#include <set>
#include <tuple>

namespace saltus {
namespace {

class FrontierSearch {
 public:
  FrontierSearch(std::size_t item_count, const std::vector<std::vector<std::uint32_t>>& groups)
      : groups_(groups),
        groups_of_(item_count),
        is_open_(item_count, false),
        left_(item_count, 0),
        left_sum_(item_count, 0),
        cost_(groups.size(), 0),
        touched_(groups.size(), 0),
        is_taken_(groups.size(), false),
        last_search_(groups.size(), 0) {
    for (std::uint32_t group = 0; group < groups.size(); ++group) {
      cost_[group] = static_cast<int>(groups[group].size());
      for (const std::uint32_t item : groups[group]) {
        groups_of_[item].push_back(group);
        ++left_[item];
        left_sum_[item] ^= group;
      }
    }
    for (std::uint32_t item = 0; item < item_count; ++item) {
      if (left_[item] == 1) --cost_[left_sum_[item]];
    }
  }

  FrontierOrder run() {
    for (std::uint32_t group = 0; group < groups_.size(); ++group) {
      if (is_taken_[group]) continue;
      take(farthest_from(farthest_from(group)));
      while (!candidates_.empty()) take(std::get<2>(*candidates_.begin()));
    }
    for (std::uint32_t item = 0; item < is_open_.size(); ++item) {
      if (groups_of_[item].empty()) order_.items.push_back(item);
    }
    return std::move(order_);
  }

 private:
  using Candidate = std::tuple<int, std::int64_t, std::uint32_t>;  // cost, age, group

  Candidate candidate(std::uint32_t group) const { return {cost_[group], -touched_[group], group}; }

  void take(std::uint32_t group) {
    candidates_.erase(candidate(group));
    is_taken_[group] = true;
    order_.groups.push_back(group);
    ++time_;
    for (const std::uint32_t item : groups_[group]) {
      if (!is_open_[item]) open(item);
      --left_[item];
      left_sum_[item] ^= group;
      if (left_[item] == 1) change(left_sum_[item], -1);
    }
  }

  void open(std::uint32_t item) {
    is_open_[item] = true;
    order_.items.push_back(item);
    for (const std::uint32_t group : groups_of_[item]) {
      if (!is_taken_[group]) change(group, -1);
    }
  }

  void change(std::uint32_t group, int by) {
    candidates_.erase(candidate(group));
    cost_[group] += by;
    touched_[group] = time_;
    candidates_.insert(candidate(group));
  }

  // The last group of a breadth-first search.
  std::uint32_t farthest_from(std::uint32_t group) {
    ++search_;
    std::vector<std::uint32_t> queue = {group};
    last_search_[group] = search_;
    std::vector<std::uint32_t> met;
    for (std::size_t next = 0; next < queue.size(); ++next) {
      for (const std::uint32_t item : groups_[queue[next]]) {
        if (is_met(item)) continue;
        met.push_back(item);
        item_search_[item] = search_;
        for (const std::uint32_t other : groups_of_[item]) {
          if (last_search_[other] == search_) continue;
          last_search_[other] = search_;
          queue.push_back(other);
        }
      }
    }
    return queue.back();
  }

  bool is_met(std::uint32_t item) {
    if (item_search_.size() < is_open_.size()) item_search_.resize(is_open_.size(), 0);
    return item_search_[item] == search_;
  }

  const std::vector<std::vector<std::uint32_t>>& groups_;
  std::vector<std::vector<std::uint32_t>> groups_of_;  // by item
  std::vector<bool> is_open_;
  std::vector<std::uint32_t> left_;      // by item: groups to come
  std::vector<std::uint32_t> left_sum_;  // by item: their exclusive or; the last one's number
  std::vector<int> cost_;                // by group: items that it opens minus those it closes
  std::vector<std::int64_t> touched_;    // by group: when one of its items was opened
  std::vector<bool> is_taken_;
  std::vector<std::uint32_t> last_search_, item_search_;
  std::uint32_t search_ = 0;
  std::int64_t time_ = 0;
  std::set<Candidate> candidates_;
  FrontierOrder order_;
};

}  // namespace

FrontierOrder frontier_order(std::size_t item_count,
                             const std::vector<std::vector<std::uint32_t>>& groups) {
  return FrontierSearch(item_count, groups).run();
}

}  // namespace saltus
