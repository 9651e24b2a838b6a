#include <string_view>
#include <variant>
#include <vector>

#include "saltus/compiler/syntax/print_syntax.h"
#include "saltus/compiler/syntax/string_literal.h"
#include "saltus/foundation/base/check.h"
#include "saltus/foundation/base/overloaded.h"

namespace saltus::syntax {
namespace {

// How tightly a production of the grammar binds; a looser one needs parentheses inside a tighter
// one.
enum class Level {
  expression,   // if … then … else …
  disjunction,  // a or b
  conjunction,  // a and b
  negation,     // not a
  relation,     // a < b
  arithmetic,   // a + b, -a
  term,         // a * b
  factor,       // a ^ b
  primary,      // x, f(x), {a, b}
};

struct Operator {
  Level level;  // of the whole
  Level left;   // what the operands must be at least
  Level right;
  bool spaced;
};

Operator classify(std::string_view op) {
  if (op == "or") return {Level::disjunction, Level::disjunction, Level::conjunction, true};
  if (op == "and") return {Level::conjunction, Level::conjunction, Level::negation, true};
  if (op == "+" || op == "-") return {Level::arithmetic, Level::arithmetic, Level::term, true};
  if (op == "*" || op == "/") return {Level::term, Level::term, Level::factor, false};
  if (op == "^") return {Level::factor, Level::primary, Level::primary, false};
  return {Level::relation, Level::arithmetic, Level::arithmetic, true};
}

Level level_of(const Node& node) {
  switch (node.kind) {
    case NodeKind::if_else:
      return Level::expression;
    case NodeKind::named_argument:
      return Level::expression;
    case NodeKind::unary:
      return node.text == "not" ? Level::negation : Level::arithmetic;
    case NodeKind::binary:
      return classify(node.text).level;
    default:
      return Level::primary;
  }
}

// Prints with a stack of what is still to be written, because a chain of operators is as deep as it
// is long.
class ExpressionPrinter {
 public:
  explicit ExpressionPrinter(const SyntaxTree& tree) : tree_(tree) {}

  std::string print(NodeId expression, Level required) {
    pending_.emplace_back(Operand{expression, required});
    while (!pending_.empty()) {
      const Piece piece = pending_.back();
      pending_.pop_back();
      std::visit(overloaded{
                     [&](std::string_view text) { output_ += text; },
                     [&](Operand operand) { write(operand); },
                 },
                 piece);
    }
    return std::move(output_);
  }

 private:
  struct Operand {
    NodeId node;
    Level required;
  };
  using Piece = std::variant<std::string_view, Operand>;

  void write(Operand operand) {
    const Node& node = tree_.nodes[operand.node];
    std::vector<Piece> pieces;
    const bool parenthesized = level_of(node) < operand.required;
    if (parenthesized) pieces.emplace_back("(");
    append(pieces, operand.node);
    if (parenthesized) pieces.emplace_back(")");
    pending_.insert(pending_.end(), pieces.rbegin(), pieces.rend());
  }

  void append(std::vector<Piece>& pieces, NodeId id) {
    const Node& node = tree_.nodes[id];
    const auto children = tree_.children_of(id);
    switch (node.kind) {
      case NodeKind::number:
      case NodeKind::boolean:
      case NodeKind::name:
        pieces.emplace_back(node.text);
        return;
      case NodeKind::string:
        output_ += quote_string(node.text);
        return;
      case NodeKind::call:
        pieces.emplace_back(node.text);
        append_list(pieces, "(", children, ")");
        return;
      case NodeKind::array:
        append_list(pieces, "{", children, "}");
        return;
      case NodeKind::named_argument:
        pieces.emplace_back(node.text);
        pieces.emplace_back(" = ");
        pieces.emplace_back(Operand{children[0], Level::expression});
        return;
      case NodeKind::unary:
        append_unary(pieces, node, children[0]);
        return;
      case NodeKind::binary:
        append_binary(pieces, node, children[0], children[1]);
        return;
      case NodeKind::if_else:
        append_if(pieces, children);
        return;
      case NodeKind::error:
        SALTUS_CHECK(node.kind != NodeKind::error);
    }
  }

  static void append_list(std::vector<Piece>& pieces, std::string_view opening,
                          std::span<const NodeId> items, std::string_view closing) {
    pieces.emplace_back(opening);
    for (std::size_t index = 0; index < items.size(); ++index) {
      if (index > 0) pieces.emplace_back(", ");
      pieces.emplace_back(Operand{items[index], Level::expression});
    }
    pieces.emplace_back(closing);
  }

  static void append_unary(std::vector<Piece>& pieces, const Node& node, NodeId operand) {
    pieces.emplace_back(node.text);
    const bool negation = node.text == "not";
    if (negation) pieces.emplace_back(" ");
    pieces.emplace_back(Operand{operand, negation ? Level::relation : Level::term});
  }

  static void append_binary(std::vector<Piece>& pieces, const Node& node, NodeId left,
                            NodeId right) {
    const Operator op = classify(node.text);
    pieces.emplace_back(Operand{left, op.left});
    if (op.spaced) pieces.emplace_back(" ");
    pieces.emplace_back(node.text);
    if (op.spaced) pieces.emplace_back(" ");
    pieces.emplace_back(Operand{right, op.right});
  }

  static void append_if(std::vector<Piece>& pieces, std::span<const NodeId> parts) {
    for (std::size_t index = 0; index + 1 < parts.size(); index += 2) {
      pieces.emplace_back(index == 0 ? "if " : " elseif ");
      pieces.emplace_back(Operand{parts[index], Level::expression});
      pieces.emplace_back(" then ");
      pieces.emplace_back(Operand{parts[index + 1], Level::expression});
    }
    pieces.emplace_back(" else ");
    pieces.emplace_back(Operand{parts.back(), Level::expression});
  }

  const SyntaxTree& tree_;
  std::vector<Piece> pending_;
  std::string output_;
};

}  // namespace

std::string print_expression(const SyntaxTree& tree, NodeId expression) {
  return ExpressionPrinter(tree).print(expression, Level::expression);
}

}  // namespace saltus::syntax
