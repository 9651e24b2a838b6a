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
  } while (tokens_.take_if(TokenKind::comma));
  tokens_.expect_semicolon("the declaration");
}

void DeclarationParser::prefixes(Declaration& declaration) {
  for (;;) {
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
  const SourceSpan begin = tokens_.peek().span;
  declaration.type = expressions_.dotted_name();
  declaration.type_span = cover(begin, tokens_.last_span());
  return true;
}

bool DeclarationParser::declarator(Declaration& declaration) {
  if (!tokens_.at(TokenKind::identifier)) {
    const bool forgotten_section = tokens_.at(TokenKind::equals_sign);
    Diagnostic& error = tokens_.fail_expected("the name of a variable");
    if (forgotten_section) error.suggest("equations begin after the keyword `equation`");
    return false;
  }
  declaration.name_span = tokens_.take().span;
  declaration.name = tokens_.text(declaration.name_span);
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

void DeclarationParser::reject_dimensions() {
  if (!tokens_.at(TokenKind::left_bracket)) return;
  tokens_.complain(codes::unsupported_element, tokens_.peek().span, "arrays are not supported yet");
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
  } while (tokens_.take_if(TokenKind::comma));
  tokens_.expect_closing(TokenKind::right_parenthesis, opening);
  return list;
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
    tokens_.fail_expected("the name of an attribute");
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
  if (tokens_.take_if(TokenKind::equals_sign)) modifier.value = expressions_.expression().node;
}

}  // namespace saltus::syntax
