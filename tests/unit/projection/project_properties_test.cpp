#include <gtest/gtest.h>

#include <Eigen/LU>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "saltus/runtime/projection/project.h"

// Random pencils with a known Kronecker form,
//
//   E = P diag(I, N) Q,   A = P diag(J, I) Q,
//
// whose projector, right limit and impulses are known in closed form.

namespace saltus {
namespace {

using Dense = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;
using Index = Eigen::Index;

class Numbers {
 public:
  explicit Numbers(unsigned seed) : engine_(seed) {}
  double between(double low, double high) {
    return low + (high - low) * static_cast<double>(engine_() >> 8) / static_cast<double>(1u << 24);
  }
  Index integer(Index low, Index high) {
    return low + static_cast<Index>(engine_()) % (high - low + 1);
  }
  Dense matrix(Index rows, Index columns) {
    return Dense::NullaryExpr(rows, columns, [&] { return between(-1.0, 1.0); });
  }
  Vector vector(Index size) { return matrix(size, 1); }
  Dense orthogonal(Index size) {
    return Eigen::HouseholderQR<Dense>(matrix(size, size)).householderQ();
  }
  // Condition at most 16.
  Dense regular(Index size) {
    const Vector scales = Vector::NullaryExpr(size, [&] { return between(0.25, 4.0); });
    return orthogonal(size) * scales.asDiagonal() * orthogonal(size);
  }
  std::vector<Index> permutation(Index size) {
    std::vector<Index> order(static_cast<std::size_t>(size));
    std::iota(order.begin(), order.end(), Index{0});
    for (std::size_t i = order.size(); i > 1; --i) {
      std::swap(order[i - 1],
                order[static_cast<std::size_t>(integer(0, static_cast<Index>(i) - 1))]);
    }
    return order;
  }

 private:
  std::mt19937 engine_;
};

Matrix from_dense(const Dense& dense) {
  Matrix matrix(static_cast<std::size_t>(dense.rows()), static_cast<std::size_t>(dense.cols()));
  for (Index i = 0; i < dense.rows(); ++i) {
    for (Index j = 0; j < dense.cols(); ++j) {
      matrix(static_cast<std::size_t>(i), static_cast<std::size_t>(j)) = dense(i, j);
    }
  }
  return matrix;
}

Dense to_dense(const Matrix& matrix) {
  return Dense::NullaryExpr(
      static_cast<Index>(matrix.rows), static_cast<Index>(matrix.columns), [&](Index i, Index j) {
        return matrix(static_cast<std::size_t>(i), static_cast<std::size_t>(j));
      });
}

std::vector<double> list(const Vector& values) { return {values.begin(), values.end()}; }
Vector to_vector(const std::vector<double>& values) {
  return Eigen::Map<const Vector>(values.data(), static_cast<Index>(values.size()));
}

// Nilpotent of exactly this index: blocks of Jordan, the first one of full length, rotated.
Dense nilpotent(Index size, Index index, Numbers& numbers) {
  Dense n = Dense::Zero(size, size);
  for (Index i = 0, length = index; i < size; i += length, length = numbers.integer(1, index)) {
    for (Index k = i; k + 1 < std::min(size, i + length); ++k)
      n(k, k + 1) = numbers.between(0.5, 2.0);
  }
  const Dense rotation = numbers.orthogonal(size);
  return rotation * n * rotation.transpose();
}

struct KnownPencil {
  Index finite, infinite;
  int index;
  Dense p, q, j, n, b;  // b in the equations of the Kronecker form

