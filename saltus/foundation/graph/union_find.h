#pragma once

#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace saltus {

// Sets of 0 … count-1 that only grow together; a set is named by its smallest member.
class UnionFind {
 public:
  explicit UnionFind(std::size_t count) : parent_(count) {
    std::iota(parent_.begin(), parent_.end(), 0u);
  }
  std::uint32_t find(std::uint32_t item) {
    while (parent_[item] != item) item = parent_[item] = parent_[parent_[item]];
    return item;
  }
  void unite(std::uint32_t first, std::uint32_t second) {
    first = find(first);
    second = find(second);
    if (first > second) std::swap(first, second);
    parent_[second] = first;
  }

 private:
  std::vector<std::uint32_t> parent_;
};

}  // namespace saltus
