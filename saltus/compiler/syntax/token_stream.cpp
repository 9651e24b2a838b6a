#include "saltus/compiler/syntax/token_stream.h"

#include <fmt/format.h>

#include <utility>

namespace saltus::syntax {
namespace {

constexpr std::size_t kLongestQuote = 40;

// Where reading can go on after an error: the beginning or the end of a section, a branch or a
// model.
bool is_landmark(TokenKind kind, TokenKind next) {
  switch (kind) {
    case TokenKind::kw_equation:
    case TokenKind::kw_algorithm:
    case TokenKind::kw_public:
    case TokenKind::kw_protected:
    case TokenKind::kw_elseif:
    case TokenKind::kw_elsewhen:
    case TokenKind::kw_when:
    case TokenKind::kw_model:
    case TokenKind::end_of_file:
      return true;
    case TokenKind::kw_end:
      return next == TokenKind::identifier || next == TokenKind::kw_if ||
             next == TokenKind::kw_when;
    default:
      return false;
  }
}

bool is_opening(TokenKind kind) {
  return kind == TokenKind::left_parenthesis || kind == TokenKind::left_bracket ||
         kind == TokenKind::left_brace;
}

bool is_closing(TokenKind kind) {
  return kind == TokenKind::right_parenthesis || kind == TokenKind::right_bracket ||
         kind == TokenKind::right_brace;
}

}  // namespace

TokenStream::TokenStream(const SourceText& source, Reporter& reporter, std::size_t maximum_nesting)
    : source_(source),
      reporter_(reporter),
      lexer_(source, reporter),
      window_{lexer_.next(), lexer_.next(), lexer_.next()},
      maximum_nesting_(maximum_nesting) {}

bool TokenStream::on_new_line(std::size_t ahead) const {
  const SourceSpan before = ahead == 0 ? last_ : peek(ahead - 1).span;
  return source_.text({before.end, peek(ahead).span.begin}).find('\n') != std::string_view::npos;
}

Token TokenStream::take() {
  const Token token = window_[0];
  last_ = token.span;
  window_ = {window_[1], window_[2], lexer_.next()};
  return token;
}

bool TokenStream::take_if(TokenKind expected) {
  if (!at(expected)) return false;
  take();
  return true;
}

bool TokenStream::expect(TokenKind expected, std::string_view context) {
  if (take_if(expected)) return true;
  fail_expected(fmt::format("`{}`{}{}", spelling(expected), context.empty() ? "" : " ", context));
  return false;
}

bool TokenStream::expect_closing(TokenKind closing, SourceSpan opening) {
  if (take_if(closing)) return true;
  fail(codes::unclosed_delimiter, peek().span,
       fmt::format("expected `{}`, found {}", spelling(closing), describe(peek())))
      .also(opening, "opened here");
  return false;
}

void TokenStream::expect_semicolon(std::string_view what) {
  if (take_if(TokenKind::semicolon)) {
    panicking_ = false;
    return;
  }
  const bool forgotten = on_new_line() || at_end() || at(TokenKind::kw_end);
  const SourceSpan behind{last_.end, last_.end};
  if (forgotten) {
    complain(codes::missing_semicolon, behind, fmt::format("no `;` after {}", what))
        .suggest("add `;` here");
  } else {
    fail_expected(fmt::format("`;` after {}", what));
  }
}

Diagnostic& TokenStream::fail_expected(std::string_view what) {
  Diagnostic& error = fail(codes::unexpected_token, peek().span,
                           fmt::format("expected {}, found {}", what, describe(peek())));
  if (is_keyword(kind()) && what.find("name") != std::string_view::npos) {
    error.note(fmt::format("`{}` is a keyword of Modelica and cannot be a name", spelling(kind())));
  }
  return error;
}

Diagnostic& TokenStream::fail(Code code, SourceSpan span, std::string message) {
  const bool already_reported = at(TokenKind::invalid);
  Diagnostic& error =
      already_reported ? reporter_.unheard() : complain(code, span, std::move(message));
  panicking_ = true;
  failed_at_ = peek().span.begin;
  return error;
}

Diagnostic& TokenStream::complain(Code code, SourceSpan span, std::string message) {
  const bool is_consequence = panicking_ || failed_at_ == peek().span.begin;
  if (is_consequence) return reporter_.unheard();
  return reporter_.error(code, span, std::move(message));
}

void TokenStream::recover() {
  if (!panicking_) return;
  panicking_ = false;
  // Whoever fails twice at the same landmark cannot make use of it.
  if (recovered_at_ == peek().span.begin) take();
  while (!is_landmark(kind(), kind(1))) {
    if (take().kind == TokenKind::semicolon) break;
  }
  recovered_at_ = peek().span.begin;
}

void TokenStream::skip_balanced() {
  std::size_t open = 0;
  const bool has_rows = at(TokenKind::left_bracket);  // [a, b; c, d]
  do {
    if (is_landmark(kind(), kind(1)) || (at(TokenKind::semicolon) && !has_rows)) return;
    if (is_opening(kind())) ++open;
    if (is_closing(kind())) --open;
    take();
  } while (open > 0);
}

std::string TokenStream::describe(const Token& token) const {
  switch (token.kind) {
    case TokenKind::end_of_file:
      return "the end of the text";
    case TokenKind::string:
      return "a string";
    default:
      break;
  }
  const std::string_view written = text(token.span);
  if (written.size() <= kLongestQuote) return fmt::format("`{}`", written);
  return fmt::format("`{}…`", written.substr(0, kLongestQuote));
}

Nesting::Nesting(TokenStream& stream)
    : stream_(stream), refused_(++stream.nesting_ > stream.maximum_nesting_) {
  if (!refused_) return;
  stream_
      .fail(codes::nested_too_deep, stream_.peek().span,
            fmt::format("nested more than {} levels deep", stream_.maximum_nesting_))
      .suggest("name parts of it with variables or parameters of their own");
}

}  // namespace saltus::syntax
