#include "saltus/compiler/syntax/equation_parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace saltus::syntax {
namespace {

bool is_clause_keyword(TokenKind kind) {
  return kind == TokenKind::kw_if || kind == TokenKind::kw_when || kind == TokenKind::kw_for ||
         kind == TokenKind::kw_while;
}

}  // namespace

std::vector<Equation> EquationParser::equations() {
  std::vector<Equation> list;
  const Nesting nesting(tokens_);
  if (nesting.is_refused()) return list;
  while (!at_end_of_equations()) {
    statement(list);
    tokens_.recover();
  }
  return list;
}

bool EquationParser::at_end_of_equations() const {
  switch (tokens_.kind()) {
    case TokenKind::kw_equation:
    case TokenKind::kw_algorithm:
    case TokenKind::kw_public:
    case TokenKind::kw_protected:
    case TokenKind::kw_annotation:
    case TokenKind::kw_else:
    case TokenKind::kw_elseif:
    case TokenKind::kw_elsewhen:
    case TokenKind::kw_end:
    case TokenKind::kw_model:
    case TokenKind::end_of_file:
      return true;
    case TokenKind::kw_initial:
      return tokens_.kind(1) == TokenKind::kw_equation ||
             tokens_.kind(1) == TokenKind::kw_algorithm;
    default:
      return false;
  }
}

Equation EquationParser::begin_equation(EquationKind kind) const {
  Equation equation{};
  equation.kind = kind;
  equation.span = tokens_.peek().span;
  return equation;
}

void EquationParser::statement(std::vector<Equation>& into) {
  switch (tokens_.kind()) {
    case TokenKind::semicolon:
      tokens_.take();
      return;
    case TokenKind::kw_if:
      into.push_back(clause({EquationKind::conditional, TokenKind::kw_if, TokenKind::kw_elseif}));
      return;
    case TokenKind::kw_when:
      into.push_back(clause({EquationKind::when, TokenKind::kw_when, TokenKind::kw_elsewhen}));
      return;
    case TokenKind::kw_for:
    case TokenKind::kw_while:
      reject_loop();
      return;
    case TokenKind::kw_connect:
      reject_connect();
      return;
    default:
      break;
  }
  if (at_declaration()) {
    reject_declaration();
  } else {
    into.push_back(simple_equation());
  }
}

// if … then … elseif … then … else … end if;   when … then … elsewhen … then … end when;
Equation EquationParser::clause(const Clause& clause) {
  Equation equation = begin_equation(clause.kind);
  const SourceSpan opening = tokens_.peek().span;
  bool has_else_if = false;
  open_.push_back(clause.keyword);
  do {
    equation.branches.push_back(branch(true));
  } while (tokens_.at(clause.alternate));
  if (clause.kind == EquationKind::conditional && tokens_.at(TokenKind::kw_else)) {
    has_else_if = tokens_.kind(1) == TokenKind::kw_if;
    equation.branches.push_back(branch(false));
  }
  open_.pop_back();
  clause_end(clause, opening, has_else_if);
  equation.span = cover(opening, tokens_.last_span());
  comment(equation);
  tokens_.expect_semicolon(fmt::format("`end {}`", spelling(clause.keyword)));
  return equation;
}

void EquationParser::clause_end(const Clause& clause, SourceSpan opening, bool has_else_if) {
  if (tokens_.is_panicking()) return;
  const bool at_end = tokens_.at(TokenKind::kw_end);
  const TokenKind closed = at_end ? tokens_.kind(1) : TokenKind::invalid;
  if (closed == clause.keyword) {
    tokens_.take();
    tokens_.take();
    return;
  }
  const std::string_view word = spelling(clause.keyword);
  Token found = tokens_.peek();
  if (at_end) found.span = cover(found.span, tokens_.peek(1).span);
  // `end when` closes an `if`, unless there is a `when` further out for which it was meant.
  const bool wrong_word = is_clause_keyword(closed) && std::ranges::count(open_, closed) == 0;
  Diagnostic& error =
      tokens_.fail(codes::missing_end, found.span,
                   fmt::format("expected `end {};`, found {}", word, tokens_.describe(found)));
  error.also(opening, fmt::format("this `{}` is not closed", word));
  if (has_else_if) {
    error.suggest("`else if` opens a second `if`; write `elseif` to continue the first");
  }
  if (wrong_word) {
    tokens_.take();
    tokens_.take();
  }
}

Branch EquationParser::branch(bool has_condition) {
  Branch branch;
  const SourceSpan begin = tokens_.take().span;
  if (has_condition) {
    branch.condition = expressions_.condition().node;
    tokens_.recover();
  }
  branch.equations = equations();
  branch.span = cover(begin, tokens_.last_span());
  return branch;
}

