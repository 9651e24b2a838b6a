#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace saltus {

struct FrontierOrder {
  std::vector<std::uint32_t> items;   // in the order of their first use
  std::vector<std::uint32_t> groups;  // in the order in which they are taken
};

// Numbers items so that those that occur together are near each other: `groups` are taken
// one after the other, each time the one that leaves the fewest items open (met, but with
// groups still to come), the most recently touched first. Along a chain this is the chain,
// along a tree one branch after the other. Items in no group come last.
FrontierOrder frontier_order(std::size_t item_count,
                             const std::vector<std::vector<std::uint32_t>>& groups);

}  // namespace saltus
