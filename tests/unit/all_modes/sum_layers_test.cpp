#include "saltus/analysis/all_modes/sum_layers.h"

#include <gtest/gtest.h>

#include <random>

#include "saltus/analysis/all_modes/residue_field.h"

namespace saltus {
namespace {

TEST(ResidueField, TransformsThereAndBack) {
  ResidueField field(ResidueField::prime_number(3));
  std::vector<std::uint64_t> values;
  for (std::uint64_t k = 0; k < 64; ++k) values.push_back(field.from(k * k + 7));
  const std::vector<std::uint64_t> before = values;
  field.transform(values);
  EXPECT_NE(values, before);
  field.transform_back(values);
  EXPECT_EQ(values, before);
}

TEST(ResidueField, AnInverseGivesOne) {
  const ResidueField field(ResidueField::prime_number(0));
  EXPECT_EQ(field.value(field.multiply(field.from(12345), field.inverse(field.from(12345)))), 1u);
}

// Each guard adds 0 or 1: binomial numbers.
SumLayers coins(std::size_t count) {
  SumLayers layers;
  for (std::size_t k = 0; k < count; ++k) {
    layers.steps.push_back({{0, 0, 0, 1}, {0, 0, 1, 1}});
    layers.widths.push_back(1);
  }
  layers.most = static_cast<int>(count);
  return layers;
}

TEST(SumCounts, BinomialNumbersOfManyDigits) {
  const std::vector<ModeCount> counts = SumCounts(coins(300)).counts();
  ASSERT_EQ(counts.size(), 301u);
  ModeCount sum;
  for (const ModeCount& count : counts) sum += count;
  ModeCount expected(1);
  expected <<= 300;
  EXPECT_EQ(sum, expected);
  EXPECT_EQ(counts[1], ModeCount(300));
  EXPECT_EQ(counts[2], ModeCount(44850));
  EXPECT_EQ(
      counts[150].digits(),
      "93759702772827452793193754439064084879232655700081358920472352712975170021839591675861424");
}

TEST(SumCounts, DifferencesOfCounts) {
  SumCounts counts(coins(3));
  counts.subtract(SumCounts(coins(3)));
  counts.add(SumCounts(coins(3)));
  const std::vector<ModeCount> expected = {ModeCount(1), ModeCount(3), ModeCount(3), ModeCount(1)};
  EXPECT_EQ(counts.counts(), expected);
}

// The product of matrices against all paths, one by one.
TEST(SumCounts, RandomLayersAgreeWithAnEnumeration) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    SumLayers layers;
    std::vector<std::vector<std::uint64_t>> paths = {{1}};  // by state, by sum
    const std::size_t guards = 1 + random() % 40;
    for (std::size_t k = 0; k < guards; ++k) {
      const std::size_t width = k + 1 == guards ? 1 : 1 + random() % 3;
      std::vector<SumLayers::Step> steps;
      std::vector<std::vector<std::uint64_t>> next(width);
      for (std::uint32_t from = 0; from < paths.size(); ++from) {
        const auto to = static_cast<std::uint32_t>(random() % width);
        const auto added = static_cast<std::uint32_t>(random() % 3);
        steps.push_back({from, to, added, 1 + static_cast<std::uint32_t>(random() % 2)});
        next[to].resize(std::max(next[to].size(), paths[from].size() + added), 0);
        for (std::size_t sum = 0; sum < paths[from].size(); ++sum) {
          next[to][sum + added] += steps.back().choices * paths[from][sum];
        }
      }
      layers.steps.push_back(std::move(steps));
      layers.widths.push_back(width);
      paths = std::move(next);
    }
    layers.most = static_cast<int>(paths[0].size()) - 1;
    const std::vector<ModeCount> counts = SumCounts(layers).counts();
    ASSERT_EQ(counts.size(), paths[0].size());
    for (std::size_t sum = 0; sum < counts.size(); ++sum) {
      ASSERT_EQ(counts[sum], ModeCount(paths[0][sum])) << "round " << round;
    }
  }
}

}  // namespace
}  // namespace saltus