  Index size() const { return finite + infinite; }
  Dense diagonal(const Dense& first, const Dense& second) const {
    Dense result = Dense::Zero(size(), size());
    result.topLeftCorner(finite, finite) = first;
    result.bottomRightCorner(infinite, infinite) = second;
    return result;
  }
  Dense unit(Index order) const { return Dense::Identity(order, order); }
  LinearSystem system() const {
    return {from_dense(p * diagonal(unit(finite), n) * q),
            from_dense(p * diagonal(j, unit(infinite)) * q), from_dense(p * b)};
  }
  Dense projector() const {
    return q.inverse() * diagonal(unit(finite), Dense::Zero(infinite, infinite)) * q;
  }
  // -sum_k (-N)^k b_2 u^(k)
  Vector prescribed(const std::vector<Vector>& inputs) const {
    Vector sum = Vector::Zero(infinite);
    Dense power = unit(infinite);
    for (const Vector& u : inputs) {
      sum -= power * b.bottomRows(infinite) * u;
      power *= -n;
    }
    return sum;
  }
  Vector from_infinite(const Vector& z) const {
    Vector all = Vector::Zero(size());
    all.tail(infinite) = z;
    return q.inverse() * all;
  }
};

KnownPencil random_pencil(Numbers& numbers, Index largest_index) {
  KnownPencil pencil;
  const Index index = numbers.integer(0, largest_index);
  pencil.index = static_cast<int>(index);
  pencil.finite = numbers.integer(index == 0 ? 1 : 0, 6);
  pencil.infinite = index == 0 ? 0 : index + numbers.integer(0, 4);
  pencil.p = numbers.regular(pencil.size());
  pencil.q = numbers.regular(pencil.size());
  pencil.j = numbers.matrix(pencil.finite, pencil.finite) * 2.0;
  pencil.n = nilpotent(pencil.infinite, std::max<Index>(index, 1), numbers);
  pencil.b = numbers.matrix(pencil.size(), 2);
  return pencil;
}

ProjectionResult projected(const LinearSystem& system, const Vector& before,
                           const std::vector<Vector>& inputs) {
  std::vector<std::vector<double>> lists;
  for (const Vector& u : inputs) lists.push_back(list(u));
  const auto result = project(system, list(before), lists);
  EXPECT_TRUE(result.has_value());
  return result ? result.value() : ProjectionResult{};
}

double distance(const Dense& computed, const Dense& expected) {
  if (computed.rows() != expected.rows() || computed.cols() != expected.cols()) return INFINITY;
  if (computed.size() == 0) return 0.0;
  return (computed - expected).cwiseAbs().maxCoeff() /
         std::max(1.0, expected.cwiseAbs().maxCoeff());
}

// A seed, the pencil and the change it makes.
struct Change {
  Numbers numbers;
  KnownPencil pencil;
  Vector before;
  std::vector<Vector> inputs;
  ProjectionResult result;

