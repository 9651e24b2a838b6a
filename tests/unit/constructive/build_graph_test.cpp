#include "saltus/analysis/constructive/build_graph.h"

#include <gtest/gtest.h>

#include "tests/unit/constructive/graph_text.h"

namespace saltus {
namespace {

using Texts = std::vector<std::string>;

GraphUnderTest clutch() {
  return graph_of("Real w1(start = 10), w2(start = 2), t1, t2; Boolean g = time >= 5;", R"(
    der(w1) = -0.1*w1 + t1;
    der(w2) = -0.2*w2 + 2*t2;
    if g then w1 - w2 = 0; t1 + t2 = 0; else t1 = 0; t2 = 0; end if;)");
}

// S0, Figure 3 and Execution Scheme 4.
TEST(ConstructiveGraph, TheClutchHasTheFourRunsOfExecutionScheme4) {
  const GraphUnderTest model = clutch();
  EXPECT_EQ(model.codes, Texts{});
  EXPECT_EQ(
      model.runs(),
      (Texts{"(w1 w2 | ) not g; e5 for t1; e1 for w1'; e6 for t2; e2 for w2'; tick; (w1 w2 | )",
             "(w1 w2 | ) g; FS e3; e1+e2+e3'+e4 for w1' w2' t1 t2; tick; (w1 w2 | e3)",
             "(w1 w2 | e3) not g; e5 for t1; e1 for w1'; e6 for t2; e2 for w2'; tick; (w1 w2 | )",
             "(w1 w2 | e3) g; known e3; LE e3'; e1+e2+e3'+e4 for w1' w2' t1 t2; tick; "
             "(w1 w2 | e3)"}));
}

TEST(ConstructiveGraph, TheClutchIsImpulsiveWhenItCloses) {
  const GraphUnderTest model = clutch();
  const ModeNumber open = model.mode({false}), closed = model.mode({true});
  const ModeChange& closes = model.change(open, closed);
  EXPECT_EQ(closes.verdict, ChangeVerdict::impulsive);
  EXPECT_EQ(model.orders(closes), "w1 0, w2 0, t1 1, t2 1");
  EXPECT_EQ(closes.runs.size(), 1u);
  const ModeChange& opens = model.change(closed, open);
  EXPECT_EQ(opens.verdict, ChangeVerdict::continuous);
  EXPECT_EQ(model.orders(opens), "t1 0, t2 0");
}

// S0, Appendix B, (25) to (27).
TEST(ConstructiveGraph, ThreeEquationsForTwoUnknownsNeverSettle) {
  const GraphUnderTest model = graph_of("Real x1, x2;", "x1 + x2 = 1; x1 - x2 = 2; x1*x2 = 3;");
  EXPECT_EQ(
      model.runs(),
      (Texts{"( | ) e1+e2 for x1 x2; FS e3; LE e1'; e1'+e3' for x1' x2'; tick; (x1 x2 | e1 e3)",
             "(x1 x2 | e1 e3) known e1 e3; FS e2; LE e1'; e1'+e2' for x1' x2'; tick; "
             "(x1 x2 | e1 e2)",
             "(x1 x2 | e1 e2) known e1 e2; FS e3; LE e1'; e1'+e3' for x1' x2'; tick; "
             "(x1 x2 | e1 e3)"}));
  ASSERT_EQ(model.graph.endless.size(), 1u);
  EXPECT_EQ(model.graph.endless[0], (std::vector<RunId>{RunId(1), RunId(2)}));
  EXPECT_TRUE(model.graph.is_rejected());
  EXPECT_EQ(model.codes, Texts{"S0311"});
}

TEST(ConstructiveGraph, AStringGoesTautInTwoInstants) {
  const GraphUnderTest model = graph_of(
      "Real x(start = 0), y(start = -1), vx, vy, T(start = 1); Boolean taut(start = true);", R"(
    der(x) = vx; der(y) = vy; der(vx) = -T*x; der(vy) = -T*y - 9.81;
    taut = if pre(taut) then T > 0 else x^2 + y^2 >= 1;
    if taut then x^2 + y^2 = 1; else T = 0; end if;)");
  EXPECT_EQ(model.codes, Texts{});
  const ModeChange& tautens = model.change(model.mode({false}), model.mode({true}));
  EXPECT_EQ(tautens.runs.size(), 2u);
  // The crossing says that the position fits; the velocity need not.
  EXPECT_EQ(tautens.verdict, ChangeVerdict::impulsive);
  EXPECT_EQ(model.orders(tautens), "x -1, y -1, vx 0, vy 0, T 1");
  const ModeChange& slackens = model.change(model.mode({true}), model.mode({false}));
  EXPECT_EQ(slackens.verdict, ChangeVerdict::continuous);
  // It goes slack where the tension vanishes.
  EXPECT_EQ(model.orders(slackens), "");
}

TEST(ConstructiveGraph, ANewStateKeepsItsLeftLimit) {
  const GraphUnderTest model = graph_of("Real b, a = time^2 + b - b;", R"(
    if time < 3 then b = time; else der(b) = -1; end if;)");
  const ModeChange& change = model.change(model.mode({true}), model.mode({false}));
  EXPECT_EQ(change.verdict, ChangeVerdict::continuous);
  ASSERT_EQ(change.left_limits.size(), 1u);
  EXPECT_EQ(model.text(change.left_limits[0]), "b");
}

TEST(ConstructiveGraph, AModeWithoutEnoughEquationsFails) {
  const GraphUnderTest model = graph_of("Real x, y;", R"(
    der(x) = y;
    if time < 1 then y = 1; end if;)");
  EXPECT_EQ(model.codes, Texts{"S0312"});
  EXPECT_TRUE(model.graph.is_rejected());
}

TEST(ConstructiveGraph, GuardsThatDoNotMatterAreNotEvaluated) {
  const GraphUnderTest model = graph_of("Real x, y;", R"(
    der(x) = 1;
    if x < 1 then y = x; elseif x < 2 then y = 1; else y = 2; end if;)");
  EXPECT_EQ(model.graph.modes.size(), 3u);
  EXPECT_EQ(model.graph.modes[model.mode({true})].literals.size(), 1u);
}

TEST(ConstructiveGraph, GuardsComeAfterWhatTheyRead) {
  const GraphUnderTest model = graph_of("Real x(start = 1), y, z;", R"(
    der(x) = z; y = 2*x;
    z = if y > 1 then 1 else 2;)");
  EXPECT_EQ(model.runs(), (Texts{"(x | ) e2 for y; not g; e3 for z; e1 for x'; tick; (x | )",
                                 "(x | ) e2 for y; g; e3 for z; e1 for x'; tick; (x | )"}));
}

TEST(ConstructiveGraph, TooManyGuardsAreNotEnumerated) {
  std::string equations = "der(x) = 0";
  for (int i = 0; i < 13; ++i) {
    equations += " + (if x > " + std::to_string(i) + " then 1 else 0)";
  }
  EXPECT_EQ(graph_of("Real x;", equations + ";").codes, Texts{"S0313"});
}

TEST(ConstructiveGraph, ALatchDoesNotOpenAgain) {
  const GraphUnderTest model = graph_of("Real x(start = 0); Boolean b(start = false);", R"(
    b = x > 1 or pre(b);
    der(x) = if b then 0 else 1;)");
  ASSERT_EQ(model.graph.changes.size(), 1u);
  EXPECT_EQ(model.graph.changes[0].from, model.mode({false}));
}

TEST(ConstructiveGraph, AFactorThatJumpsMakesTheResetDependOnThePath) {
  const GraphUnderTest model = graph_of("Real w1(start = 2), w2(start = 1), t;", R"(
    (1 + w1^2)*der(w1) = t;
    der(w2) = -t;
    if time < 1 then t = 0; else w1 = w2; end if;)");
  const ModeChange& change = model.change(model.mode({true}), model.mode({false}));
  ASSERT_EQ(change.path_dependent.size(), 1u);
  EXPECT_EQ(model.text(EquationAt{change.path_dependent[0], 0}), "e1");
}

}  // namespace
}  // namespace saltus
