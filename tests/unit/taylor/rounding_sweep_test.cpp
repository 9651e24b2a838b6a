#include "saltus/runtime/taylor/rounding_sweep.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "saltus/runtime/simulate/start.h"
#include "tests/problems/model_from_text.h"

namespace saltus::testing {
namespace {

// Rounding of every value, by a sweep over everything and by those over what it needs.
void expect_same_rounding(const std::string& text) {
  const ModelFromText model(text);
  const ExecutableMode& mode = model.mode();
  Expansion expansion(mode, model.plan(), 4, model.known());
  auto start = find_consistent_start(mode, 0.3, model.first_mode().starts, model.known());
  ASSERT_TRUE(start.has_value());
  std::vector<double> state = start.value().state;
  const std::vector<double> sizes(state.size(), 2.5);
  ASSERT_FALSE(expansion.expand(0.3, 1.0, state, sizes, 4));

  RoundingSweep whole(mode);
  whole.run(expansion, sizes);
  std::vector<std::uint32_t> rows;
  for (const Instruction& instruction : mode.instructions) rows.push_back(instruction.row);
  ASSERT_GT(rows.size(), 4u);
  RoundingSweep each(mode, expansion, rows);
  double largest = 0.0;
  for (int time = 0; time < 2; ++time) {  // what never changes is found once
    each.begin(expansion, sizes);
    for (std::size_t i = rows.size(); i-- > 0;) {
      EXPECT_EQ(each.of_given(i, expansion, sizes), whole.of_row(rows[i])) << text;
      RoundingSweep alone(mode, expansion, {&rows[i], 1});
      alone.run(expansion, sizes);
      EXPECT_EQ(alone.of_row(rows[i]), whole.of_row(rows[i])) << text;
      largest = std::max(largest, whole.of_row(rows[i]));
    }
  }
  EXPECT_GT(largest, 0.0);
}

TEST(RoundingSweep, OfSomeRowsIsThatOfAll) {
  expect_same_rounding(R"(model Explicit
    parameter Real u = 3;
    Real x(start = 1, fixed = true), y, w = 3*u - y;
  equation
    der(x) = (x - w)*(u + y) - 2*time;
    y = sin(x) + u;
  end Explicit;)");
  expect_same_rounding(R"(model Solved
    Real x(start = 1, fixed = true), y(start = 1, fixed = true), a, b, c, d;
  equation
    der(x) = a*b - c;
    der(y) + a*der(x) = y;
    a + 1.001*b = x;
    a + b = time;
    c = exp(x);
    d^3 + d = der(y) + 2;
  end Solved;)");
}

}  // namespace
}  // namespace saltus::testing