// An equality, a call or an inequality.
Equation EquationParser::simple_equation() {
  Equation equation = begin_equation(EquationKind::equality);
  const ParsedExpression left = expressions_.left_side();
  equation.left = left.node;
  if (expressions_.at_arrow()) {
    right_of_arrow(equation);
    equation.span = cover(left.span, tokens_.last_span());
    comment(equation);
    tokens_.expect_semicolon("the substitution");
    return equation;
  }
  if (tokens_.at(TokenKind::assign)) {
    tokens_.complain(codes::assignment_in_equation, tokens_.peek().span, "`:=` in an equation")
        .suggest("write `=`: an equation says that both sides are equal, it does not assign");
  }
  if (tokens_.take_if(TokenKind::equals_sign) || tokens_.take_if(TokenKind::assign)) {
    equation.right = expressions_.expression().node;
  } else if (expressions_.is_call(left.node)) {
    equation.kind = EquationKind::call;
  } else if (expressions_.is_inequality(left)) {
    equation.kind = EquationKind::inequality;
    reject_strict_inequality(left);
  } else {
    reject_missing_right_side(left);
    return equation;
  }
  equation.span = cover(left.span, tokens_.last_span());
  comment(equation);
  tokens_.expect_semicolon("the equation");
  return equation;
}

void EquationParser::right_of_arrow(Equation& equation) {
  equation.kind = EquationKind::substitution;
  tokens_.take();
  tokens_.take();
  equation.right = expressions_.expression().node;
  if (!tokens_.at(TokenKind::equals_sign)) return;
  tokens_.fail_expected("`;`").suggest(
      "`a <- b` at the beginning of an equation is a substitution; the relation is written with a "
      "blank: `a < -b`");
}

void EquationParser::reject_strict_inequality(const ParsedExpression& left) {
  const std::string_view op = expressions_.operator_of(left.node);
  if (op == "<=" || op == ">=") return;
  tokens_
      .complain(codes::strict_inequality, left.span,
                fmt::format("`{}` where an equation or an inequality should be", op))
      .suggest("an inequality is written with `<=` or `>=`");
}

void EquationParser::reject_missing_right_side(const ParsedExpression& left) {
  const bool complete = tokens_.at(TokenKind::semicolon) || tokens_.on_new_line();
  if (!complete) {
    tokens_.fail_expected("`=` and the right side of the equation");
    return;
  }
  tokens_.complain(codes::not_an_equation, left.span, "this is an expression, not an equation")
      .suggest(expressions_.is_equality_test(left.node)
                   ? "an equation is written with a single `=`"
                   : "an equation has the form `left = right;`");
  tokens_.take_if(TokenKind::semicolon);
}

void EquationParser::comment(Equation& equation) {
  equation.description = declarations_.description();
  equation.annotation = declarations_.annotation();
}

bool EquationParser::at_declaration() const {
  switch (tokens_.kind()) {
    case TokenKind::kw_parameter:
    case TokenKind::kw_constant:
    case TokenKind::kw_discrete:
    case TokenKind::kw_input:
    case TokenKind::kw_output:
    case TokenKind::kw_final:
    case TokenKind::kw_flow:
      return true;
    case TokenKind::identifier:
      return tokens_.kind(1) == TokenKind::identifier && !tokens_.on_new_line(1);
    default:
      return false;
  }
}

void EquationParser::reject_declaration() {
  tokens_
      .fail(codes::declaration_in_equations, cover(tokens_.peek().span, tokens_.peek(1).span),
            "a declaration among equations")
      .suggest("move it above `equation`, or begin a section with `public` or `protected`");
}

void EquationParser::reject_loop() {
  const Token keyword = tokens_.peek();
  tokens_.complain(codes::unsupported_equation, keyword.span,
                   fmt::format("`{}` loops are not supported yet", spelling(keyword.kind)));
  std::size_t open = 0;
  while (!tokens_.at_end()) {
    const bool closes = tokens_.at(TokenKind::kw_end) && (tokens_.kind(1) == TokenKind::kw_for ||
                                                          tokens_.kind(1) == TokenKind::kw_while);
    const bool leaves = tokens_.at(TokenKind::kw_equation) || tokens_.at(TokenKind::kw_public) ||
                        (tokens_.at(TokenKind::kw_end) && tokens_.kind(1) == TokenKind::identifier);
    if (leaves) return;
    if (tokens_.take().kind == TokenKind::kw_loop) ++open;
    if (!closes) continue;
    tokens_.take();
    if (open <= 1) break;
    --open;
  }
  tokens_.expect_semicolon("the loop");
}

void EquationParser::reject_connect() {
  tokens_.fail(codes::unsupported_equation, tokens_.peek().span, "`connect` is not supported yet");
}

}  // namespace saltus::syntax
