#include "saltus/compiler/syntax/model_parser.h"

#include <fmt/format.h>

#include <iterator>
#include <optional>
#include <utility>

namespace saltus::syntax {
namespace {

bool is_class_keyword(TokenKind kind) {
  switch (kind) {
    case TokenKind::kw_function:
    case TokenKind::kw_record:
    case TokenKind::kw_package:
    case TokenKind::kw_connector:
    case TokenKind::kw_type:
    case TokenKind::kw_operator:
      return true;
    default:
      return false;
  }
}

bool is_model_keyword(TokenKind kind) {
  return kind == TokenKind::kw_model || kind == TokenKind::kw_class || kind == TokenKind::kw_block;
}

// What to write in place of a class that is not supported.
std::string_view advice_without_class(TokenKind kind) {
  switch (kind) {
    case TokenKind::kw_function:
    case TokenKind::kw_operator:
      return "write the expression itself in place of each call";
    case TokenKind::kw_package:
      return "take the models out of the package: a file may hold several";
    case TokenKind::kw_type:
      return "declare variables as `Real`, with their attributes";
    default:
      return "write its declarations and equations into the model that uses it";
  }
}

bool is_class_prefix(TokenKind kind) {
  switch (kind) {
    case TokenKind::kw_partial:
    case TokenKind::kw_encapsulated:
    case TokenKind::kw_expandable:
    case TokenKind::kw_pure:
    case TokenKind::kw_impure:
      return true;
    default:
      return false;
  }
}

template <class T>
void append(std::vector<T>& list, std::vector<T> more) {
  list.insert(list.end(), std::make_move_iterator(more.begin()),
              std::make_move_iterator(more.end()));
}

}  // namespace

ModelParser::ModelParser(TokenStream& tokens, SyntaxTree& tree)
    : tokens_(tokens),
      tree_(tree),
      expressions_(tokens, tree),
      declarations_(tokens, expressions_),
      equations_(tokens, expressions_, declarations_) {}

void ModelParser::stored_definition() {
  if (tokens_.take_if(TokenKind::kw_within)) {
    if (tokens_.at(TokenKind::identifier)) expressions_.dotted_name();
    tokens_.expect_semicolon("`within`");
    tokens_.recover();
  }
  while (!tokens_.at_end()) {
    definition();
    tokens_.recover();
  }
}

void ModelParser::definition() {
  tokens_.take_if(TokenKind::kw_final);
  reject_class_prefixes();
  const std::optional<TokenKind> meant = tokens_.meant_keyword();
  if (meant && is_model_keyword(*meant)) tokens_.respell(*meant);
  if (at_model()) {
    tree_.models.push_back(model());
  } else if (is_class_keyword(tokens_.kind())) {
    reject_class();
  } else {
    tokens_.fail_expected("a model").suggest("a model has the form `model M … end M;`");
    if (tree_.models.empty()) tokens_.give_up();  // a text of another kind
  }
}

bool ModelParser::at_model() const { return is_model_keyword(tokens_.kind()); }

void ModelParser::reject_class_prefixes() {
  while (is_class_prefix(tokens_.kind())) {
    tokens_.complain(codes::unsupported_class, tokens_.peek().span,
                     fmt::format("`{}` is not supported yet", spelling(tokens_.kind())));
    tokens_.take();
  }
}

// At the keyword of a class that is not a model, or of a model inside another.
void ModelParser::reject_class() {
  const Token keyword = tokens_.take();
  const bool is_model = is_model_keyword(keyword.kind);
  tokens_
      .complain(codes::unsupported_class, keyword.span,
                is_model ? "a model inside a model is not supported yet"
                         : fmt::format("`{}` is not supported yet", spelling(keyword.kind)))
      .suggest(std::string(advice_without_class(keyword.kind)));
  while (is_class_keyword(tokens_.kind())) tokens_.take();  // operator record, operator function
  if (!tokens_.at(TokenKind::identifier)) {
    tokens_.fail_expected("a name");
    return;
  }
  const std::string name(tokens_.text(tokens_.take().span));
  if (tokens_.at(TokenKind::equals_sign)) {
    while (!tokens_.at_end() && !tokens_.take_if(TokenKind::semicolon)) tokens_.take();
  } else {
    skip_class(name);
  }
}

void ModelParser::skip_class(std::string_view name) {
  while (!tokens_.at_end()) {
    const bool is_end = tokens_.take().kind == TokenKind::kw_end;
    if (!is_end || tokens_.text(tokens_.peek().span) != name) continue;
    tokens_.take();
    tokens_.expect_semicolon(fmt::format("`end {}`", name));
    return;
  }
}

Model ModelParser::model() {
  Model model;
  const SourceSpan begin = tokens_.take().span;
  if (!tokens_.at(TokenKind::identifier)) {
    tokens_.fail_expected("the name of the model");
    return model;
  }
  model.name_span = tokens_.take().span;
  model.name = tokens_.text(model.name_span);
  if (tokens_.at(TokenKind::equals_sign)) {
    tokens_.fail(codes::unsupported_class, begin, "short class definitions are not supported yet");
    return model;
  }
  model.description = declarations_.description();
  sections(model);
  model_end(model);
  model.span = cover(begin, tokens_.last_span());
  return model;
}

void ModelParser::sections(Model& model) {
  bool is_protected = false;
  for (respell_section(); !at_model_end(); respell_section()) {
    section(model, is_protected);
    tokens_.recover();
  }
}

// `Equation` or `END` where a declaration could begin: nothing of that type can be declared.
void ModelParser::respell_section() {
  const std::optional<TokenKind> meant = tokens_.meant_keyword();
  if (!meant) return;
  switch (*meant) {
    case TokenKind::kw_equation:
    case TokenKind::kw_algorithm:
    case TokenKind::kw_public:
    case TokenKind::kw_protected:
    case TokenKind::kw_end:
    case TokenKind::kw_initial:
    case TokenKind::kw_annotation:
      tokens_.respell(*meant);
      return;
    default:
      return;
  }
}

void ModelParser::section(Model& model, bool& is_protected) {
  switch (tokens_.kind()) {
    case TokenKind::kw_public:
    case TokenKind::kw_protected:
      is_protected = tokens_.take().kind == TokenKind::kw_protected;
      return;
    case TokenKind::kw_equation:
      tokens_.take();
      reject_colon();
      append(model.equations, equations_.equations());
      return;
    case TokenKind::kw_algorithm:
      reject_algorithm();
      return;
    case TokenKind::kw_external:
      reject_external();
      return;
    case TokenKind::kw_initial:
      tokens_.take();
      if (tokens_.at(TokenKind::kw_algorithm)) {
        reject_algorithm();
      } else if (tokens_.expect(TokenKind::kw_equation, "after `initial`")) {
        append(model.initial_equations, equations_.equations());
      }
      return;
    case TokenKind::kw_annotation:
      append(model.annotation, declarations_.annotation());
      tokens_.expect_semicolon("the annotation");
      return;
    case TokenKind::kw_end:
      reject_stray_end();
      return;
    default:
      element(model, is_protected);
      return;
  }
}

void ModelParser::element(Model& model, bool is_protected) {
  switch (tokens_.kind()) {
    case TokenKind::semicolon:
      tokens_.take();
      return;
    case TokenKind::kw_extends:
    case TokenKind::kw_import:
      tokens_
          .fail(codes::unsupported_element, tokens_.peek().span,
                fmt::format("`{}` is not supported yet", spelling(tokens_.kind())))
          .suggest(tokens_.at(TokenKind::kw_import)
                       ? "declare what it would bring: `constant Real pi = 3.141592653589793`"
                       : "write the declarations and equations of that model into this one");
      return;
    default:
      break;
  }
  if (at_equation()) {
    reject_equations(model);
    return;
  }
  reject_class_prefixes();
  if (at_model() || is_class_keyword(tokens_.kind())) {
    reject_class();
  } else {
    declarations_.declarations(is_protected, model.declarations);
  }
}

// equation:
void ModelParser::reject_colon() {
  if (!tokens_.at(TokenKind::colon)) return;
  tokens_.complain(codes::unexpected_token, tokens_.peek().span, "no `:` stands behind `equation`")
      .suggest("remove it");
  tokens_.take();
}

bool ModelParser::at_equation() const {
  switch (tokens_.kind()) {
    case TokenKind::kw_when:
    case TokenKind::kw_if:
    case TokenKind::kw_for:
    case TokenKind::kw_der:
    case TokenKind::kw_connect:
      return true;
    case TokenKind::identifier:
      break;
    default:
      return false;
  }
  switch (tokens_.kind(1)) {
    case TokenKind::equals_sign:
    case TokenKind::assign:
    case TokenKind::equal:
    case TokenKind::plus:
    case TokenKind::minus:
    case TokenKind::times:
    case TokenKind::divide:
    case TokenKind::power:
      return true;
    case TokenKind::left_parenthesis:  // x(0) = 1
      return tokens_.kind(2) == TokenKind::number;
    default:
      return false;
  }
}

// Equations where declarations belong: reported once and read.
void ModelParser::reject_equations(Model& model) {
  tokens_.complain(codes::unexpected_token, tokens_.peek().span, "an equation among declarations")
      .suggest("equations begin after the keyword `equation`");
  append(model.equations, equations_.equations());
}

void ModelParser::reject_algorithm() {
  tokens_
      .complain(codes::unsupported_section, tokens_.take().span,
                "`algorithm` sections are not supported yet")
      .suggest("write equations, or a `when` that sets discrete variables");
  for (;;) {
    switch (tokens_.kind()) {
      case TokenKind::kw_equation:
      case TokenKind::kw_algorithm:
      case TokenKind::kw_public:
      case TokenKind::kw_protected:
      case TokenKind::kw_initial:
      case TokenKind::kw_annotation:
      case TokenKind::end_of_file:
        return;
      case TokenKind::kw_end:
        if (tokens_.kind(1) == TokenKind::identifier) return;
        break;
      default:
        break;
    }
    tokens_.take();
  }
}

void ModelParser::reject_external() {
  tokens_.fail(codes::unsupported_section, tokens_.peek().span, "`external` is not supported yet");
}

// `end if`, `end when`, … that closes nothing.
void ModelParser::reject_stray_end() {
  const SourceSpan begin = tokens_.peek().span;
  tokens_.fail(codes::unexpected_token, cover(begin, tokens_.peek(1).span),
               fmt::format("`end {}` closes nothing", spelling(tokens_.kind(1))));
  tokens_.take();
}

bool ModelParser::at_model_end() const {
  if (tokens_.at_end()) return true;
  if (!tokens_.at(TokenKind::kw_end)) return false;
  switch (tokens_.kind(1)) {
    case TokenKind::kw_if:
    case TokenKind::kw_when:
    case TokenKind::kw_for:
    case TokenKind::kw_while:
      return false;
    default:
      return true;
  }
}

void ModelParser::model_end(const Model& model) {
  if (tokens_.at_end()) {
    tokens_.fail(codes::missing_end, tokens_.peek().span, "the text ends inside a model")
        .also(model.name_span, "this model is not closed")
        .suggest(fmt::format("add `end {};`", model.name));
    return;
  }
  tokens_.take();
  if (!tokens_.at(TokenKind::identifier)) {
    tokens_.fail_expected(fmt::format("the name `{}` after `end`", model.name))
        .suggest(fmt::format("write `end {};`", model.name));
    if (is_model_keyword(tokens_.kind())) tokens_.take();
    return;
  }
  const SourceSpan name = tokens_.take().span;
  if (tokens_.text(name) != model.name) {
    tokens_
        .complain(codes::mismatched_end, name,
                  fmt::format("`end {}` closes the model `{}`", tokens_.text(name), model.name))
        .also(model.name_span, "this model")
        .suggest(fmt::format("write `end {};`", model.name));
  }
  tokens_.expect_semicolon(fmt::format("`end {}`", tokens_.text(name)));
}

}  // namespace saltus::syntax
