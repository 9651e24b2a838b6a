#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "saltus/compiler/flat/expr_names.h"
#include "saltus/compiler/flat/flatten.h"
#include "saltus/compiler/names/resolve.h"
#include "saltus/compiler/syntax/parse.h"

namespace saltus {

// What became of a text: the flat system if there were no errors, and all codes.
struct Flattened {
  std::optional<FlatSystem> system;
  std::vector<std::string> codes;
  std::string messages;
};

inline Flattened try_flatten(const std::string& text, const Overrides& overrides = {}) {
  Flattened result;
  Diagnostics diagnostics;
  const SourceText source("test.mo", text);
  if (const auto tree = syntax::parse(source, diagnostics)) {
    if (const auto resolved = resolve(*tree, source, "", diagnostics)) {
      result.system = flatten(*tree, *resolved, source, overrides, diagnostics);
    }
  }
  for (const Diagnostic& diagnostic : diagnostics.all()) {
    result.codes.emplace_back(diagnostic.code.name);
    result.messages += diagnostic.message + '\n';
  }
  return result;
}

// The flat system of a text that must be accepted.
inline FlatSystem flatten_text(const std::string& text, const Overrides& overrides = {}) {
  Flattened result = try_flatten(text, overrides);
  EXPECT_TRUE(result.system.has_value()) << result.messages << text;
  return result.system ? std::move(*result.system) : FlatSystem{};
}

// `model M <declarations> equation <equations> end M;`
inline FlatSystem flatten_model(const std::string& declarations, const std::string& equations) {
  return flatten_text("model M\n" + declarations + "\nequation\n" + equations + "\nend M;\n");
}

inline std::string printed(const FlatSystem& system, ExprId expr) {
  return print_expr(system.pool, expr, expr_names(system), EventContext::events);
}

// "left = right" of each equation.
inline std::vector<std::string> equations_of(const FlatSystem& system) {
  std::vector<std::string> texts;
  for (const FlatEquation& equation : system.equations) {
    texts.push_back(printed(system, equation.left) + " = " + printed(system, equation.right));
  }
  return texts;
}

}  // namespace saltus
