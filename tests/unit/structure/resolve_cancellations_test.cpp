#include "saltus/compiler/structure/resolve_cancellations.h"

#include <gtest/gtest.h>

#include <random>

#include "saltus/compiler/modes/select_mode.h"
#include "saltus/compiler/structure/dependent_rows.h"
#include "tests/unit/flat/flatten_text.h"

namespace saltus {
namespace {

// A mode without guards, analysed.
struct Resolved {
  FlatSystem system;
  ModeSystem mode;
  Diagnostics diagnostics;
  std::optional<ModeStructure> structure;

  Resolved(const std::string& declarations, const std::string& equations)
      : system(flatten_model(declarations, equations)),
        mode(select_mode(system, Mode(system.guards.size(), false))),
        structure(resolve_cancellations(system, mode, diagnostics)) {}

  int index() const { return structure ? structure->index : -1; }
  int degrees_of_freedom() const { return structure ? structure->degrees_of_freedom : -1; }
  std::string message() const {
    return diagnostics.all().empty() ? "" : diagnostics.all().front().message;
  }
  std::string code() const {
    return diagnostics.all().empty() ? "" : std::string(diagnostics.all().front().code.name);
  }
};

const char* const kDelta = R"(
    L*der(ia) = sin(time) - va;
    L*der(ib) = sin(time - 2) - vb;
    L*der(ic) = sin(time + 2) - vc;
    va - vb = R*iab;
    vb - vc = R*ibc;
    vc - va = R*ica;
    ia = iab - ica;
    ib = ibc - iab;
    ic = ica - ibc;)";

TEST(Cancellations, TheCurrentsOfADeltaHaveNoSum) {
  const Resolved delta(
      "parameter Real L = 0.01, R = 1; Real ia, ib, ic, va, vb, vc, iab, ibc, ica;", kDelta);
  EXPECT_EQ(delta.index(), 2);
  EXPECT_EQ(delta.degrees_of_freedom(), 2);
  ASSERT_FALSE(delta.mode.combined.empty());
  EXPECT_EQ(delta.mode.combined.back().terms.size(), 3u);
  EXPECT_FALSE(delta.mode.combined.back().has_derivatives);
}

TEST(Cancellations, AreFoundWhateverTheUnits) {
  for (const char* values : {"L = 1e-9, R = 1e6", "L = 3e7, R = 1e-12", "L = 0.1, R = 0.3"}) {
    const Resolved delta(
        std::string("parameter Real ") + values + "; Real ia, ib, ic, va, vb, vc, iab, ibc, ica;",
        kDelta);
    EXPECT_EQ(delta.index(), 2) << values;
    EXPECT_EQ(delta.degrees_of_freedom(), 2) << values;
  }
}

TEST(Cancellations, FactorsThatAreNotExactCancelUpToRounding) {
  const Resolved model("Real x, y, z;",
                       "0.1*der(x) + 0.7*der(y) = z; 0.3*der(x) + 2.1*der(y) = time; x = y + z;");
  EXPECT_EQ(model.degrees_of_freedom(), 1);  // 3*z = time
  EXPECT_EQ(model.mode.combined.size(), 1u);
}

TEST(Cancellations, WithTheDerivativeOfAConstraint) {
  const Resolved model("Real x, y, w;", "der(x) + der(y) + w = 0; x + y = sin(time); der(w) = x;");
  ASSERT_EQ(model.mode.combined.size(), 1u);
  EXPECT_TRUE(model.mode.combined[0].has_derivatives);
  EXPECT_EQ(model.degrees_of_freedom(), 0);  // w = -cos(time), x = w', y = sin(time) - x
}

TEST(Cancellations, OneBehindTheOther) {
  // x' cancels, and then y' does.
  const Resolved model("Real x, y, z, u;",
                       "der(x) + der(y) = z; der(x) + der(y) + z = u; z = time; der(y) = u;");
  EXPECT_EQ(model.degrees_of_freedom(), 2);
  EXPECT_EQ(model.index(), 1);
}

TEST(Cancellations, AParameterThatIsZeroTakesADerivativeAway) {
  const std::string equations = "u = sin(time); L*der(i) + R*i = u;";
  EXPECT_EQ(Resolved("parameter Real L = 0, R = 2; Real i, u;", equations).degrees_of_freedom(), 0);
  EXPECT_EQ(Resolved("parameter Real L = 1, R = 2; Real i, u;", equations).degrees_of_freedom(), 1);
}

TEST(Cancellations, FactorsThatVaryAreLeftToTheRun) {
  const Resolved model("Real x, y, z;", "x*der(x) + y*der(y) = z; x + y = 1; der(z) = x;");
  EXPECT_TRUE(model.mode.combined.empty());
}

TEST(Cancellations, RegularSystemsAreLeftAlone) {
  const Resolved pendulum("Real x, y, T;",
                          "der(der(x)) = -T*x; der(der(y)) = -T*y - 9.81;"
                          "x*x + y*y = 1;");
  EXPECT_TRUE(pendulum.mode.combined.empty());
  EXPECT_EQ(pendulum.index(), 3);
}

TEST(Cancellations, ARepeatedEquationIsReported) {
  const Resolved same("Real x, y, z;", "x - y = 1; y - z = 2; z - x = -3;");
  EXPECT_EQ(same.code(), "S0306");
  EXPECT_NE(same.message().find("says nothing"), std::string::npos) << same.message();
  const Resolved contradicting("Real x, y, z;", "x - y = 1; y - z = 2; z - x = 3;");
  EXPECT_EQ(contradicting.code(), "S0306");
  EXPECT_NE(contradicting.message().find("contradicts"), std::string::npos);
  const Resolved in_time("Real x, y;", "der(x) + y = time; 2*der(x) + 2*y = sin(time);");
  EXPECT_EQ(in_time.code(), "S0306");
}

// The order of rows and columns decides which row is found, not how many.
TEST(DependentRows, AreAsManyAsTheRankIsMissing) {
  std::mt19937 random(5);
  std::uniform_int_distribution<int> entry(-2, 2), exponent(-30, 30);
  for (int n = 0; n < 300; ++n) {
    SCOPED_TRACE(n);
    constexpr std::uint32_t columns = 6;
    std::vector<MatrixRow> rows(5);
    for (MatrixRow& row : rows) {
      for (std::uint32_t j = 0; j < columns; ++j) row.emplace_back(j, entry(random));
    }
    // Two more that are combinations of others.
    for (const double factor : {3.0, -0.1}) {
      MatrixRow row;
      for (std::uint32_t j = 0; j < columns; ++j) {
        row.emplace_back(j, factor * rows[0][j].second + rows[2][j].second / 3.0);
      }
      rows.push_back(row);
    }
    const std::size_t count = find_dependent_rows(rows, columns).size();
    EXPECT_GE(count, 2u);
    std::vector<MatrixRow> scaled = rows;
    std::vector<int> column_exponent;
    for (std::uint32_t j = 0; j < columns; ++j) column_exponent.push_back(exponent(random));
    for (MatrixRow& row : scaled) {
      const int own = exponent(random);
      for (auto& [j, value] : row) value = std::ldexp(value, own + column_exponent[j]);
    }
    std::shuffle(scaled.begin(), scaled.end(), random);
    const std::vector<DependentRow> dependent = find_dependent_rows(scaled, columns);
    EXPECT_EQ(dependent.size(), count);
    for (const DependentRow& each : dependent) {
      for (std::uint32_t j = 0; j < columns; ++j) {
        double sum = 0.0, size = 0.0;
        for (const auto& [row, factor] : each.factors) {
          sum += factor * scaled[row][j].second;
          size += std::abs(factor * scaled[row][j].second);
        }
        EXPECT_LE(std::abs(sum), 1e-13 * size);
      }
    }
  }
}

}  // namespace
}  // namespace saltus
