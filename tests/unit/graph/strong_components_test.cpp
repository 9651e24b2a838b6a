#include "saltus/foundation/graph/strong_components.h"

#include <gtest/gtest.h>

#include <random>

namespace saltus {
namespace {

DirectedGraph graph_of(std::uint32_t nodes,
                       const std::vector<std::pair<std::uint32_t, std::uint32_t>>& arcs) {
  DirectedGraph graph;
  for (std::uint32_t node = 0; node < nodes; ++node) {
    for (const auto& [from, to] : arcs) {
      if (from == node) graph.arcs.push_back(to);
    }
    graph.start.push_back(static_cast<std::uint32_t>(graph.arcs.size()));
  }
  return graph;
}

TEST(StrongComponents, ACycleIsOneComponent) {
  const StrongComponents found = strong_components(graph_of(4, {{0, 1}, {1, 2}, {2, 0}, {3, 1}}));
  EXPECT_EQ(found.count, 2u);
  EXPECT_EQ(found.component_of, (std::vector<std::uint32_t>{0, 0, 0, 1}));
}

TEST(StrongComponents, WhatANodeNeedsComesBeforeIt) {
  const StrongComponents found = strong_components(graph_of(3, {{0, 1}, {1, 2}}));
  EXPECT_EQ(found.component_of, (std::vector<std::uint32_t>{2, 1, 0}));
}

TEST(StrongComponents, AgreeWithMutualReachability) {
  std::mt19937 random(4);
  for (int k = 0; k < 200; ++k) {
    const std::uint32_t n = std::uniform_int_distribution<std::uint32_t>(1, 8)(random);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> arcs;
    std::vector<std::vector<bool>> reaches(n, std::vector<bool>(n, false));
    for (std::uint32_t i = 0; i < n; ++i) {
      reaches[i][i] = true;
      for (std::uint32_t j = 0; j < n; ++j) {
        if (random() % 4 != 0) continue;
        arcs.emplace_back(i, j);
        reaches[i][j] = true;
      }
    }
    for (std::uint32_t m = 0; m < n; ++m) {
      for (std::uint32_t i = 0; i < n; ++i) {
        for (std::uint32_t j = 0; j < n; ++j) {
          if (reaches[i][m] && reaches[m][j]) reaches[i][j] = true;
        }
      }
    }
    const StrongComponents found = strong_components(graph_of(n, arcs));
    for (std::uint32_t i = 0; i < n; ++i) {
      for (std::uint32_t j = 0; j < n; ++j) {
        EXPECT_EQ(found.component_of[i] == found.component_of[j], reaches[i][j] && reaches[j][i]);
        if (reaches[i][j]) {
          EXPECT_GE(found.component_of[i], found.component_of[j]);
        }
      }
    }
  }
}

TEST(StrongComponents, WalkAChainOfAMillionNodes) {
  DirectedGraph chain;
  const std::uint32_t n = 1'000'000;
  for (std::uint32_t node = 0; node < n; ++node) {
    if (node + 1 < n) chain.arcs.push_back(node + 1);
    chain.start.push_back(static_cast<std::uint32_t>(chain.arcs.size()));
  }
  EXPECT_EQ(strong_components(chain).count, n);
}

}  // namespace
}  // namespace saltus
