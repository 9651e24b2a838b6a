#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "saltus/compiler/syntax/syntax_tree.h"
#include "saltus/compiler/syntax/token_stream.h"

namespace saltus::syntax {

// A node and the text it came from, parentheses included: those leave no trace in the tree.
struct ParsedExpression {
  NodeId node;
  SourceSpan span;
};

// Modelica 3.6, appendix A.2.7. One function per production; a chain a + b + c is a loop.
class ExpressionParser {
 public:
  ExpressionParser(TokenStream& tokens, SyntaxTree& tree) : tokens_(tokens), tree_(tree) {}

  // expression: simple_expression | if … then … {elseif … then …} else …
  ParsedExpression expression();
  // What may stand to the left of `=` or `<-` in an equation. Only here, and not inside
  // parentheses, is `a<-1` more than the relation a < -1.
  ParsedExpression left_side();
  // At `<` and directly behind it `-`
  bool at_arrow() const;
  // expression `then`
  ParsedExpression condition();
  // IDENT {. IDENT}, at an identifier
  std::string dotted_name();

  bool is_call(NodeId node) const { return tree_.nodes[node].kind == NodeKind::call; }
  // left == right
  bool is_equality_test(NodeId node) const;
  // left < right and its like, not in parentheses
  bool is_inequality(const ParsedExpression& expression) const;
  std::string_view operator_of(NodeId node) const { return tree_.nodes[node].text; }

 private:
  ParsedExpression simple_expression();
  ParsedExpression if_expression();
  ParsedExpression logical_term();
  ParsedExpression logical_factor();
  ParsedExpression relation();
  ParsedExpression arithmetic_expression();
  ParsedExpression term();
  ParsedExpression factor();
  ParsedExpression primary();
  ParsedExpression name_or_call();
  ParsedExpression call(std::string name, SourceSpan begin);
  ParsedExpression call_without_parentheses();
  ParsedExpression parenthesized();
  ParsedExpression array();
  ParsedExpression matrix();

  std::vector<NodeId> arguments();
  ParsedExpression argument();
  void reject_chain(ParsedExpression left, std::string_view advice);
  void reject_signs();
  bool reject_increment();
  void skip_equation_as_condition();
  void reject_elementwise();
  void reject_subscripts();
  void skip_iterators();

  ParsedExpression leaf(NodeKind kind);
  ParsedExpression add(NodeKind kind, SourceSpan span, std::string text,
                       std::span<const NodeId> children);
  ParsedExpression add_binary(ParsedExpression left, std::string_view op, ParsedExpression right);
  ParsedExpression add_error(SourceSpan span);

  TokenStream& tokens_;
  SyntaxTree& tree_;
  bool is_left_side_ = false;
};

}  // namespace saltus::syntax
