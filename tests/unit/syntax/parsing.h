#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "saltus/compiler/syntax/parse.h"
#include "saltus/compiler/syntax/print_syntax.h"
#include "saltus/foundation/diagnostics/render_text.h"

namespace saltus::syntax {

// The tree of a text that must be right.
inline SyntaxTree parse_valid(const std::string& text) {
  const SourceText source("test.mo", text);
  Diagnostics diagnostics;
  std::optional<SyntaxTree> tree = parse(source, diagnostics);
  EXPECT_TRUE(tree.has_value()) << render_text(diagnostics, source);
  return tree ? std::move(*tree) : SyntaxTree{};
}

// Each error of a text as "P0201 2:5", line and column.
inline std::vector<std::string> errors_of(const std::string& text, const ParseLimits& limits = {}) {
  const SourceText source("test.mo", text);
  Diagnostics diagnostics;
  const bool parsed = parse(source, diagnostics, limits).has_value();
  EXPECT_EQ(parsed, !diagnostics.has_errors());
  std::vector<std::string> list;
  for (const Diagnostic& one : diagnostics.all()) {
    const SourceText::Position at = source.position(one.span.begin);
    list.push_back(fmt::format("{} {}:{}", one.code.name, at.line, at.column));
  }
  return list;
}

// Everything in the tree but the spans, in a form that has no precedence to get wrong.
class TreeDump {
 public:
  explicit TreeDump(const SyntaxTree& tree) : tree_(tree) {}

  std::string models() {
    for (const Model& model : tree_.models) dump(model);
    return std::move(output_);
  }

  std::string expression(NodeId id) {
    dump(id);
    return std::move(output_);
  }

 private:
  void dump(NodeId id) {
    const Node& node = tree_.nodes[id];
    output_ += fmt::format("[{} {}", static_cast<int>(node.kind), quoted(node.text));
    for (const NodeId child : tree_.children_of(id)) dump(child);
    output_ += "]";
  }

  void dump(const std::optional<NodeId>& id) {
    if (id) {
      dump(*id);
    } else {
      output_ += "-";
    }
  }

  void dump(const std::vector<Modifier>& modifiers) {
    output_ += "(";
    for (const Modifier& modifier : modifiers) {
      output_ += fmt::format("{}{}{}", modifier.is_each, modifier.is_final, quoted(modifier.name));
      dump(modifier.nested);
      dump(modifier.value);
    }
    output_ += ")";
  }

  void dump(const Declaration& declaration) {
    output_ += fmt::format("\n  {} {} {} {} {} {} {}", quoted(declaration.type),
                           quoted(declaration.name), static_cast<int>(declaration.variability),
                           static_cast<int>(declaration.causality), declaration.is_final,
                           declaration.is_protected, quoted(declaration.description));
    dump(declaration.modifiers);
    dump(declaration.binding);
    dump(declaration.annotation);
  }

  void dump(const std::vector<Equation>& equations) {
    for (const Equation& equation : equations) {
      output_ += fmt::format("\n  {} {} {{", static_cast<int>(equation.kind),
                             quoted(equation.description));
      dump(equation.left);
      dump(equation.right);
      dump(equation.annotation);
      for (const Branch& branch : equation.branches) {
        output_ += "branch ";
        dump(branch.condition);
        dump(branch.equations);
      }
      output_ += "}";
    }
  }

  void dump(const Model& model) {
    output_ += fmt::format("\nmodel {} {}", quoted(model.name), quoted(model.description));
    for (const Declaration& declaration : model.declarations) dump(declaration);
    output_ += "\ninitial";
    dump(model.initial_equations);
    output_ += "\nequation";
    dump(model.equations);
    dump(model.annotation);
  }

  static std::string quoted(const std::string& text) {
    return fmt::format("{}:{}", text.size(), text);
  }

  const SyntaxTree& tree_;
  std::string output_;
};

inline std::string dump(const SyntaxTree& tree) { return TreeDump(tree).models(); }

}  // namespace saltus::syntax