  explicit Change(unsigned seed, Index largest_index = 5)
      : numbers(seed), pencil(random_pencil(numbers, largest_index)) {
    before = numbers.vector(pencil.size());
    for (int k = 0; k < 7; ++k) inputs.push_back(numbers.vector(2));
    result = projected(pencil.system(), before, inputs);
  }
};

constexpr unsigned runs = 100;
constexpr double tolerance = 1e-9;

TEST(ProjectionProperties, IndexAndDegreesOfFreedomAreThoseOfTheKroneckerForm) {
  for (unsigned seed = 0; seed < runs; ++seed) {
    const Change change(seed);
    EXPECT_EQ(change.result.index, change.pencil.index) << "seed " << seed;
    EXPECT_EQ(change.result.finite, static_cast<std::size_t>(change.pencil.finite))
        << "seed " << seed;
    EXPECT_TRUE(change.result.near_decisions.empty()) << "seed " << seed;
  }
}

TEST(ProjectionProperties, ProjectorAndRightLimitAreThoseOfTheKroneckerForm) {
  for (unsigned seed = 0; seed < runs; ++seed) {
    const Change change(seed);
    const Dense expected = change.pencil.projector();
    EXPECT_LT(distance(to_dense(change.result.projector), expected), tolerance) << "seed " << seed;
    const Vector offset = change.pencil.from_infinite(change.pencil.prescribed(change.inputs));
    EXPECT_LT(distance(to_vector(change.result.offset), offset), tolerance) << "seed " << seed;
    EXPECT_LT(distance(to_vector(change.result.after), expected * change.before + offset),
              tolerance)
        << "seed " << seed;
  }
}

// x_2 = … + sum_k (-N)^k (x_2+ - x_2-) delta^(k-1)
TEST(ProjectionProperties, ImpulsesAreThoseOfTheKroneckerForm) {
  for (unsigned seed = 0; seed < runs; ++seed) {
    const Change change(seed);
    const KnownPencil& pencil = change.pencil;
    Vector power =
        pencil.prescribed(change.inputs) - (pencil.q * change.before).tail(pencil.infinite);
    for (std::size_t k = 0; k < 6; ++k) {
      power = -pencil.n * power;
      const Vector expected = pencil.from_infinite(power);
      Vector computed = Vector::Zero(pencil.size());
      for (Index i = 0; i < pencil.size(); ++i) {
        const auto& weights = change.result.impulses[static_cast<std::size_t>(i)];
        if (k < weights.size()) computed[i] = weights[k];
      }
      EXPECT_LT(distance(computed, expected), tolerance) << "seed " << seed << " order " << k + 1;
    }
  }
}

TEST(ProjectionProperties, TheOrderOfImpulsesStaysBelowTheIndex) {
  for (unsigned seed = 0; seed < runs; ++seed) {
    const Change change(seed);
    for (const auto& weights : change.result.impulses) {
      EXPECT_LT(static_cast<int>(weights.size()), std::max(1, change.result.index))
          << "seed " << seed;
    }
  }
}

TEST(ProjectionProperties, TheProjectorIsIdempotentAndItsTraceIsItsRank) {
  for (unsigned seed = 0; seed < runs; ++seed) {
    const Change change(seed);
    const Dense pi = to_dense(change.result.projector);
    EXPECT_LT(distance(pi * pi, pi), tolerance) << "seed " << seed;
    EXPECT_NEAR(pi.trace(), static_cast<double>(change.result.finite), tolerance)
        << "seed " << seed;
  }
}

// (s E + A)^-1 E commutes with the projector for every s.
TEST(ProjectionProperties, TheProjectorCommutesWithTheDynamics) {
  for (unsigned seed = 0; seed < runs; ++seed) {
    const Change change(seed);
    const LinearSystem system = change.pencil.system();
    const Dense e = to_dense(system.e), a = to_dense(system.a);
    const Dense dynamics = (7.0 * e + a).partialPivLu().solve(e);
    const Dense pi = to_dense(change.result.projector);
    EXPECT_LT(distance(pi * dynamics, dynamics * pi), tolerance) << "seed " << seed;
  }
}

TEST(ProjectionProperties, AConsistentPointStaysAndHasNoImpulse) {
  for (unsigned seed = 0; seed < runs; ++seed) {
    const Change change(seed);
    const Vector consistent = to_vector(change.result.after);
    const auto again = projected(change.pencil.system(), consistent, change.inputs);
    EXPECT_LT(distance(to_vector(again.after), consistent), tolerance) << "seed " << seed;
    for (const auto& weights : again.impulses) {
      for (const double weight : weights) EXPECT_LT(std::abs(weight), 1e-8) << "seed " << seed;
    }
  }
}

TEST(ProjectionProperties, TheOrderOfEquationsAndVariablesDoesNotMatter) {
  for (unsigned seed = 0; seed < runs; ++seed) {
    Change change(seed);
    const LinearSystem system = change.pencil.system();
    const auto rows = change.numbers.permutation(change.pencil.size());
    const auto columns = change.numbers.permutation(change.pencil.size());
    const LinearSystem shuffled{from_dense(to_dense(system.e)(rows, columns)),
                                from_dense(to_dense(system.a)(rows, columns)),
                                from_dense(to_dense(system.b)(rows, Eigen::all))};
    const auto result = projected(shuffled, change.before(columns), change.inputs);
    EXPECT_EQ(result.index, change.result.index) << "seed " << seed;
    EXPECT_LT(distance(to_vector(result.after), to_vector(change.result.after)(columns)), tolerance)
        << "seed " << seed;
  }
}

TEST(ProjectionProperties, RoundingBoundsTheErrorOfTheRightLimit) {
  for (unsigned seed = 0; seed < runs; ++seed) {
    const Change change(seed, 3);
    const Vector expected = change.pencil.projector() * change.before +
                            change.pencil.from_infinite(change.pencil.prescribed(change.inputs));
    for (Index i = 0; i < expected.size(); ++i) {
      const auto at = static_cast<std::size_t>(i);
      // The matrices themselves are rounded products, hence the factor.
      EXPECT_LT(std::abs(change.result.after[at] - expected[i]), 100 * change.result.rounding[at])
          << "seed " << seed;
    }
  }
}

TEST(ProjectionProperties, EquationsThatDependOnEachOtherAreFound) {
  for (unsigned seed = 0; seed < runs; ++seed) {
    Change change(seed);
    if (change.pencil.size() < 3) continue;
    LinearSystem system = change.pencil.system();
    for (Matrix* matrix : {&system.e, &system.a}) {
      for (std::size_t j = 0; j < matrix->columns; ++j) {
        (*matrix)(2, j) = 0.3 * (*matrix)(0, j) - 1.7 * (*matrix)(1, j);
      }
    }
    const auto result = project(system, list(change.before), {});
    ASSERT_FALSE(result.has_value()) << "seed " << seed;
    EXPECT_EQ(result.error().kind, ProjectionFault::Kind::singular_pencil);
    EXPECT_EQ(result.error().equations, (std::vector<std::size_t>{0, 1, 2})) << "seed " << seed;
  }
}

// E x^(k+1) + A x^(k) + B u^(k) = 0.
TEST(ProjectionProperties, DerivativesSatisfyTheEquationsAndTheirDerivatives) {
  constexpr int orders = 3;
  for (unsigned seed = 0; seed < runs; ++seed) {
    Numbers numbers(seed);
    const KnownPencil pencil = random_pencil(numbers, 4);
    const Vector before = numbers.vector(pencil.size());
    std::vector<Vector> inputs;
    std::vector<std::vector<double>> lists;
    for (int k = 0; k < 9; ++k) {
      inputs.push_back(numbers.vector(2));
      lists.push_back(list(inputs.back()));
    }
    const LinearSystem system = pencil.system();
    const auto result = project(system, list(before), lists, orders);
    ASSERT_TRUE(result.has_value());
    ASSERT_EQ(result.value().derivatives.size(), static_cast<std::size_t>(orders));
    Vector x = to_vector(result.value().after);
    for (std::size_t k = 0; k < orders; ++k) {
      const Vector next = to_vector(result.value().derivatives[k]);
      const Vector forced = to_dense(system.b) * inputs[k];
      EXPECT_LT(distance(to_dense(system.e) * next, -to_dense(system.a) * x - forced), 1e-8)
          << "seed " << seed << ", derivative " << k + 1;
      x = next;
    }
  }
}

TEST(ProjectionProperties, TwoHundredVariablesOfIndexThree) {
  Numbers numbers(1);
  KnownPencil pencil{120, 80, 3, {}, {}, {}, {}, {}};
  pencil.p = numbers.regular(200);
  pencil.q = numbers.regular(200);
  pencil.j = numbers.matrix(120, 120);
  pencil.n = nilpotent(80, 3, numbers);
  pencil.b = numbers.matrix(200, 2);
  const Vector before = numbers.vector(200);
  const auto result = projected(pencil.system(), before, {});
  EXPECT_EQ(result.index, 3);
  EXPECT_EQ(result.finite, 120u);
  EXPECT_LT(distance(to_vector(result.after), pencil.projector() * before), tolerance);
}

}  // namespace
}  // namespace saltus
