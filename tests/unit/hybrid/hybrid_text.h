#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "saltus/compiler/hybrid/build_hybrid.h"
#include "saltus/foundation/expr/print_expr.h"
#include "tests/unit/flat/flatten_text.h"

namespace saltus {

using Texts = std::vector<std::string>;

// A model written in a test, as a hybrid system, or the codes of its faults.
struct HybridText {
  FlatSystem system;
  HybridSystem hybrid;
  Texts codes;
  std::string messages;  // with marks and notes

  HybridText(const std::string& declarations, const std::string& equations)
      : system(flatten_model(declarations, equations)) {
    Diagnostics diagnostics;
    auto built = build_hybrid(system, diagnostics);
    for (const Diagnostic& diagnostic : diagnostics.all()) {
      codes.emplace_back(diagnostic.code.name);
      messages += diagnostic.message + '\n' + diagnostic.label + '\n';
      for (const std::string& note : diagnostic.notes) messages += note + '\n';
    }
    EXPECT_EQ(built.has_value(), codes.empty()) << messages;
    if (built) hybrid = std::move(*built);
  }

  const DiscreteSystem& discrete() const { return hybrid.discrete; }

  std::uint32_t variable(const std::string& name) const {
    for (const VariableId id : system.variables.ids()) {
      if (system.variables[id].name == name) return id.index();
    }
    ADD_FAILURE() << "no variable " << name;
    return 0;
  }
  std::string name(std::uint32_t variable) const {
    return system.variables[VariableId(variable)].name;
  }

  Texts functions() const {
    Texts texts;
    for (const SurfaceSource& surface : hybrid.surfaces) {
      texts.push_back(printed(system, surface.function));
    }
    return texts;
  }

  // The names of the variables of each component.
  std::vector<Texts> components() const {
    std::vector<Texts> result;
    for (const Component& component : hybrid.components) {
      result.emplace_back();
      for (const VariableId id : component.variables) {
        result.back().push_back(system.variables[id].name);
      }
    }
    return result;
  }

  // Code as text: `(s0 > 0) and not pre(b)` reads `and(s0>0, not(pre b))`.
  std::string code(const ScalarCode& code) const {
    Texts values;
    for (const ScalarInstruction& at : code) values.push_back(text(at, values));
    return values.empty() ? "" : values.back();
  }

  // Nodes as text, in the order of evaluation.
  Texts nodes() const {
    Texts texts;
    for (const DiscreteNode& node : discrete().nodes) texts.push_back(text(node));
    return texts;
  }

 private:
  static std::string symbol(Op op) {
    switch (op) {
      case Op::less:
        return "<";
      case Op::less_equal:
        return "<=";
      case Op::greater:
        return ">";
      case Op::greater_equal:
        return ">=";
      case Op::equal:
        return "==";
      case Op::not_equal:
        return "<>";
      case Op::logical_and:
        return "and";
      case Op::logical_or:
        return "or";
      case Op::logical_not:
        return "not";
      case Op::add:
        return "+";
      case Op::subtract:
        return "-";
      case Op::multiply:
        return "*";
      case Op::negate:
        return "-";
      default:
        return "op" + std::to_string(static_cast<int>(op));
    }
  }

  std::string text(const ScalarInstruction& at, const Texts& values) const {
    switch (at.kind) {
      case ScalarOp::number:
        return print_number(at.value);
      case ScalarOp::known:
        return name(at.a);
      case ScalarOp::pre:
        return "pre " + name(at.a);
      case ScalarOp::continuous:
        return std::string(at.b, '\'') + "~" + name(at.a);
      case ScalarOp::time:
        return "time";
      case ScalarOp::guard:
        return "g" + std::to_string(at.a);
      case ScalarOp::pre_guard:
        return "pre g" + std::to_string(at.a);
      case ScalarOp::relation:
        return "s" + std::to_string(at.a) + symbol(at.op) + "0";
      case ScalarOp::clock:
        return "clock" + std::to_string(at.a);
      case ScalarOp::initial:
        return "initial";
      case ScalarOp::terminal:
        return "terminal";
      case ScalarOp::unary:
        return symbol(at.op) + "(" + values.at(at.a) + ")";
      case ScalarOp::binary:
        return symbol(at.op) + "(" + values.at(at.a) + ", " + values.at(at.b) + ")";
      case ScalarOp::table:
        return "table" + std::to_string(at.b) + "(" + values.at(at.a) + ")";
      case ScalarOp::if_else:
        break;
    }
    return "if(" + values.at(at.a) + ", " + values.at(at.b) + ", " + values.at(at.c) + ")";
  }

  std::string text(const DiscreteNode& node) const {
    std::string result;
    for (const KnownLiteral literal : node.active_if) {
      result += (literal.value ? "g" : "!g") + std::to_string(literal.guard) + ": ";
    }
    switch (node.kind) {
      case NodeKind::equation:
        return result + name(node.target) + " := " + code(node.value);
      case NodeKind::guard:
        return result + "g" + std::to_string(node.target) + " := " + code(node.value);
      case NodeKind::when_clause:
        return result + "when" + std::to_string(node.target);
      case NodeKind::when_action:
        return result + action(discrete().actions[node.target]);
      case NodeKind::assertion:
        break;
    }
    return result + "assert " + code(node.value);
  }

  std::string action(const WhenActionCode& action) const {
    const std::string where =
        "when" + std::to_string(action.clause) + "." + std::to_string(action.branch) + " ";
    switch (action.kind) {
      case WhenActionKind::assign:
        return where + name(action.target) + " := " + code(action.value);
      case WhenActionKind::reinit:
        return where + "reinit " + std::string(static_cast<std::size_t>(action.order), '\'') +
               name(action.target) + " := " + code(action.value);
      case WhenActionKind::terminate:
        return where + "terminate";
      case WhenActionKind::assertion:
        break;
    }
    return where + "assert " + code(action.value);
  }
};

}  // namespace saltus
