#include "saltus/analysis/all_modes/decision_diagrams.h"

#include <algorithm>
#include <utility>

#include "saltus/foundation/base/check.h"

namespace saltus {

namespace {

constexpr std::size_t kFirstNodes = std::size_t{1} << 14;
constexpr std::size_t kNodesPerResult = 4;
constexpr std::uint32_t kOperationBits = 2;

std::size_t mixed(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t hash = (a ^ (b * 0x9E3779B97F4A7C15u)) * 0xFF51AFD7ED558CCDu;
  return hash ^ (hash >> 32);
}

}  // namespace

DecisionDiagrams::DecisionDiagrams(std::size_t node_limit, std::uint64_t step_limit)
    : node_limit_(std::min(node_limit, std::size_t{1} << (32 - kOperationBits))),
      step_limit_(step_limit),
      collect_at_(kFirstNodes) {
  nodes_ = {{terminal_level, 0, 0, 0}, {terminal_level, 1, 1, 0}};
  references_ = {1, 1};
  grow();
}

DecisionDiagrams::Node DecisionDiagrams::literal(std::uint32_t level, bool value) {
  SALTUS_CHECK(level < (std::uint32_t{1} << (32 - kOperationBits)));
  collect_if_due();
  return value ? make(level, 0, 1) : make(level, 1, 0);
}

DecisionDiagrams::Node DecisionDiagrams::apply(Operation operation, Node a, Node b) {
  collect_if_due();
  return is_exhausted_ ? 0 : apply_between_collections(operation, a, b);
}

void DecisionDiagrams::count_steps(std::uint64_t count) {
  steps_ += count;
  if (steps_ > step_limit_) is_exhausted_ = true;
}

std::vector<std::uint32_t> DecisionDiagrams::support(Node root) {
  last_walk_.resize(nodes_.size(), 0);
  ++walk_;
  std::uint64_t visited = 0;
  std::vector<std::uint32_t> levels;
  pending_.assign(1, root);
  while (!pending_.empty()) {
    const Node node = pending_.back();
    pending_.pop_back();
    if (node <= 1 || last_walk_[node] == walk_) continue;
    last_walk_[node] = walk_;
    ++visited;
    const Entry& entry = nodes_[node];
    if (entry.level >= last_walk_of_level_.size()) last_walk_of_level_.resize(entry.level + 1, 0);
    if (std::exchange(last_walk_of_level_[entry.level], walk_) != walk_) {
      levels.push_back(entry.level);
    }
    pending_.push_back(entry.low);
    pending_.push_back(entry.high);
  }
  count_steps(visited);
  std::sort(levels.begin(), levels.end());
  return levels;
}

// What needs no look at the nodes.
bool DecisionDiagrams::is_decided(Operation operation, Node a, Node b, Node& value) {
  switch (operation) {
    case Operation::conjunction:
      if (a == b || b == 1) return value = a, true;
      if (a == 1) return value = b, true;
      return value = 0, a == 0 || b == 0;
    case Operation::disjunction:
      if (a == b || b == 0) return value = a, true;
      if (a == 0) return value = b, true;
      return value = 1, a == 1 || b == 1;
    case Operation::difference:
      if (b == 0) return value = a, true;
      return value = 0, a == b || a == 0 || b == 1;
    case Operation::exists:
      break;
  }
  return false;
}

// Depth first, low half before high half, without recursion: levels are as many as the user's
// guards.
DecisionDiagrams::Node DecisionDiagrams::apply_between_collections(Operation operation, Node a,
                                                                   Node b) {
  const std::size_t base = frames_.size();
  const bool is_symmetric = operation != Operation::difference;
  Node value = 0;
  count_steps(1);
  for (;;) {
    while (!is_decided(operation, a, b, value)) {
      if (is_symmetric && a > b) std::swap(a, b);
      const Result& known = cached(operation, a, b);
      if (known.a == a &&
          known.operation_and_b == (b << kOperationBits | std::uint32_t(operation))) {
        value = known.value;
        break;
      }
      const std::uint32_t first = nodes_[a].level, second = nodes_[b].level;
      frames_.push_back({a, b, std::min(first, second), unused});
      if (first <= second) a = nodes_[a].low;
      if (second <= first) b = nodes_[b].low;
    }
    for (;;) {
      if (is_exhausted_) frames_.resize(base);
      if (frames_.size() == base) return value;
      Frame& frame = frames_.back();
      if (frame.low == unused) {
        frame.low = value;
        a = nodes_[frame.a].level == frame.level ? nodes_[frame.a].high : frame.a;
        b = nodes_[frame.b].level == frame.level ? nodes_[frame.b].high : frame.b;
        break;
      }
      value = make(frame.level, frame.low, value);
      count_steps(1);
      cached(operation, frame.a, frame.b) = {frame.b << kOperationBits | std::uint32_t(operation),
                                             frame.a, value};
      frames_.pop_back();
    }
  }
}

DecisionDiagrams::Node DecisionDiagrams::exists(Node root, std::uint32_t level) {
  collect_if_due();
  if (is_exhausted_) return 0;
  const std::size_t base = frames_.size();
  Node node = root, value = 0;
  for (;;) {
    for (;;) {
      if (nodes_[node].level > level) {
        value = node;
        break;
      }
      const Result& known = cached(Operation::exists, node, level);
      if (known.a == node &&
          known.operation_and_b == (level << kOperationBits | std::uint32_t(Operation::exists))) {
        value = known.value;
        break;
      }
      if (nodes_[node].level == level) {
        value =
            apply_between_collections(Operation::disjunction, nodes_[node].low, nodes_[node].high);
        break;
      }
      frames_.push_back({node, 0, nodes_[node].level, unused});
      node = nodes_[node].low;
    }
    for (;;) {
      if (is_exhausted_) frames_.resize(base);
      if (frames_.size() == base) return value;
      Frame& frame = frames_.back();
      if (frame.low == unused) {
        frame.low = value;
        node = nodes_[frame.a].high;
        break;
      }
      value = make(frame.level, frame.low, value);
      count_steps(1);
      cached(Operation::exists, frame.a, level) = {
          level << kOperationBits | std::uint32_t(Operation::exists), frame.a, value};
      frames_.pop_back();
    }
  }
}

std::size_t DecisionDiagrams::bucket_of(std::uint32_t level, Node low, Node high) const {
  return mixed(std::uint64_t{level} << 32 | low, high) & (buckets_.size() - 1);
}

DecisionDiagrams::Result& DecisionDiagrams::cached(Operation operation, Node a, Node b) {
  const std::uint64_t second = std::uint64_t{b} << kOperationBits | std::uint64_t(operation);
  return results_[mixed(second << 32 | a, a) & (results_.size() - 1)];
}

DecisionDiagrams::Node DecisionDiagrams::make(std::uint32_t level, Node low, Node high) {
  if (low == high) return low;
  std::size_t bucket = bucket_of(level, low, high);
  for (Node node = buckets_[bucket]; node != 0; node = nodes_[node].next) {
    const Entry& entry = nodes_[node];
    if (entry.level == level && entry.low == low && entry.high == high) return node;
  }
  if (first_free_ == 0) {
    grow();
    if (is_exhausted_) return 0;
    bucket = bucket_of(level, low, high);
  }
  const Node node = new_node();
  nodes_[node] = {level, low, high, buckets_[bucket]};
  buckets_[bucket] = node;
  return node;
}

DecisionDiagrams::Node DecisionDiagrams::new_node() {
  const Node node = first_free_;
  first_free_ = nodes_[node].next;
  ++used_;
  return node;
}

// Twice as many nodes, as far as the limit allows.
void DecisionDiagrams::grow() {
  const std::size_t before = nodes_.size();
  const std::size_t after = std::min(std::max(2 * before, kFirstNodes), node_limit_);
  if (after <= before) {
    is_exhausted_ = true;
    return;
  }
  nodes_.resize(after, Entry{terminal_level, 0, 0, 0});
  references_.resize(after, 0);
  for (std::size_t node = after; node-- > before;) {
    nodes_[node].next = first_free_;
    first_free_ = static_cast<Node>(node);
  }
  while (results_.size() < after / kNodesPerResult) {
    results_.assign(std::max<std::size_t>(2 * results_.size(), kFirstNodes / kNodesPerResult), {});
  }
  fill_buckets();
}

void DecisionDiagrams::fill_buckets() {
  std::size_t size = std::max(buckets_.size(), kFirstNodes);
  while (size < nodes_.size()) size *= 2;
  buckets_.assign(size, 0);
  for (std::size_t node = 2; node < nodes_.size(); ++node) {
    Entry& entry = nodes_[node];
    if (entry.level == terminal_level) continue;
    Node& first = buckets_[bucket_of(entry.level, entry.low, entry.high)];
    entry.next = first;
    first = static_cast<Node>(node);
  }
}

void DecisionDiagrams::collect_if_due() {
  if (used_ >= collect_at_) collect();
}

void DecisionDiagrams::collect() {
  is_marked_.assign(nodes_.size(), false);
  for (std::size_t node = 0; node < nodes_.size(); ++node) {
    if (references_[node] > 0) mark(static_cast<Node>(node));
  }
  used_ = 2;
  first_free_ = 0;
  for (std::size_t node = nodes_.size(); node-- > 2;) {
    if (is_marked_[node]) {
      ++used_;
      continue;
    }
    nodes_[node] = {terminal_level, 0, 0, first_free_};
    first_free_ = static_cast<Node>(node);
  }
  fill_buckets();
  std::fill(results_.begin(), results_.end(), Result{});
  // Rarely enough that the work is small beside what filled the nodes.
  collect_at_ = std::max(kFirstNodes, std::min(4 * used_, (used_ + node_limit_) / 2));
}

void DecisionDiagrams::mark(Node root) {
  pending_.push_back(root);
  while (!pending_.empty()) {
    const Node node = pending_.back();
    pending_.pop_back();
    if (is_marked_[node]) continue;
    is_marked_[node] = true;
    if (node <= 1) continue;
    pending_.push_back(nodes_[node].low);
    pending_.push_back(nodes_[node].high);
  }
}

}  // namespace saltus
