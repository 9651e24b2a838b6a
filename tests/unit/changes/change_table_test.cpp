#include "saltus/analysis/changes/change_table.h"

#include "tests/unit/changes/changes_of_text.h"

namespace saltus {
namespace {

TEST(ChangeTable, PartsOfTheSameFormAreToldOnce) {
  std::string declarations = "Real ", equations;
  for (int i = 1; i <= 40; ++i) {
    const std::string n = std::to_string(i);
    declarations += (i > 1 ? ", a" : "a") + n + ", b" + n + ", t" + n;
    equations += "der(a" + n + ") = t" + n + "; der(b" + n + ") = -t" + n + "; if time >= " + n +
                 " then a" + n + " = b" + n + "; else t" + n + " = 0; end if;\n";
  }
  ModelUnderTest model(declarations + ";", equations);
  const ChangeTable table = model.table();
  ASSERT_EQ(table.parts.size(), 1u);
  EXPECT_EQ(table.parts[0].copies, 40u);
  EXPECT_EQ(table.parts[0].changes.size(), 2u);
}

TEST(ChangeTable, PartsThatDifferAreToldApart) {
  ModelUnderTest model("Real a, b;", R"(
    der(a) = if a > 1 then 1 else 2;
    der(b) = if b > 1 then 1 else a^0*b;)");
  EXPECT_EQ(model.table().parts.size(), 1u);  // they share a
  ModelUnderTest other("Real a, b;", R"(
    der(a) = if a > 1 then 1 else 2;
    if b > 1 then der(b) = 1; else b = time; end if;)");
  EXPECT_EQ(other.table().parts.size(), 2u);
}

TEST(ChangeTable, OneCrossingDoesNotSkipAThreshold) {
  ModelUnderTest model("Real x(start = 0), y;", R"(
    der(x) = 1;
    if x < 1 then y = x; elseif x < 2 then y = 1; else y = 2*x; end if;)");
  const ChangeTable table = model.table();
  ASSERT_EQ(table.parts.size(), 1u);
  EXPECT_EQ(table.parts[0].graph.modes.size(), 3u);
  EXPECT_EQ(table.parts[0].changes.size(), 4u);
}

TEST(ChangeTable, GuardsWithTheSameEventFunctionCrossTogether) {
  ModelUnderTest model("Real x(start = -1), y, z;", R"(
    der(x) = 1;
    if x > 0 then y = x; else y = 2; end if;
    if 0 >= 2*x then z = y; else z = -y; end if;)");
  const ChangeTable table = model.table();
  ASSERT_EQ(table.parts.size(), 1u);
  EXPECT_EQ(table.parts[0].graph.modes.size(), 2u);
  EXPECT_EQ(table.parts[0].changes.size(), 2u);
}

TEST(ChangeTable, ModesBehindAChangeThatFailsAreNotReached) {
  ModelUnderTest model("Real x(start = 0), y;", R"(
    der(x) = 1;
    if x < 1 then y = x; elseif x < 2 then x = 3; else y = 2*x; end if;)");
  const ChangeTable table = model.table();
  ASSERT_EQ(table.parts.size(), 1u);
  const PartChanges& part = table.parts[0];
  ASSERT_EQ(part.graph.modes.size(), 3u);
  int reached = 0;
  for (const bool each : part.reachable) reached += each ? 1 : 0;
  EXPECT_EQ(reached, 2);
  Diagnostics diagnostics;
  report_changes(model.system, table, {}, diagnostics);
  ASSERT_EQ(diagnostics.all().size(), 1u);
  EXPECT_EQ(diagnostics.all()[0].code.name, "S0315");
}

}  // namespace
}  // namespace saltus
