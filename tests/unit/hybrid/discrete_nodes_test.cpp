#include "saltus/compiler/hybrid/build_hybrid.h"
#include "tests/unit/hybrid/hybrid_text.h"

namespace saltus {
namespace {

TEST(DiscreteNodes, ComeAfterWhatTheyRead) {
  const HybridText model("Boolean a, b, c;", "a = b and c; b = not c; c = time > 1;");
  EXPECT_EQ(model.nodes(), (Texts{"c := s0>0", "b := not(c)", "a := and(b, c)"}));
}

TEST(DiscreteNodes, EquationsInBranchesComeAfterTheirGuards) {
  const HybridText model("Boolean a, b;", R"(
    if b then a = true; else a = false; end if;
    b = time > 1;)");
  EXPECT_EQ(model.nodes(), (Texts{"b := s0>0", "g0 := b", "g0: a := 1", "!g0: a := 0"}));
}

TEST(DiscreteNodes, LeftLimitsAreNoNeed) {
  const HybridText model("Boolean a, b;", "a = not pre(b); b = pre(a) or time > 1;");
  EXPECT_EQ(model.nodes(), (Texts{"a := not(pre b)", "b := or(pre a, s0>0)"}));
}

TEST(DiscreteNodes, EdgesOfConditionsLookAtTheirPast) {
  const HybridText model("Real x, y;", R"(
    der(x) = 1;
    y = if edge(x > 1) then pre(x) else 2;)");
  EXPECT_EQ(model.nodes(), (Texts{"g0 := s0>0", "g1 := and(g0, not(pre g0))"}));
  const Readers& readers = model.discrete().readers;
  EXPECT_EQ(readers.of_guard[0], std::vector<std::uint32_t>{1});
  EXPECT_EQ(readers.of_pre_guard[0], std::vector<std::uint32_t>{1});
  // y reads the left limit of x, and so belongs to its component.
  EXPECT_EQ(model.components(), (std::vector<Texts>{Texts{"x", "y"}}));
  EXPECT_EQ(readers.components_of_guard[1], std::vector<std::uint32_t>{0});
  EXPECT_EQ(model.hybrid.components[0].pre_variables, std::vector{VariableId(0)});
  EXPECT_EQ(readers.components_of_pre[0], std::vector<std::uint32_t>{0});
}

TEST(DiscreteNodes, LoopsAreReported) {
  const HybridText model("Boolean b, c;", "b = not c; c = b;");
  EXPECT_EQ(model.codes, Texts{"M0407"});
  EXPECT_NE(model.messages.find("`c` needs `b` needs `c`"), std::string::npos) << model.messages;
}

TEST(DiscreteNodes, LoopsGoThroughGuardsAndWhenClauses) {
  EXPECT_EQ(HybridText("Boolean b;", "if b then b = false; else b = true; end if;").codes,
            Texts{"M0407"});
  EXPECT_EQ(HybridText("Integer n;", "when n > 3 then n = 0; end when;").codes, Texts{"M0407"});
  EXPECT_EQ(HybridText("Integer n;", "when time > 3 then n = n + 1; end when;").codes,
            Texts{"M0407"});
  EXPECT_EQ(HybridText("Integer n;", "when pre(n) > 3 then n = 0; end when;").codes, Texts{});
}

TEST(DiscreteNodes, EachLoopIsReportedOnce) {
  EXPECT_EQ(HybridText("Boolean a, b, c, d;", "a = b; b = not a; c = not d; d = c;").codes,
            (Texts{"M0407", "M0407"}));
}

TEST(DiscreteNodes, ActionsOfAWhenFollowItsCondition) {
  const HybridText model("Real h, v; Integer n; Boolean done;", R"(
    der(h) = v; der(v) = -9.81;
    done = n > 3;
    when h < 0 then
      reinit(v, -0.8*pre(v)); n = pre(n) + 1;
    elsewhen done then
      terminate("enough");
    elsewhen time > 7 then
      reinit(der(h), h); assert(h > 0, "low", AssertionLevel.warning);
    end when;)");
  EXPECT_EQ(model.codes, Texts{"M0407"}) << "done needs n, the clause needs done";
  const HybridText without_loop("Real h, v; Integer n;", R"(
    der(h) = v; der(v) = -9.81;
    when h < 0 then
      reinit(v, -0.8*pre(v)); n = pre(n) + 1;
    elsewhen time > 7 then
      reinit(der(h), h); assert(h > 0, "low", AssertionLevel.warning); terminate("enough");
    end when;)");
  EXPECT_EQ(without_loop.nodes(),
            (Texts{"when0", "when0.0 reinit v := -(*(0.8, pre v))", "when0.0 n := +(pre n, 1)",
                   "when0.1 reinit 'h := ~h", "when0.1 assert >(~h, 0)", "when0.1 terminate"}));
  const DiscreteSystem& discrete = without_loop.discrete();
  const auto& branches = discrete.clauses.at(0).branches;
  EXPECT_EQ(branches[0].actions, (std::vector<std::uint32_t>{0, 1}));
  EXPECT_EQ(without_loop.code(branches[0].conditions[0]), "s0<0");
  EXPECT_EQ(without_loop.code(branches[1].conditions[0]), "s1>0");
  EXPECT_EQ(discrete.actions[1].source, 1u);
  EXPECT_FALSE(discrete.actions[0].reads_continuous);
  EXPECT_TRUE(discrete.actions[2].reads_continuous);
  EXPECT_FALSE(discrete.actions[3].ends_run);
}

TEST(DiscreteNodes, ParametersAreNumbers) {
  const HybridText model("parameter Integer p = 3; Integer n;",
                         "n = if time > 1 then 2*p + 1 else p;");
  EXPECT_EQ(model.nodes(), (Texts{"g0 := s0>0", "n := if(g0, 7, 3)"}));
}

TEST(DiscreteNodes, EqualClocksAreOne) {
  const HybridText model("parameter Real T = 0.5; Integer n, m;", R"(
    when sample(0, T) then n = pre(n) + 1; end when;
    when sample(0, 0.5) or sample(1, T) then m = pre(m) + 1; end when;)");
  ASSERT_EQ(model.discrete().clocks.size(), 2u);
  EXPECT_EQ(model.discrete().clocks[0].interval, 0.5);
  EXPECT_EQ(model.discrete().clocks[1].start, 1.0);
}

TEST(DiscreteNodes, ClocksMustTick) {
  EXPECT_EQ(HybridText("Integer n;", "when sample(0, 0) then n = pre(n) + 1; end when;").codes,
            Texts{"M0411"});
}

// b decides x, and x decides b.
TEST(WhenLoops, OfBooleansAndIntegersAreReported) {
  EXPECT_EQ(HybridText("Real x; Boolean b;", R"(
              x = if b then 0 else 2;
              when sample(0, 1) then b = x > 1; end when;)")
                .codes,
            Texts{"M0417"});
  EXPECT_EQ(HybridText("Real x; Integer n;", R"(
              x = 2*n + time;
              when sample(0, 1) then n = if x > 1 then 1 else 2; end when;)")
                .codes,
            Texts{"M0417"});
  EXPECT_EQ(HybridText("Real x; Boolean b;", R"(
              x = if b then 0 else 2;
              when sample(0, 1) then b = pre(x) > 1; end when;)")
                .codes,
            Texts{});
}

}  // namespace
}  // namespace saltus
