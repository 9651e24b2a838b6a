#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace saltus {

// Reduced ordered binary decision diagrams: Boolean functions of numbered levels, each function
// one node. Level 0 is asked first; node 0 is false, node 1 is true. All state is in the object:
// different objects may be used in different threads.
//
// Nodes that are reachable from no referenced node are collected at the beginning of an operation,
// never during one: an operation creates nothing that its result does not need.
class DecisionDiagrams {
 public:
  using Node = std::uint32_t;
  static constexpr std::uint64_t no_limit = ~std::uint64_t{0};
  explicit DecisionDiagrams(std::size_t node_limit, std::uint64_t step_limit = no_limit);

  Node literal(std::uint32_t level, bool value);
  Node conjunction(Node a, Node b) { return apply(Operation::conjunction, a, b); }
  Node disjunction(Node a, Node b) { return apply(Operation::disjunction, a, b); }
  Node difference(Node a, Node b) { return apply(Operation::difference, a, b); }  // a and not b
  // Some value of `level` makes it true.
  Node exists(Node a, std::uint32_t level);

  // Of a node other than 0 and 1.
  std::uint32_t level(Node node) const { return nodes_[node].level; }
  Node low(Node node) const { return nodes_[node].low; }
  Node high(Node node) const { return nodes_[node].high; }

  void add_reference(Node node) { ++references_[node]; }
  void drop_reference(Node node) { --references_[node]; }

  // The levels on which it depends, ascending.
  std::vector<std::uint32_t> support(Node root);

  // More nodes or steps were needed than the limits allow; results since then mean nothing.
  bool is_exhausted() const { return is_exhausted_; }
  // Nodes visited by operations so far: what the work is measured by.
  std::uint64_t steps() const { return steps_; }

 private:
  enum class Operation : std::uint32_t { conjunction, disjunction, difference, exists };
  struct Entry {
    std::uint32_t level;
    Node low, high;
    Node next;  // in the same bucket, or among the free ones
  };
  struct Result {
    std::uint32_t operation_and_b = unused;
    Node a = 0, value = 0;
  };
  // An operation on (a, b) that waits for its low half, or has it and waits for its high half.
  struct Frame {
    Node a, b;
    std::uint32_t level;
    Node low;
  };
  static constexpr std::uint32_t unused = 0xFFFFFFFF;
  static constexpr std::uint32_t terminal_level = 0xFFFFFFFF;

  Node apply(Operation operation, Node a, Node b);
  Node apply_between_collections(Operation operation, Node a, Node b);
  static bool is_decided(Operation operation, Node a, Node b, Node& value);
  Node make(std::uint32_t level, Node low, Node high);
  Node new_node();
  void grow();
  void fill_buckets();
  void collect_if_due();
  void collect();
  void mark(Node root);
  void count_steps(std::uint64_t count);
  std::size_t bucket_of(std::uint32_t level, Node low, Node high) const;
  Result& cached(Operation operation, Node a, Node b);

  std::size_t node_limit_;
  std::uint64_t step_limit_;
  std::uint64_t steps_ = 0;
  std::vector<Entry> nodes_;
  std::vector<std::uint32_t> references_;
  std::vector<Node> buckets_;    // first node, 0 if none; their number is a power of two
  std::vector<Result> results_;  // of operations; one per slot, a later one replaces it
  std::vector<Frame> frames_;
  std::vector<bool> is_marked_;
  std::uint32_t walk_ = 0;
  std::vector<std::uint32_t> last_walk_;           // by node: in which support() it was met
  std::vector<std::uint32_t> last_walk_of_level_;  // the same by level
  std::vector<Node> pending_;
  Node first_free_ = 0;
  std::size_t used_ = 2;
  std::size_t collect_at_;
  bool is_exhausted_ = false;
};

}  // namespace saltus
