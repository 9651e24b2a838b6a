#include "saltus/runtime/events/sign_changes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <random>
#include <vector>

#include "tests/unit/events/known_polynomial.h"

namespace saltus {
namespace {

using known::Polynomial;

std::vector<SignChange> all_changes(SignChanges& changes, const Polynomial& p, double length) {
  changes.start(p, length);
  std::vector<SignChange> found;
  while (const auto change = changes.next()) found.push_back(*change);
  return found;
}

std::vector<SignChange> all_changes(const Polynomial& p, double length) {
  SignChanges changes;
  return all_changes(changes, p, length);
}

struct Root {
  double at;
  int order = 1;
};

// Simple roots to the last bits. Rounding of one coefficient moves a root of order 3 by 1e-5 and
// one of order 7 by 1e-2: their place means little.
void expect_changes(const std::vector<SignChange>& found, const std::vector<Root>& expected,
                    const std::string& about) {
  ASSERT_EQ(found.size(), expected.size()) << about;
  for (std::size_t k = 0; k < found.size(); ++k) {
    const auto [at, order] = expected[k];
    EXPECT_NEAR(found[k].at, at, order == 1 ? 4e-16 * at : 1e-3) << about;
    EXPECT_EQ(found[k].is_cluster, order > 1) << about;
  }
}

std::string text_of(const std::vector<int>& roots) {
  std::string text = "roots";
  for (const int root : roots) text += " " + std::to_string(root);
  return text;
}

// The numerators of odd multiplicity that lie in (0, last].
std::vector<Root> odd_roots(const std::vector<int>& numerators, int denominator, int last) {
  std::map<int, int> multiplicity;
  for (const int m : numerators) ++multiplicity[m];
  std::vector<Root> roots;
  for (const auto& [m, times] : multiplicity) {
    if (m > 0 && m <= last && times % 2 == 1) {
      roots.push_back({static_cast<double>(m) / denominator, times});
    }
  }
  return roots;
}

TEST(SignChanges, RootsOfOddOrderAreFoundAndRootsOfEvenOrderAreNot) {
  std::mt19937 random(1);
  SignChanges changes;
  for (int round = 0; round < 2000; ++round) {
    // At most 8 factors of 6 bits: exact.
    std::vector<int> numerators(1 + random() % 8);
    const int spread = random() % 2 == 0 ? 5 : 70;
    for (int& m : numerators) m = static_cast<int>(random() % spread) + (spread == 5 ? 30 : -3);
    expect_changes(all_changes(changes, known::with_roots(numerators, 64), 1.0),
                   odd_roots(numerators, 64, 64), text_of(numerators));
  }
}

TEST(SignChanges, TheIntervalMayHaveAnyLength) {
  std::mt19937 random(2);
  for (int round = 0; round < 500; ++round) {
    std::vector<int> numerators(1 + random() % 7);
    for (int& m : numerators) m = static_cast<int>(random() % 60) + 1;
    const int last = static_cast<int>(random() % 60) + 1;
    expect_changes(all_changes(known::with_roots(numerators, 8), last / 8.0),
                   odd_roots(numerators, 8, last), text_of(numerators));
  }
}

TEST(SignChanges, ScalesOfValueAndTimeDoNotMatter) {
  // (s - 1e-100)(s - 2e-100)(s - 3e-100) in units of 1e-200: coefficients from 1e-100 to 1e200.
  const double unit = 0x1p-330;
  Polynomial p{-6.0 * unit * 0x1p700 * unit * unit, 11.0 * unit * 0x1p700 * unit,
               -6.0 * unit * 0x1p700, 0x1p700};
  expect_changes(all_changes(p, 2.5 * unit), {{unit}, {2.0 * unit}}, "tiny times, huge values");
  for (double& coefficient : p) coefficient *= 0x1p-200;
  expect_changes(all_changes(p, 4.0 * unit), {{unit}, {2.0 * unit}, {3.0 * unit}}, "tiny times");
}

TEST(SignChanges, ARootAtTheEndCountsAndOneAtTheStartDoesNot) {
  expect_changes(all_changes(known::with_roots({0, 3, 8}, 8), 1.0), {{0.375}, {1.0}}, "degree 3");
  expect_changes(all_changes(known::with_roots({0, 0, 3, 8, 9}, 8), 1.0), {{0.375}, {1.0}},
                 "degree 5");
  expect_changes(all_changes(known::with_roots({3, 8, 8, 9}, 8), 1.0), {{0.375}},
                 "a touch at the end");
  expect_changes(all_changes(known::with_roots({8}, 8), 1.0), {{1.0}}, "degree 1");
}

TEST(SignChanges, EveryRootOfWilkinsonsPolynomialIsFoundToTheLastBits) {
  std::vector<int> numerators(16);
  std::vector<Root> roots(16);
  for (int k = 0; k < 16; ++k) {
    numerators[static_cast<std::size_t>(k)] = k + 1;
    roots[static_cast<std::size_t>(k)] = {(k + 1) / 16.0};
  }
  expect_changes(all_changes(known::with_roots(numerators, 16), 1.0), roots, "Wilkinson");
}

// Sums of magnitudes of 10^15 for values of 1: double precision alone sees nothing.
TEST(SignChanges, EveryRootOfAChebyshevPolynomialOfDegreeFortyIsFound) {
  Polynomial before{1.0};
  Polynomial chebyshev{0.0, 1.0};
  for (int n = 2; n <= 40; ++n) {
    Polynomial next = known::product(chebyshev, {0.0, 2.0});
    for (std::size_t m = 0; m < before.size(); ++m) next[m] -= before[m];
    before = std::exchange(chebyshev, next);
  }
  const std::vector<SignChange> found = all_changes(chebyshev, 1.0);
  ASSERT_EQ(found.size(), 20U);
  for (std::size_t k = 0; k < 20; ++k) {
    const double angle = static_cast<double>(2 * (20 - k) - 1) * std::numbers::pi / 80.0;
    EXPECT_NEAR(found[k].at, std::cos(angle), 1e-15);
  }
}

TEST(SignChanges, AWindowAsNarrowAsTheCoefficientsCanExpressIsFound) {
  for (const double width : {0x1p-20, 0x1p-30, 0x1p-40}) {
    // (s - 1/2)(s - 1/2 - width), exact.
    const Polynomial window{0.25 + width / 2.0, -1.0 - width, 1.0};
    const Polynomial cubic = known::product(window, {2.0, -1.0});
    for (const Polynomial& p :
         {window, cubic, known::raised_to(window, 22), known::raised_to(cubic, 37)}) {
      const std::vector<SignChange> found = all_changes(p, 1.0);
      ASSERT_EQ(found.size(), 2U) << "degree " << p.size() - 1 << ", width " << width;
      EXPECT_NEAR(found[0].at, 0.5, 2e-16);
      EXPECT_NEAR(found[1].at - found[0].at, width, 2e-16);
    }
  }
}

TEST(SignChanges, ATouchThatMissesByAsLittleAsCoefficientsCanExpressIsNoChange) {
  // (s - 1/2)^2 + 2^-50, and the touch itself.
  for (const double gap : {0x1p-50, 0.0}) {
    const Polynomial touch{0.25 + gap, -1.0, 1.0};
    for (const std::size_t power : {3U, 10U, 22U, 57U}) {
      EXPECT_TRUE(all_changes(known::raised_to(touch, power), 1.0).empty()) << power;
    }
  }
}

TEST(SignChanges, ManyRootsAtOnePlaceAreOneClusterThatCountsByTheSignsAroundIt) {
  for (const int order : {3, 4, 5, 6, 7, 8}) {
    // The root is no subdivision point; 5^8 is exact.
    const Polynomial p = known::with_roots(std::vector<int>(static_cast<std::size_t>(order), 2), 5);
    SignChanges changes;
    changes.start(p, 1.0);
    const std::optional<SignChange> change = changes.next();
    ASSERT_EQ(change.has_value(), order % 2 == 1) << order;
    if (!change) continue;
    EXPECT_TRUE(change->is_cluster);
    EXPECT_NEAR(change->at, 0.4, 1e-4);
    EXPECT_EQ(changes.sign(), 1);
    EXPECT_FALSE(changes.next());
  }
}

// For polynomials that are rounded, the truth is the sign of the rounded polynomial.
TEST(SignChanges, BetweenTheChangesTheSignIsConstantForRandomRootsOfAnyDegree) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> uniform(-0.5, 1.5);
  std::uniform_real_distribution<double> exponent(-12.0, -1.0);
  SignChanges changes;
  int simple_changes = 0;
  for (int round = 0; round < 250; ++round) {
    std::vector<double> roots(3 + random() % 38);  // degree up to 40
    for (double& root : roots) root = uniform(random);
    // Some close pairs.
    for (std::size_t k = 1; k < roots.size(); k += 5) {
      roots[k] = roots[k - 1] + std::pow(10.0, exponent(random));
    }
    const Polynomial p = known::rounded_with_roots(roots);
    changes.start(p, 1.0);
    double place = 0.0;
    while (true) {
      const int sign = changes.sign();
      const std::optional<SignChange> change = changes.next();
      const double end = change ? change->at : 1.0;
      for (int k = 0; k <= 40; ++k) {
        // Right of the change before by more than the last bits of its place.
        const double s = std::lerp(place * (1.0 + 1e-15), end * (1.0 - 1e-15), k / 40.0);
        if (known::sign(p, s) == sign || s > end || s < place) continue;
        ADD_FAILURE() << "round " << round << ": sign changes unseen at " << s << " in " << place
                      << " to " << end;
        break;
      }
      if (!change) break;
      EXPECT_TRUE(known::sign(p, change->at) != sign ||
                  known::is_below_twice_the_precision(p, change->at))
          << "round " << round << ": too early";
      ++simple_changes;
      place = change->at;
    }
  }
  EXPECT_GT(simple_changes, 1500);
}

}  // namespace
}  // namespace saltus
