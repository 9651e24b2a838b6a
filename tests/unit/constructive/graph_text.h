#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "saltus/analysis/constructive/build_graph.h"
#include "saltus/compiler/hybrid/build_hybrid.h"
#include "saltus/compiler/modes/first_mode.h"
#include "tests/unit/flat/flatten_text.h"

namespace saltus {

// The graph of a model with one component that has variables.
struct GraphUnderTest {
  FlatSystem system;
  HybridSystem hybrid;
  ConstructiveGraph graph;
  std::vector<std::string> codes;

  std::string name(VariableId id) const { return system.variables[id].name; }
  static std::string dots(int shift) {
    std::string text;
    for (int k = 0; k < shift; ++k) text += "'";
    return text;
  }
  // e1, e2, … in the order of the text; a prime per shift.
  std::string text(EquationAt e) const {
    for (std::size_t i = 0; i < graph.equations.size(); ++i) {
      if (graph.equations[i] == e.equation) return "e" + std::to_string(i + 1) + dots(e.shift);
    }
    return "?";
  }
  std::string text(ValueAt v) const { return name(v.variable) + dots(v.shift); }
  template <class Items>
  std::string list(const Items& items, const char* separator) const {
    std::string result;
    for (const auto& item : items) {
      if (!result.empty()) result += separator;
      result += text(item);
    }
    return result;
  }
  // "known values | context" of a node.
  std::string node(NodeId id) const {
    std::vector<ValueAt> known;
    for (const VariableId variable : graph.variables) {
      const ShiftedTruth& truth = graph.nodes[id].status.variables[variable.index()];
      for (int k = 0; k < truth.size(); ++k) {
        if (truth[k] == Truth::is_true) known.push_back({variable, k});
      }
    }
    return list(known, " ") + " | " + list(graph.nodes[id].context, " ");
  }
  std::string step(std::uint32_t index) const {
    const ConstructiveStep& step = graph.micro_steps[index];
    switch (step.kind) {
      case MicroStepKind::guard:
        return step.literal->value ? "g" : "not g";
      case MicroStepKind::assume_guard:
        return step.literal->value ? "assume g" : "assume not g";
      case MicroStepKind::redundant:
        return "known " + list(step.equations, " ");
      case MicroStepKind::solve:
        return list(step.equations, "+") + " for " + list(step.variables, " ");
      case MicroStepKind::forward_shift:
        return "FS " + list(step.equations, " ");
      case MicroStepKind::latent:
        return "LE " + list(step.equations, " ");
      case MicroStepKind::left_limit:
        return "left " + list(step.variables, " ");
      case MicroStepKind::tick:
        return "tick";
    }
    return "?";
  }
  std::string run(RunId id) const {
    std::string text;
    for (const std::uint32_t index : graph.runs[id].steps) {
      if (!text.empty()) text += "; ";
      text += step(index);
    }
    return text;
  }
  std::vector<std::string> runs() const {
    std::vector<std::string> texts;
    for (const RunId id : graph.runs.ids()) {
      texts.push_back("(" + node(graph.runs[id].from) + ") " + run(id) +
                      (graph.runs[id].kind == RunKind::failed
                           ? "; fails"
                           : "; (" + node(graph.runs[id].to) + ")"));
    }
    return texts;
  }
  const ModeChange& change(ModeNumber from, ModeNumber to) const {
    for (const ModeChange& change : graph.changes) {
      if (change.from == from && change.to == to) return change;
    }
    ADD_FAILURE() << "no such change";
    return graph.changes.front();
  }
  // The number of the mode with these values of the guards that matter.
  ModeNumber mode(const std::vector<bool>& values) const {
    for (const ModeNumber number : graph.modes.ids()) {
      std::vector<bool> own;
      for (const GuardLiteral literal : graph.modes[number].literals) own.push_back(literal.value);
      if (own == values) return number;
    }
    ADD_FAILURE() << "no such mode";
    return ModeNumber(0);
  }
  // "tau1 1, w1 0": what jumps or is infinite, and its order.
  std::string orders(const ModeChange& change) const {
    std::string text;
    for (const VariableOrder& order : change.orders) {
      if (!text.empty()) text += ", ";
      text += name(order.variable) + " " + std::to_string(order.order);
    }
    return text;
  }
};

inline GraphUnderTest graph_of(const std::string& declarations, const std::string& equations) {
  GraphUnderTest result;
  result.system = flatten_model(declarations, equations);
  Diagnostics diagnostics;
  auto hybrid = build_hybrid(result.system, diagnostics);
  EXPECT_TRUE(hybrid.has_value());
  if (!hybrid) return result;
  result.hybrid = std::move(*hybrid);
  const auto first = find_first_mode(result.system, diagnostics);
  auto graphs = build_constructive_graphs(result.system, result.hybrid, *first, diagnostics);
  for (const Diagnostic& diagnostic : diagnostics.all()) {
    result.codes.emplace_back(diagnostic.code.name);
  }
  if (graphs) {
    EXPECT_EQ(graphs->size(), 1u);
    result.graph = std::move(graphs->front());
  }
  return result;
}

}  // namespace saltus
