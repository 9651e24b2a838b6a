#include "saltus/compiler/syntax/equation_parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
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

bool EquationParser::at_end_of_equations() {
  respell_first_word();
  if (at_joined_end()) return true;
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

// `IF`, `End`, `elif` at the beginning of an equation. A variable may have such a name; what
// follows it is an operator then.
void EquationParser::respell_first_word() {
  const bool is_clause = tokens_.kind(1) == TokenKind::kw_when ||
                         tokens_.kind(1) == TokenKind::kw_for ||
                         tokens_.kind(1) == TokenKind::kw_end;
  if (!tokens_.begins_operand(1) && !is_clause) return;
  const std::optional<TokenKind> meant = tokens_.meant_keyword();
  if (!meant || *meant == TokenKind::kw_der) return;
  const bool takes_parentheses =
      *meant == TokenKind::kw_if || *meant == TokenKind::kw_when || *meant == TokenKind::kw_elseif;
  const bool is_call = tokens_.kind(1) == TokenKind::left_parenthesis && !takes_parentheses;
  if (!is_call) tokens_.respell(*meant);
}

// `endif;`
bool EquationParser::at_joined_end() const {
  return !open_.empty() && tokens_.at(TokenKind::identifier) &&
         tokens_.kind(1) == TokenKind::semicolon &&
         find_joined_end(tokens_.text(tokens_.peek().span)).has_value();
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
  std::optional<SourceSpan> else_if;
  open_.push_back(clause.keyword);
  do {
    equation.branches.push_back(branch(true));
  } while (tokens_.at(clause.alternate));
  if (clause.kind == EquationKind::conditional && tokens_.at(TokenKind::kw_else)) {
    if (tokens_.kind(1) == TokenKind::kw_if) {
      else_if = cover(tokens_.peek().span, tokens_.peek(1).span);
    }
    equation.branches.push_back(branch(false));
  }
  clause_end(clause, opening, else_if);
  open_.pop_back();
  equation.span = cover(opening, tokens_.last_span());
  comment(equation);
  tokens_.expect_semicolon(fmt::format("`end {}`", spelling(clause.keyword)));
  return equation;
}

void EquationParser::clause_end(const Clause& clause, SourceSpan opening,
                                std::optional<SourceSpan> else_if) {
  if (tokens_.is_panicking()) return;
  if (at_joined_end()) {
    close_joined_end(clause);
    return;
  }
  const bool at_end = tokens_.at(TokenKind::kw_end);
  const std::string_view word = spelling(clause.keyword);
  if (at_end && tokens_.kind(1) == TokenKind::identifier) tokens_.respell_next(clause.keyword);
  const TokenKind closed = at_end ? tokens_.kind(1) : TokenKind::invalid;
  if (closed == clause.keyword) {
    tokens_.take();
    tokens_.take();
    return;
  }
  const bool is_bare = at_end && (closed == TokenKind::semicolon || tokens_.on_new_line(1));
  Token found = tokens_.peek();
  if (at_end && !tokens_.on_new_line(1)) found.span = cover(found.span, tokens_.peek(1).span);
  // `end when` closes an `if`, unless there is a `when` further out for which it was meant.
  const auto outer = std::span(open_).first(open_.size() - 1);
  const bool wrong_word = is_clause_keyword(closed) && std::ranges::count(outer, closed) == 0;
  Diagnostic& error =
      tokens_.fail(codes::missing_end, found.span,
                   fmt::format("expected `end {};`, found {}", word, tokens_.describe(found)));
  error.also(opening, fmt::format("this `{}` is not closed", word));
  if (else_if) {
    error.also(*else_if, "a second `if` begins here")
        .suggest("`else if` opens a second `if`; write `elseif` to continue the first");
  } else {
    error.suggest(wrong_word || is_bare ? fmt::format("write `end {};`", word)
                                        : fmt::format("add `end {};`", word));
  }
  if (wrong_word || is_bare) tokens_.take();
  if (wrong_word) tokens_.take();
}

void EquationParser::close_joined_end(const Clause& clause) {
  const Token word = tokens_.take();
  tokens_
      .complain(codes::unexpected_token, word.span,
                fmt::format("`{}` is not a keyword", tokens_.text(word.span)))
      .suggest(fmt::format("write `end {}`", spelling(clause.keyword)));
}

Branch EquationParser::branch(bool has_condition) {
  Branch branch;
  const SourceSpan begin = tokens_.take().span;
  if (has_condition) {
    branch.condition = expressions_.condition().node;
    tokens_.recover();
  } else if (tokens_.at(TokenKind::colon)) {
    tokens_.complain(codes::unexpected_token, tokens_.peek().span, "no `:` stands behind `else`")
        .suggest("remove it");
    tokens_.take();
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
  tokens_
      .complain(codes::unsupported_equation, keyword.span,
                fmt::format("`{}` loops are not supported yet", spelling(keyword.kind)))
      .suggest("write one equation for each pass of the loop");
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
  tokens_.fail(codes::unsupported_equation, tokens_.peek().span, "`connect` is not supported yet")
      .suggest(
          "write the equations that it stands for: potentials are equal, flows add up to zero");
}

}  // namespace saltus::syntax
