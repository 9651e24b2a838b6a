#include "saltus/compiler/syntax/token_stream.h"

#include <fmt/format.h>

#include <cctype>
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

// What may stand behind an operand.
bool ends_operand(TokenKind kind) {
  switch (kind) {
    case TokenKind::plus:
    case TokenKind::minus:
    case TokenKind::times:
    case TokenKind::divide:
    case TokenKind::power:
    case TokenKind::equals_sign:
    case TokenKind::semicolon:
    case TokenKind::right_parenthesis:
      return true;
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
      .also(opening, "opened here")
      .suggest(fmt::format("add `{}`", spelling(closing)));
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
    Diagnostic& error =
        complain(codes::missing_semicolon, behind, fmt::format("no `;` after {}", what));
    error.suggest("add `;` here");
    explain_comment_as_division(error);
  } else if (at_decimal_comma()) {
    fail_at_decimal_comma();
  } else {
    explain_missing_semicolon(what, fail_expected(fmt::format("`;` after {}", what)));
  }
}

// Something else than `;` stands on the same line.
void TokenStream::explain_missing_semicolon(std::string_view what, Diagnostic& error) const {
  const std::string_view last = text(last_);
  const bool behind_operand =
      !last.empty() && (last.back() == ')' || last.back() == '_' ||
                        std::isalnum(static_cast<unsigned char>(last.back())));
  if (at(TokenKind::right_parenthesis)) {
    error.suggest("remove this `)`, or add the `(` that belongs to it");
  } else if (at(TokenKind::comma) || at(TokenKind::colon)) {
    error.suggest("write `;`");
  } else if (at(TokenKind::left_bracket)) {
    error.suggest("a unit is an attribute: `Real g(unit = \"m/s2\") = 9.81`");
  } else if (behind_operand && begins_operand()) {
    error.suggest("an operator is missing: a product is written with `*`, a call with parentheses");
    if (what == "the declaration") {
      error.suggest("a unit is an attribute: `Real g(unit = \"m/s2\") = 9.81`");
    }
  }
}

// `a // b;` is `a` with a comment.
void TokenStream::explain_comment_as_division(Diagnostic& error) const {
  const std::string_view between = source_.text({last_.end, peek().span.begin});
  const std::size_t comment = between.find("//");
  if (comment == std::string_view::npos || between.find('\n') < comment) return;
  std::string_view line = between.substr(comment, between.find('\n') - comment);
  while (!line.empty() && (line.back() == ' ' || line.back() == '\r')) line.remove_suffix(1);
  if (!line.ends_with(';')) return;
  error.note("`//` begins a comment").suggest("a quotient rounded towards zero is `div(a, b)`");
}

std::optional<TokenKind> TokenStream::meant_keyword() const {
  if (!at(TokenKind::identifier)) return std::nullopt;
  return find_meant_keyword(text(peek().span));
}

bool TokenStream::respell(TokenKind meant) { return respell_at(0, meant); }

void TokenStream::respell_next(TokenKind meant) { respell_at(1, meant); }

bool TokenStream::respell_at(std::size_t ahead, TokenKind meant) {
  Token& token = window_[ahead];
  if (token.kind != TokenKind::identifier || find_meant_keyword(text(token.span)) != meant) {
    return false;
  }
  // Each wrong word once, however often it stands in the text, and all capital letters together.
  const std::string_view written = text(token.span);
  const bool is_capital = written.size() == spelling(meant).size();
  if (respelled_.insert(is_capital ? "A" : written).second) {
    complain(codes::unexpected_token, token.span, fmt::format("`{}` is not a keyword", written))
        .suggest(fmt::format("write `{}`{}", spelling(meant),
                             is_capital ? ": all keywords are written in lower case" : ""));
  }
  token.kind = meant;
  return true;
}

bool TokenStream::begins_operand(std::size_t ahead) const {
  switch (kind(ahead)) {
    case TokenKind::identifier:
    case TokenKind::number:
    case TokenKind::string:
    case TokenKind::left_parenthesis:
    case TokenKind::kw_der:
    case TokenKind::kw_true:
    case TokenKind::kw_false:
    case TokenKind::kw_not:
    case TokenKind::kw_if:
    case TokenKind::kw_initial:
      return true;
    default:
      return false;
  }
}

bool TokenStream::at_decimal_comma() const {
  const SourceSpan comma = peek().span;
  const SourceSpan decimals = peek(1).span;
  return at(TokenKind::comma) && kind(1) == TokenKind::number && last_.end == comma.begin &&
         comma.end == decimals.begin &&
         text(last_).find_first_not_of("0123456789") == std::string_view::npos;
}

void TokenStream::fail_at_decimal_comma() {
  const SourceSpan whole = cover(last_, peek(1).span);
  fail(codes::malformed_number, whole, fmt::format("`{}` is not a number", text(whole)))
      .suggest(fmt::format("write `{}.{}`", text(last_), text(peek(1).span)));
}

Diagnostic& TokenStream::complain_of_arrays(Code code, std::string message) {
  if (std::exchange(reported_arrays_, true)) return reporter_.unheard();
  return complain(code, peek().span, std::move(message))
      .suggest("write one scalar per element: `x1`, `x2`, `x3`");
}

void TokenStream::give_up() {
  reporter_.stop();
  window_.fill({TokenKind::end_of_file, {last_.end, last_.end}});
}

Diagnostic& TokenStream::fail_expected(std::string_view what) {
  const bool wants_name = what.find("name") != std::string_view::npos;
  const bool wants_operand = what == "an expression" && !on_new_line() && ends_operand(kind(1));
  Diagnostic& error = fail(codes::unexpected_token, peek().span,
                           fmt::format("expected {}, found {}", what, describe(peek())));
  if (!is_keyword(kind()) || !(wants_name || wants_operand)) return error;
  keywords_as_names_.insert(kind());
  error.note(fmt::format("`{}` is a keyword of Modelica and cannot be a name", spelling(kind())));
  return error;
}

Diagnostic& TokenStream::fail(Code code, SourceSpan span, std::string message) {
  // A keyword that was reported as a name is met again wherever the name is used.
  const bool already_reported = at(TokenKind::invalid) || keywords_as_names_.contains(kind());
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
