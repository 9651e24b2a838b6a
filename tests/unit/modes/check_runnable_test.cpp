#include "saltus/compiler/modes/check_runnable.h"

#include <gtest/gtest.h>

#include "tests/unit/flat/flatten_text.h"

namespace saltus {
namespace {

using Codes = std::vector<std::string>;

Codes codes_of(const std::string& declarations, const std::string& equations) {
  const FlatSystem system = flatten_model(declarations, equations);
  Diagnostics diagnostics;
  const bool runs = check_runnable(system, diagnostics);
  Codes codes;
  for (const Diagnostic& diagnostic : diagnostics.all()) codes.emplace_back(diagnostic.code.name);
  EXPECT_EQ(runs, codes.empty());
  return codes;
}

TEST(CheckRunnable, GuardsAreFine) {
  EXPECT_EQ(codes_of("Real x;", "der(x) = abs(x); assert(x > -1, \"low\");"), Codes{});
}

TEST(CheckRunnable, EachKindIsReportedOnce) {
  EXPECT_EQ(codes_of("Real x, y; discrete Real d, e;", R"(
              der(x) = 1; y = pre(d) + pre(e);
              when x > 1 then d = 1; end when;
              when x > 2 then e = 1; end when;)"),
            (Codes{"M0403", "M0404", "M0402"}));
}

TEST(CheckRunnable, InputsNeedAValue) {
  EXPECT_EQ(codes_of("input Real u, v; Real x;", "der(x) = u;"), Codes{"M0405"});
  EXPECT_EQ(codes_of("input Real u = 1; Real x;", "der(x) = u;"), Codes{});
}

TEST(CheckRunnable, OperatorsOnEventsAreFoundEverywhere) {
  EXPECT_EQ(codes_of("Real x, y;", "der(x) = 1; y = if initial() then 1 else 2;"), Codes{"M0404"});
  EXPECT_EQ(codes_of("Real x;", "der(x) = noEvent(if terminal() then 1 else 2);"), Codes{"M0404"});
  EXPECT_EQ(codes_of("Real x;", "der(x) = 1; assert(sample(0, 1), \"never\");"), Codes{"M0404"});
}

}  // namespace
}  // namespace saltus
