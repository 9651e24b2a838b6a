#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "saltus/foundation/base/id_map.h"
#include "saltus/foundation/diagnostics/source_span.h"

namespace saltus::syntax {

using NodeId = Id<struct SyntaxNodeTag>;

// An expression as written. Children are added before their parents.
enum class NodeKind : std::uint8_t {
  number,          // text: the digits as written
  string,          // text: the contents, escapes resolved
  boolean,         // text: "true" or "false"
  name,            // text: `x`, or dotted `a.b`; quoted identifiers keep their quotes
  call,            // text: function name (der, sin, pre, …); children: arguments
  named_argument,  // text: name; child: value
  unary,           // text: "-" "+" "not"
  binary,          // text: "+" "-" "*" "/" "^" "<" "<=" ">" ">=" "==" "<>" "and" "or"
  if_else,         // children: condition, value, …, value (odd count, elseif in between)
  array,           // {a, b}: children
  error,           // did not parse; already reported
};

struct Node {
  NodeKind kind;
  SourceSpan span;
  std::string text;
  std::uint32_t first_child = 0;  // into SyntaxTree::children
  std::uint32_t child_count = 0;
};

// name = value, name(nested modifiers) = value, in declarations and annotations.
struct Modifier {
  std::string name;
  SourceSpan name_span;
  SourceSpan span;
  bool is_final = false;
  bool is_each = false;
  std::optional<NodeId> value;
  std::vector<Modifier> nested;
};

enum class Variability : std::uint8_t { continuous, discrete, parameter, constant };
enum class Causality : std::uint8_t { internal, input, output };

struct Declaration {
  std::string type;  // Real, Integer, Boolean (or an unknown name, reported by `names`)
  SourceSpan type_span;
  std::string name;
  SourceSpan name_span;
  SourceSpan span;
  Variability variability = Variability::continuous;
  Causality causality = Causality::internal;
  bool is_final = false;
  bool is_protected = false;
  std::vector<Modifier> modifiers;
  std::optional<NodeId> binding;  // Real x = binding
  std::string description;
  std::vector<Modifier> annotation;
};

struct Equation;

struct Branch {
  std::optional<NodeId> condition;  // none for `else`
  SourceSpan span;                  // from `if`/`elseif`/`else` to its last token
  std::vector<Equation> equations;
};

enum class EquationKind : std::uint8_t {
  equality,      // left = right
  conditional,   // if … then … elseif … else … end if
  when,          // when … then … elsewhen … end when
  call,          // assert(…), reinit(…), terminate(…): `left` is a call node
  inequality,    // a <= b, a >= b: `left` is that relation
  substitution,  // left <- right
};

struct Equation {
  EquationKind kind;
  SourceSpan span;
  std::optional<NodeId> left;
  std::optional<NodeId> right;
  std::vector<Branch> branches;
  std::string description;
  std::vector<Modifier> annotation;
};

struct Model {
  std::string name;
  SourceSpan name_span;
  SourceSpan span;
  std::string description;
  std::vector<Declaration> declarations;
  std::vector<Equation> equations;
  std::vector<Equation> initial_equations;
  std::vector<Modifier> annotation;
};

// What the parser makes of one source text.
struct SyntaxTree {
  IdMap<NodeId, Node> nodes;
  std::vector<NodeId> children;
  std::vector<Model> models;

  std::span<const NodeId> children_of(NodeId id) const {
    const Node& node = nodes[id];
    return std::span(children).subspan(node.first_child, node.child_count);
  }
};

}  // namespace saltus::syntax
