#pragma once

#include <cstdint>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "saltus/compiler/syntax/syntax_tree.h"

namespace saltus::syntax {

// A syntax tree that is a function of the seed, with every kind of node, equation and modifier.
class RandomTree {
 public:
  explicit RandomTree(std::uint64_t seed) : random_(seed) {}

  SyntaxTree tree() {
    const std::size_t count = 1 + below(2);
    for (std::size_t index = 0; index < count; ++index) tree_.models.push_back(model());
    return std::move(tree_);
  }

 private:
  std::size_t below(std::size_t bound) { return random_() % bound; }
  bool chance(std::size_t one_in) { return below(one_in) == 0; }

  template <std::size_t N>
  std::string pick(const char* const (&choices)[N]) {
    return choices[below(N)];
  }

  std::string identifier() {
    return pick({"x", "y", "speed", "w1", "_z", "'a b'", "'end'", R"('it\'s')"});
  }
  std::string name() { return chance(4) ? identifier() + "." + identifier() : identifier(); }
  std::string number() { return pick({"0", "1", "2.5", "3.", "1e-3", "6.02E+23", "1.e5"}); }
  std::string contents() {
    return pick({"", "text", "a \"b\"", "line\nline", "back\\slash", "ä€", "?'"});
  }

  NodeId add(NodeKind kind, std::string text, const std::vector<NodeId>& children = {}) {
    const auto first = static_cast<std::uint32_t>(tree_.children.size());
    tree_.children.insert(tree_.children.end(), children.begin(), children.end());
    return tree_.nodes.add(
        {kind, {}, std::move(text), first, static_cast<std::uint32_t>(children.size())});
  }

  NodeId leaf() {
    switch (below(5)) {
      case 0:
        return add(NodeKind::number, number());
      case 1:
        return add(NodeKind::string, contents());
      case 2:
        return add(NodeKind::boolean, pick({"true", "false"}));
      default:
        return add(NodeKind::name, name());
    }
  }

  NodeId expression(std::size_t depth) {
    if (depth == 0 || chance(6)) return leaf();
    switch (below(8)) {
      case 0:
        return call(depth - 1);
      case 1:
        return add(NodeKind::unary, pick({"-", "+", "not"}), {expression(depth - 1)});
      case 2:
        return add(NodeKind::array, "", list(1 + below(3), depth - 1));
      case 3:
        return add(NodeKind::if_else, "", list(3 + 2 * below(2), depth - 1));
      default: {
        const std::string op = pick(
            {"+", "-", "*", "/", "^", "<", "<=", ">", ">=", "==", "<>", "and", "or", "+", "*"});
        return add(NodeKind::binary, op, list(2, depth - 1));
      }
    }
  }

  std::vector<NodeId> list(std::size_t count, std::size_t depth) {
    std::vector<NodeId> nodes;
    for (std::size_t index = 0; index < count; ++index) nodes.push_back(expression(depth));
    return nodes;
  }

  NodeId call(std::size_t depth) {
    std::vector<NodeId> arguments = list(below(3), depth);
    if (chance(3)) {
      const NodeId value = expression(depth);
      arguments.push_back(add(NodeKind::named_argument, identifier(), {value}));
    }
    return add(NodeKind::call, chance(3) ? pick({"der", "initial", "sin"}) : name(), arguments);
  }

  std::vector<Modifier> modifiers(std::size_t depth) {
    std::vector<Modifier> result(below(3));
    for (Modifier& modifier : result) {
      modifier.name = name();
      modifier.is_each = chance(4);
      modifier.is_final = chance(4);
      if (depth > 0) modifier.nested = modifiers(depth - 1);
      if (chance(2)) modifier.value = expression(3);
    }
    return result;
  }

  Declaration declaration() {
    Declaration result;
    result.type = chance(3) ? name() : pick({"Real", "Integer", "Boolean"});
    result.name = identifier();
    result.variability = static_cast<Variability>(below(4));
    result.causality = static_cast<Causality>(below(3));
    result.is_final = chance(3);
    result.is_protected = chance(2);
    result.modifiers = modifiers(2);
    if (chance(2)) result.binding = expression(4);
    result.description = contents();
    result.annotation = modifiers(2);
    return result;
  }

  Equation equation(std::size_t depth) {
    Equation result{};
    result.description = contents();
    result.annotation = modifiers(1);
    const std::size_t choice = depth == 0 ? below(3) : below(7);
    if (choice == 4) {
      clause(result, depth);
    } else if (choice == 5) {
      result.kind = EquationKind::inequality;
      result.left = add(NodeKind::binary, pick({"<=", ">="}), list(2, 3));
    } else if (choice == 6) {
      result.kind = EquationKind::substitution;
      result.left = chance(2) ? add(NodeKind::name, name(), {})
                              : add(NodeKind::call, "der", {add(NodeKind::name, name(), {})});
      result.right = expression(4);
    } else if (choice == 3) {
      result.kind = EquationKind::call;
      result.left = call(3);
    } else {
      result.kind = EquationKind::equality;
      result.left = expression(4);
      result.right = expression(4);
    }
    return result;
  }

  void clause(Equation& result, std::size_t depth) {
    result.kind = chance(2) ? EquationKind::conditional : EquationKind::when;
    result.branches.resize(1 + below(3));
    for (Branch& branch : result.branches) {
      branch.condition = expression(3);
      branch.equations = equations(depth - 1);
    }
    if (result.kind == EquationKind::conditional && chance(2)) {
      result.branches.emplace_back().equations = equations(depth - 1);
    }
  }

  std::vector<Equation> equations(std::size_t depth) {
    std::vector<Equation> result;
    const std::size_t count = below(4);
    for (std::size_t index = 0; index < count; ++index) result.push_back(equation(depth));
    return result;
  }

  Model model() {
    Model result;
    result.name = identifier();
    result.description = contents();
    const std::size_t count = below(4);
    for (std::size_t index = 0; index < count; ++index)
      result.declarations.push_back(declaration());
    result.initial_equations = equations(1);
    result.equations = equations(2);
    result.annotation = modifiers(2);
    return result;
  }

  std::mt19937_64 random_;
  SyntaxTree tree_;
};

}  // namespace saltus::syntax
