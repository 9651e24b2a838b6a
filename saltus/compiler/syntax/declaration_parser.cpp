#include "saltus/compiler/syntax/declaration_parser.h"

#include <fmt/format.h>

#include <utility>

#include "saltus/compiler/syntax/string_literal.h"

namespace saltus::syntax {

void DeclarationParser::declarations(bool is_protected, std::vector<Declaration>& into) {
  Declaration shared;
  shared.is_protected = is_protected;
  prefixes(shared);
  if (!type(shared)) return;
  do {
    Declaration declaration = shared;
    if (!declarator(declaration)) return;
    into.push_back(std::move(declaration));
  } while (further_declarator());
  if (!tokens_.is_panicking()) tokens_.expect_semicolon("the declaration");
}

bool DeclarationParser::further_declarator() {
  if (tokens_.at_decimal_comma()) {
    tokens_.fail_at_decimal_comma();
    return false;
  }
  return tokens_.take_if(TokenKind::comma);
}

void DeclarationParser::prefixes(Declaration& declaration) {
  for (;;) {
    respell_prefix();
    switch (tokens_.kind()) {
      case TokenKind::kw_final:
        declaration.is_final = true;
        break;
      case TokenKind::kw_parameter:
        set_variability(declaration, Variability::parameter);
        break;
      case TokenKind::kw_constant:
        set_variability(declaration, Variability::constant);
        break;
      case TokenKind::kw_discrete:
        set_variability(declaration, Variability::discrete);
        break;
      case TokenKind::kw_input:
        set_causality(declaration, Causality::input);
        break;
      case TokenKind::kw_output:
        set_causality(declaration, Causality::output);
        break;
      case TokenKind::kw_flow:
      case TokenKind::kw_stream:
      case TokenKind::kw_inner:
      case TokenKind::kw_outer:
      case TokenKind::kw_replaceable:
      case TokenKind::kw_redeclare:
        tokens_.complain(codes::unsupported_element, tokens_.peek().span,
                         fmt::format("`{}` is not supported yet", spelling(tokens_.kind())));
        break;
      default:
        return;
    }
    tokens_.take();
  }
}

// `Parameter Real k` or `param Real k`, where a type would stand alone.
void DeclarationParser::respell_prefix() {
  const std::optional<TokenKind> meant = tokens_.meant_keyword();
  const bool is_prefix = meant == TokenKind::kw_parameter || meant == TokenKind::kw_constant ||
                         meant == TokenKind::kw_discrete || meant == TokenKind::kw_input ||
                         meant == TokenKind::kw_output || meant == TokenKind::kw_final;
  if (is_prefix && tokens_.kind(1) == TokenKind::identifier) tokens_.respell(*meant);
}

void DeclarationParser::set_variability(Declaration& declaration, Variability variability) {
  if (declaration.variability != Variability::continuous) {
    tokens_
        .complain(codes::conflicting_prefixes, tokens_.peek().span,
                  fmt::format("`{}` after another prefix of its kind", spelling(tokens_.kind())))
        .suggest("keep one of `parameter`, `constant` and `discrete`");
  }
  declaration.variability = variability;
}

void DeclarationParser::set_causality(Declaration& declaration, Causality causality) {
  if (declaration.causality != Causality::internal) {
    tokens_
        .complain(codes::conflicting_prefixes, tokens_.peek().span,
                  fmt::format("`{}` after another prefix of its kind", spelling(tokens_.kind())))
        .suggest("keep one of `input` and `output`");
  }
  declaration.causality = causality;
}

bool DeclarationParser::type(Declaration& declaration) {
  if (!tokens_.at(TokenKind::identifier)) {
    tokens_.fail_expected("a declaration").suggest("a declaration has the form `Real x;`");
    return false;
  }
  if (at_name_without_type()) {
    reject_missing_type(declaration);
    return true;
  }
  const SourceSpan begin = tokens_.peek().span;
  declaration.type = expressions_.dotted_name();
  declaration.type_span = cover(begin, tokens_.last_span());
  return true;
}

// `k = 1`, `x(start = 1)`, `x;` where `Real k = 1` was meant.
bool DeclarationParser::at_name_without_type() const {
  const std::string_view word = tokens_.text(tokens_.peek().span);
  if (word == "Real" || word == "Integer" || word == "Boolean") return false;
  switch (tokens_.kind(1)) {
    case TokenKind::equals_sign:
    case TokenKind::left_parenthesis:
    case TokenKind::semicolon:
    case TokenKind::comma:
      return true;
    default:
      return false;
  }
}

void DeclarationParser::reject_missing_type(Declaration& declaration) {
  const Token name = tokens_.peek();
  const std::string_view written = tokens_.text(name.span);
  tokens_
      .complain(codes::unexpected_token, name.span,
                fmt::format("the declaration of `{}` has no type", written))
      .suggest(fmt::format("write `Real {}`, or `Integer` or `Boolean`", written));
  declaration.type = "Real";
  declaration.type_span = name.span;
}

bool DeclarationParser::declarator(Declaration& declaration) {
  if (!tokens_.at(TokenKind::identifier)) {
    tokens_.fail_expected("the name of a variable");
    return false;
  }
  declaration.name_span = tokens_.take().span;
  declaration.name = tokens_.text(declaration.name_span);
  if (at_bare_attribute()) {
    reject_bare_attribute(declaration.name);
    return false;
  }
  if (tokens_.at(TokenKind::minus)) {
    reject_hyphen(declaration.name_span);
    return false;
  }
  reject_dimensions();
  if (tokens_.at(TokenKind::left_parenthesis)) declaration.modifiers = modifiers();
  if (tokens_.at(TokenKind::assign)) {
    tokens_.complain(codes::assignment_in_equation, tokens_.peek().span, "`:=` in a declaration")
        .suggest("write `=`");
  }
  if (tokens_.take_if(TokenKind::equals_sign) || tokens_.take_if(TokenKind::assign)) {
    declaration.binding = expressions_.expression().node;
  }
  declaration.span = cover(declaration.name_span, tokens_.last_span());
  if (tokens_.at(TokenKind::kw_if)) {
    tokens_.complain(codes::unsupported_element, tokens_.peek().span,
                     "conditional declarations `… if condition` are not supported yet");
    tokens_.take();
    expressions_.expression();
  }
  declaration.description = description();
  declaration.annotation = annotation();
  return !tokens_.is_panicking();
}

// x start = 1, x[start = 1], x{start = 1}
bool DeclarationParser::at_bare_attribute() const {
  if (tokens_.at(TokenKind::left_brace)) return true;
  if (tokens_.at(TokenKind::left_bracket)) return tokens_.kind(2) == TokenKind::equals_sign;
  return tokens_.at(TokenKind::identifier) && tokens_.kind(1) == TokenKind::equals_sign &&
         !tokens_.on_new_line();
}

void DeclarationParser::reject_bare_attribute(std::string_view name) {
  const bool in_brackets = !tokens_.at(TokenKind::identifier);
  const SourceSpan place = tokens_.peek().span;
  const std::string attribute(tokens_.text(tokens_.peek(in_brackets ? 1 : 0).span));
  tokens_.fail(codes::unexpected_token, place, "attributes stand in parentheses")
      .suggest(fmt::format("write `{}({} = …)`", name, attribute));
}

// Real x-pos
void DeclarationParser::reject_hyphen(SourceSpan name) {
  tokens_.fail(codes::unexpected_token, tokens_.peek().span, "`-` cannot be part of a name")
      .suggest(
          fmt::format("write `{}_{}`", tokens_.text(name), tokens_.text(tokens_.peek(1).span)));
}

void DeclarationParser::reject_dimensions() {
  if (!tokens_.at(TokenKind::left_bracket)) return;
  Diagnostic& error =
      tokens_.complain_of_arrays(codes::unsupported_element, "arrays are not supported yet");
  if (tokens_.kind(1) == TokenKind::identifier) {
    error.suggest("a unit is an attribute: `Real g(unit = \"m/s2\")`");
  }
  tokens_.skip_balanced();
}

std::string DeclarationParser::description() {
  std::string text;
  if (!tokens_.at(TokenKind::string)) return text;
  text = string_contents(tokens_.text(tokens_.take().span));
  while (tokens_.at(TokenKind::plus) && tokens_.kind(1) == TokenKind::string) {
    tokens_.take();
    text += string_contents(tokens_.text(tokens_.take().span));
  }
  return text;
}

std::vector<Modifier> DeclarationParser::annotation() {
  if (!tokens_.take_if(TokenKind::kw_annotation)) return {};
  if (tokens_.at(TokenKind::left_parenthesis)) return modifiers();
  tokens_.fail_expected("`(` after `annotation`");
  return {};
}

std::vector<Modifier> DeclarationParser::modifiers() {
  const Nesting nesting(tokens_);
  if (nesting.is_refused()) return {};
  const SourceSpan opening = tokens_.take().span;
  std::vector<Modifier> list;
  if (tokens_.take_if(TokenKind::right_parenthesis)) return list;
  do {
    list.push_back(modifier());
  } while (further_modifier());
  tokens_.expect_closing(TokenKind::right_parenthesis, opening);
  return list;
}

// Between two attributes: a comma, or what was written for it.
bool DeclarationParser::further_modifier() {
  if (tokens_.take_if(TokenKind::comma)) return true;
  const bool has_semicolon = tokens_.at(TokenKind::semicolon);
  const std::size_t name = has_semicolon ? 1 : 0;
  const bool goes_on = tokens_.kind(name) == TokenKind::identifier &&
                       tokens_.kind(name + 1) == TokenKind::equals_sign &&
                       !tokens_.on_new_line(name);
  if (!goes_on) return false;
  const SourceSpan behind{tokens_.last_span().end, tokens_.last_span().end};
  tokens_
      .complain(codes::unexpected_token, has_semicolon ? tokens_.peek().span : behind,
                has_semicolon ? "`;` between two attributes" : "no `,` between two attributes")
      .suggest(has_semicolon ? "write `,`" : "add `,` here");
  tokens_.take_if(TokenKind::semicolon);
  return true;
}

Modifier DeclarationParser::modifier() {
  Modifier modifier;
  const SourceSpan begin = tokens_.peek().span;
  if (tokens_.at(TokenKind::kw_redeclare) || tokens_.at(TokenKind::kw_replaceable)) {
    tokens_.fail(codes::unsupported_element, begin,
                 fmt::format("`{}` is not supported yet", spelling(tokens_.kind())));
    return modifier;
  }
  modifier.is_each = tokens_.take_if(TokenKind::kw_each);
  modifier.is_final = tokens_.take_if(TokenKind::kw_final);
  if (!tokens_.at(TokenKind::identifier)) {
    const bool is_initial = tokens_.at(TokenKind::kw_initial);
    Diagnostic& error = tokens_.fail_expected("the name of an attribute");
    if (is_initial) error.suggest("the initial value is the attribute `start`");
    return modifier;
  }
  const SourceSpan name_begin = tokens_.peek().span;
  modifier.name = expressions_.dotted_name();
  modifier.name_span = cover(name_begin, tokens_.last_span());
  modifier_value(modifier);
  modifier.span = cover(begin, tokens_.last_span());
  description();
  return modifier;
}

void DeclarationParser::modifier_value(Modifier& modifier) {
  if (tokens_.at(TokenKind::left_parenthesis)) modifier.nested = modifiers();
  const bool is_wrong_sign =
      tokens_.at(TokenKind::assign) || tokens_.at(TokenKind::equal) || tokens_.at(TokenKind::colon);
  if (is_wrong_sign) {
    tokens_
        .complain(codes::unexpected_token, tokens_.peek().span,
                  fmt::format("`{}` behind the name of an attribute", spelling(tokens_.kind())))
        .suggest("write `=`");
    tokens_.take();
    modifier.value = expressions_.expression().node;
  }
  if (tokens_.take_if(TokenKind::equals_sign)) modifier.value = expressions_.expression().node;
}

}  // namespace saltus::syntax
