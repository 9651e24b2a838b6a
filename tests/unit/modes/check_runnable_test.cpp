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

TEST(CheckRunnable, InputsNeedAValue) {
  EXPECT_EQ(codes_of("input Real u, v; Real x;", "der(x) = u;"), Codes{"M0405"});
  EXPECT_EQ(codes_of("input Real u = 1; Real x;", "der(x) = u;"), Codes{});
}

}  // namespace
}  // namespace saltus
