#include "saltus/compiler/syntax/expression_parser.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "saltus/compiler/syntax/string_literal.h"

namespace saltus::syntax {
namespace {

bool is_sign(TokenKind kind) { return kind == TokenKind::plus || kind == TokenKind::minus; }

bool is_additive(TokenKind kind) {
  return is_sign(kind) || kind == TokenKind::elementwise_plus ||
         kind == TokenKind::elementwise_minus;
}

bool is_multiplicative(TokenKind kind) {
  return kind == TokenKind::times || kind == TokenKind::divide ||
         kind == TokenKind::elementwise_times || kind == TokenKind::elementwise_divide;
}

bool is_power(TokenKind kind) {
  return kind == TokenKind::power || kind == TokenKind::elementwise_power;
}

bool is_elementwise(TokenKind kind) {
  return spelling(kind).size() == 2 && spelling(kind)[0] == '.';
}

bool is_relation(TokenKind kind) {
  switch (kind) {
    case TokenKind::less:
    case TokenKind::less_equal:
    case TokenKind::greater:
    case TokenKind::greater_equal:
    case TokenKind::equal:
    case TokenKind::not_equal:
      return true;
    default:
      return false;
  }
}

}  // namespace

ParsedExpression ExpressionParser::expression() {
  const Nesting nesting(tokens_);
  if (nesting.is_refused()) return add_error(tokens_.peek().span);
  const bool was_left_side = std::exchange(is_left_side_, false);
  if (tokens_.at(TokenKind::identifier) && tokens_.begins_operand(1)) {
    tokens_.respell(TokenKind::kw_if);
  }
  const ParsedExpression value =
      tokens_.at(TokenKind::kw_if) ? if_expression() : simple_expression();
  is_left_side_ = was_left_side;
  return value;
}

ParsedExpression ExpressionParser::left_side() {
  is_left_side_ = true;
  const ParsedExpression value = simple_expression();
  is_left_side_ = false;
  return value;
}

bool ExpressionParser::at_arrow() const {
  return tokens_.at(TokenKind::less) && tokens_.kind(1) == TokenKind::minus &&
         tokens_.peek().span.end == tokens_.peek(1).span.begin;
}

ParsedExpression ExpressionParser::if_expression() {
  const SourceSpan begin = tokens_.peek().span;
  std::vector<NodeId> parts;
  do {
    tokens_.take();  // if, elseif
    parts.push_back(condition().node);
    parts.push_back(expression().node);
  } while (tokens_.at_word(TokenKind::kw_elseif));
  if (tokens_.at_word(TokenKind::kw_else)) {
    tokens_.take();
    parts.push_back(expression().node);
  } else {
    tokens_.fail_expected("`else`")
        .note("an `if` inside an expression needs a value for every case")
        .suggest("write `if condition then a else b`");
    parts.push_back(add_error(tokens_.peek().span).node);
  }
  return add(NodeKind::if_else, cover(begin, tokens_.last_span()), "", parts);
}

ParsedExpression ExpressionParser::condition() {
  const ParsedExpression value = expression();
  skip_equation_as_condition();
  if (tokens_.at_word(TokenKind::kw_then)) {
    tokens_.take();
  } else if (tokens_.at(TokenKind::left_brace)) {
    tokens_.fail(codes::unexpected_token, tokens_.peek().span, "a branch does not stand in braces")
        .suggest("write `if condition then … else … end if;`");
    tokens_.give_up();
  } else if (tokens_.at(TokenKind::colon) || tokens_.on_new_line()) {
    const SourceSpan last = tokens_.last_span();
    tokens_
        .complain(codes::unexpected_token, SourceSpan{last.end, last.end},
                  "no `then` after the condition")
        .suggest("add `then` here");
    tokens_.take_if(TokenKind::colon);
  } else {
    tokens_.fail_expected("`then`");
  }
  return value;
}

// if x = 1 then
void ExpressionParser::skip_equation_as_condition() {
  while (tokens_.at(TokenKind::equals_sign) || tokens_.at(TokenKind::assign)) {
    tokens_
        .complain(codes::unexpected_token, tokens_.peek().span,
                  fmt::format("`{}` does not compare", spelling(tokens_.kind())))
        .suggest(
            "compare with `==` where values are Integer or Boolean, with `>=` or `<=` where "
            "they change continuously");
    tokens_.take();
    expression();
  }
}

ParsedExpression ExpressionParser::simple_expression() {
  ParsedExpression left = logical_term();
  while (tokens_.at_word(TokenKind::kw_or)) {
    tokens_.take();
    left = add_binary(left, "or", logical_term());
  }
  if (tokens_.at(TokenKind::colon) && !tokens_.on_new_line(1)) {
    tokens_.fail(codes::unsupported_expression, tokens_.peek().span,
                 "ranges `a:b` are not supported yet");
  }
  return left;
}

ParsedExpression ExpressionParser::logical_term() {
  ParsedExpression left = logical_factor();
  while (tokens_.at_word(TokenKind::kw_and)) {
    tokens_.take();
    left = add_binary(left, "and", logical_factor());
  }
  return left;
}

ParsedExpression ExpressionParser::logical_factor() {
  if (tokens_.at(TokenKind::identifier) && tokens_.begins_operand(1)) {
    tokens_.respell(TokenKind::kw_not);
  }
  if (!tokens_.at(TokenKind::kw_not)) return relation();
  const SourceSpan begin = tokens_.take().span;
  if (tokens_.at(TokenKind::kw_not)) {
    tokens_
        .complain(codes::operator_needs_parentheses, tokens_.peek().span,
                  "`not` directly after `not`")
        .suggest("write `not (not …)`");
    while (tokens_.take_if(TokenKind::kw_not)) continue;
  }
  const ParsedExpression operand = relation();
  return add(NodeKind::unary, cover(begin, operand.span), "not", std::array{operand.node});
}

ParsedExpression ExpressionParser::relation() {
  ParsedExpression left = arithmetic_expression();
  if (!is_relation(tokens_.kind()) || (is_left_side_ && at_arrow())) return left;
  const std::string_view op = spelling(tokens_.take().kind);
  left = add_binary(left, op, arithmetic_expression());
  while (is_relation(tokens_.kind())) {
    reject_chain(left, "combine two relations with `and`: `a < b and b < c`");
    const std::string_view next_op = spelling(tokens_.take().kind);
    left = add_binary(left, next_op, arithmetic_expression());
  }
  return left;
}

ParsedExpression ExpressionParser::arithmetic_expression() {
  ParsedExpression left{NodeId(0), {}};
  if (is_sign(tokens_.kind())) {
    // A sign applies to the whole first term: -a*b is -(a*b), and -x^2 is -(x^2).
    const Token sign = tokens_.take();
    const ParsedExpression operand = term();
    left = add(NodeKind::unary, cover(sign.span, operand.span), std::string(spelling(sign.kind)),
               std::array{operand.node});
  } else {
    left = term();
  }
  while (is_additive(tokens_.kind())) {
    reject_elementwise();
    const std::string_view op = spelling(tokens_.take().kind);
    left = add_binary(left, op, term());
  }
  return left;
}

ParsedExpression ExpressionParser::term() {
  ParsedExpression left = factor();
  while (is_multiplicative(tokens_.kind())) {
    reject_elementwise();
    const std::string_view op = spelling(tokens_.take().kind);
    left = add_binary(left, op, factor());
  }
  return left;
}

ParsedExpression ExpressionParser::factor() {
  ParsedExpression base = primary();
  if (!is_power(tokens_.kind())) return base;
  reject_elementwise();
  tokens_.take();
  base = add_binary(base, "^", primary());
  while (is_power(tokens_.kind())) {
    reject_chain(base, "write `(a^b)^c` or `a^(b^c)`");
    tokens_.take();
    base = add_binary(base, "^", primary());
  }
  return base;
}

ParsedExpression ExpressionParser::primary() {
  if (reject_increment()) return add_error(tokens_.peek().span);
  reject_signs();
  switch (tokens_.kind()) {
    case TokenKind::number:
      return leaf(NodeKind::number);
    case TokenKind::kw_true:
    case TokenKind::kw_false:
      return leaf(NodeKind::boolean);
    case TokenKind::string:
      return leaf(NodeKind::string);
    case TokenKind::identifier:
      return name_or_call();
    case TokenKind::left_parenthesis:
      return parenthesized();
    case TokenKind::left_brace:
      return array();
    case TokenKind::left_bracket:
      return matrix();
    case TokenKind::kw_der:
    case TokenKind::kw_initial:
      if (tokens_.kind(1) == TokenKind::left_parenthesis) {
        const Token name = tokens_.take();
        return call(std::string(spelling(name.kind)), name.span);
      }
      break;
    default:
      break;
  }
  if (tokens_.at(TokenKind::kw_der) || tokens_.at(TokenKind::kw_initial)) {
    return call_without_parentheses();
  }
  const bool is_if = tokens_.at(TokenKind::kw_if);
  Diagnostic& error = tokens_.fail_expected("an expression");
  if (is_if) error.suggest("put the `if` expression in parentheses");
  return add_error(tokens_.peek().span);
}

// At `der x` or `initial`
ParsedExpression ExpressionParser::call_without_parentheses() {
  const std::string_view name = spelling(tokens_.kind());
  const bool has_argument =
      tokens_.at(TokenKind::kw_der) && tokens_.kind(1) == TokenKind::identifier;
  const std::string argument(has_argument ? tokens_.text(tokens_.peek(1).span) : "");
  tokens_
      .complain(codes::unexpected_token, tokens_.peek().span,
                fmt::format("`{}` needs parentheses", name))
      .suggest(fmt::format("write `{}({})`", name,
                           has_argument    ? argument
                           : name == "der" ? "x"
                                           : ""));
  const SourceSpan begin = tokens_.take().span;
  if (has_argument) tokens_.take();
  return add_error(cover(begin, tokens_.last_span()));
}

ParsedExpression ExpressionParser::name_or_call() {
  const SourceSpan begin = tokens_.peek().span;
  std::string name = dotted_name();
  if (tokens_.at(TokenKind::left_parenthesis)) return call(std::move(name), begin);
  return add(NodeKind::name, cover(begin, tokens_.last_span()), std::move(name), {});
}

std::string ExpressionParser::dotted_name() {
  std::string name(tokens_.text(tokens_.take().span));
  reject_subscripts();
  while (tokens_.at(TokenKind::dot)) {
    tokens_.take();
    if (!tokens_.at(TokenKind::identifier)) {
      tokens_.fail_expected("a name after `.`");
      break;
    }
    name += '.';
    name += tokens_.text(tokens_.take().span);
    reject_subscripts();
  }
  return name;
}

bool ExpressionParser::is_equality_test(NodeId node) const {
  return tree_.nodes[node].kind == NodeKind::binary && tree_.nodes[node].text == "==";
}

bool ExpressionParser::is_inequality(const ParsedExpression& expression) const {
  const Node& node = tree_.nodes[expression.node];
  const bool is_ordered =
      node.text == "<" || node.text == "<=" || node.text == ">" || node.text == ">=";
  return node.kind == NodeKind::binary && is_ordered && node.span == expression.span;
}

ParsedExpression ExpressionParser::call(std::string name, SourceSpan begin) {
  const SourceSpan opening = tokens_.take().span;
  const std::vector<NodeId> values = arguments();
  tokens_.expect_closing(TokenKind::right_parenthesis, opening);
  return add(NodeKind::call, cover(begin, tokens_.last_span()), std::move(name), values);
}

std::vector<NodeId> ExpressionParser::arguments() {
  std::vector<NodeId> values;
  if (tokens_.at(TokenKind::right_parenthesis)) return values;
  bool named = false;
  do {
    const ParsedExpression value = argument();
    const bool is_named = tree_.nodes[value.node].kind == NodeKind::named_argument;
    if (named && !is_named) {
      tokens_.complain(codes::positional_after_named, value.span,
                       "an argument without a name after one with a name");
    }
    named |= is_named;
    values.push_back(value.node);
  } while (tokens_.take_if(TokenKind::comma));
  skip_iterators();
  return values;
}

ParsedExpression ExpressionParser::argument() {
  if (!tokens_.at(TokenKind::identifier) || tokens_.kind(1) != TokenKind::equals_sign) {
    return expression();
  }
  const SourceSpan begin = tokens_.take().span;
  tokens_.take();
  const ParsedExpression value = expression();
  return add(NodeKind::named_argument, cover(begin, value.span), std::string(tokens_.text(begin)),
             std::array{value.node});
}

ParsedExpression ExpressionParser::parenthesized() {
  const SourceSpan opening = tokens_.take().span;
  const ParsedExpression inside = expression();
  if (tokens_.at(TokenKind::comma)) {
    tokens_.complain(codes::unsupported_expression, opening,
                     "several results in parentheses are not supported yet");
    while (tokens_.take_if(TokenKind::comma)) expression();
  }
  tokens_.expect_closing(TokenKind::right_parenthesis, opening);
  return {inside.node, cover(opening, tokens_.last_span())};
}

ParsedExpression ExpressionParser::array() {
  const SourceSpan opening = tokens_.take().span;
  std::vector<NodeId> elements;
  do {
    elements.push_back(expression().node);
  } while (tokens_.take_if(TokenKind::comma));
  skip_iterators();
  tokens_.expect_closing(TokenKind::right_brace, opening);
  return add(NodeKind::array, cover(opening, tokens_.last_span()), "", elements);
}

ParsedExpression ExpressionParser::matrix() {
  const SourceSpan opening = tokens_.peek().span;
  tokens_.complain_of_arrays(codes::unsupported_expression, "matrices `[…]` are not supported yet");
  tokens_.skip_balanced();
  return add_error(cover(opening, tokens_.last_span()));
}

void ExpressionParser::reject_chain(ParsedExpression left, std::string_view advice) {
  tokens_
      .complain(codes::chained_operator, tokens_.peek().span,
                fmt::format("`{}` cannot be chained", spelling(tokens_.kind())))
      .also(left.span, "this is already complete")
      .suggest(std::string(advice));
}

// A sign is legal at the beginning of an arithmetic expression only.
void ExpressionParser::reject_signs() {
  if (!is_sign(tokens_.kind())) return;
  const std::string_view sign = spelling(tokens_.kind());
  tokens_
      .complain(codes::operator_needs_parentheses, tokens_.peek().span,
                fmt::format("`{}` directly after `{}`", sign, tokens_.text(tokens_.last_span())))
      .suggest(fmt::format("put the signed operand in parentheses: `({}…)`", sign));
  while (is_sign(tokens_.kind())) tokens_.take();
}

// n++;
bool ExpressionParser::reject_increment() {
  const bool is_doubled = is_sign(tokens_.kind()) && tokens_.kind(1) == TokenKind::semicolon &&
                          tokens_.text(tokens_.last_span()) == spelling(tokens_.kind());
  if (!is_doubled) return false;
  const SourceSpan span = cover(tokens_.last_span(), tokens_.peek().span);
  tokens_
      .fail(codes::stray_character, span,
            fmt::format("`{}` is not an operator of Modelica", tokens_.text(span)))
      .suggest(fmt::format("an equation does not assign; inside `when` write `n = pre(n) {} 1`",
                           spelling(tokens_.kind())));
  return true;
}

void ExpressionParser::reject_elementwise() {
  if (!is_elementwise(tokens_.kind())) return;
  tokens_
      .complain(codes::unsupported_expression, tokens_.peek().span,
                fmt::format("the elementwise operator `{}` is not supported yet",
                            spelling(tokens_.kind())))
      .suggest(fmt::format("for scalars write `{}`", spelling(tokens_.kind()).substr(1)));
}

void ExpressionParser::reject_subscripts() {
  if (!tokens_.at(TokenKind::left_bracket)) return;
  tokens_.complain_of_arrays(codes::unsupported_expression,
                             "array subscripts `[…]` are not supported yet");
  tokens_.skip_balanced();
}

void ExpressionParser::skip_iterators() {
  if (!tokens_.at(TokenKind::kw_for)) return;
  tokens_.fail(codes::unsupported_expression, tokens_.peek().span,
               "iterators `… for i in …` are not supported yet");
}

ParsedExpression ExpressionParser::leaf(NodeKind kind) {
  const Token token = tokens_.take();
  const std::string_view written = tokens_.text(token.span);
  std::string text = kind == NodeKind::string ? string_contents(written) : std::string(written);
  return add(kind, token.span, std::move(text), {});
}

ParsedExpression ExpressionParser::add(NodeKind kind, SourceSpan span, std::string text,
                                       std::span<const NodeId> children) {
  const auto first = static_cast<std::uint32_t>(tree_.children.size());
  tree_.children.insert(tree_.children.end(), children.begin(), children.end());
  const NodeId node = tree_.nodes.add(
      {kind, span, std::move(text), first, static_cast<std::uint32_t>(children.size())});
  return {node, span};
}

ParsedExpression ExpressionParser::add_binary(ParsedExpression left, std::string_view op,
                                              ParsedExpression right) {
  return add(NodeKind::binary, cover(left.span, right.span), std::string(op),
             std::array{left.node, right.node});
}

ParsedExpression ExpressionParser::add_error(SourceSpan span) {
  return add(NodeKind::error, span, "", {});
}

}  // namespace saltus::syntax
