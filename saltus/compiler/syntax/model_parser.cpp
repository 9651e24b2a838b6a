#include "saltus/compiler/syntax/model_parser.h"

#include <fmt/format.h>

#include <iterator>
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
  if (at_model()) {
    tree_.models.push_back(model());
  } else if (is_class_keyword(tokens_.kind())) {
    reject_class();
  } else {
    tokens_.fail_expected("a model").suggest("a model has the form `model M … end M;`");
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
  tokens_.complain(codes::unsupported_class, keyword.span,
                   is_model ? "a model inside a model is not supported yet"
                            : fmt::format("`{}` is not supported yet", spelling(keyword.kind)));
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
  while (!at_model_end()) {
    section(model, is_protected);
    tokens_.recover();
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
      tokens_.fail(codes::unsupported_element, tokens_.peek().span,
                   fmt::format("`{}` is not supported yet", spelling(tokens_.kind())));
      return;
    case TokenKind::kw_when:
    case TokenKind::kw_if:
    case TokenKind::kw_for:
    case TokenKind::kw_der:
      tokens_.fail_expected("a declaration")
          .suggest("equations begin after the keyword `equation`");
      return;
    default:
      break;
  }
  reject_class_prefixes();
  if (at_model() || is_class_keyword(tokens_.kind())) {
    reject_class();
  } else {
    declarations_.declarations(is_protected, model.declarations);
  }
}

void ModelParser::reject_algorithm() {
  tokens_.complain(codes::unsupported_section, tokens_.take().span,
                   "`algorithm` sections are not supported yet");
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
    tokens_.fail_expected(fmt::format("the name `{}` after `end`", model.name));
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
