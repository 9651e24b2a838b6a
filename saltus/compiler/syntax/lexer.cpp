#include "saltus/compiler/syntax/lexer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "saltus/compiler/syntax/string_literal.h"
#include "saltus/foundation/diagnostics/utf8.h"

namespace saltus::syntax {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kBlanks = " \t\r\n\f\v";

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_word(char c) { return is_letter(c) || is_digit(c); }
bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }

// Operators of other languages, and what they are here.
struct Foreign {
  std::string_view text;
  TokenKind meant;
};
constexpr std::array kForeignOperators = {
    Foreign{"!=", TokenKind::not_equal}, Foreign{"~=", TokenKind::not_equal},
    Foreign{"&&", TokenKind::kw_and},    Foreign{"||", TokenKind::kw_or},
    Foreign{"!", TokenKind::kw_not},
};

std::string describe_character(std::string_view character) {
  const auto first = static_cast<unsigned char>(character.front());
  if (first < 0x20 || first == 0x7F) return fmt::format("the control character U+{:04X}", first);
  return fmt::format("the character `{}`", character);
}

void check_utf8(std::string_view text, Reporter& reporter) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = is_ascii(text[at]) ? 1 : code_point_length(text.substr(at, 4));
    if (length == 0) {
      const auto place = static_cast<std::uint32_t>(at);
      reporter
          .error(codes::invalid_utf8, {place, place + 1},
                 fmt::format("the byte 0x{:02X} is not part of valid UTF-8",
                             static_cast<unsigned char>(text[at])))
          .suggest("save the file with the encoding UTF-8");
      return;
    }
    at += length;
  }
}

}  // namespace

Lexer::Lexer(const SourceText& source, Reporter& reporter)
    : text_(source.text()), reporter_(reporter) {
  check_utf8(text_, reporter_);
  if (text_.starts_with(kByteOrderMark)) position_ = kByteOrderMark.size();
}

Token Lexer::next() {
  skip_blanks_and_comments();
  if (at_end() || reporter_.is_stopped()) return {TokenKind::end_of_file, {last_end_, last_end_}};
  const Token token = read_token();
  last_end_ = token.span.end;
  return token;
}

Token Lexer::read_token() {
  const char c = look();
  if (is_letter(c)) return read_word();
  if (is_digit(c) || (c == '.' && is_digit(look(1)))) return read_number();
  if (c == '"') return read_string();
  if (c == '\'') return read_quoted_identifier();
  const std::size_t begin = position_;
  const std::optional<TokenKind> symbol = find_symbol(rest());
  if (!symbol) return read_stray();
  position_ += spelling(*symbol).size();
  return {*symbol, span_from(begin)};
}

void Lexer::skip_blanks_and_comments() {
  for (;;) {
    position_ = std::min(text_.find_first_not_of(kBlanks, position_), text_.size());
    if (rest().starts_with("//")) {
      position_ = std::min(text_.find('\n', position_), text_.size());
    } else if (rest().starts_with("/*")) {
      skip_block_comment();
    } else {
      return;
    }
  }
}

void Lexer::skip_block_comment() {
  const std::size_t begin = position_;
  const std::size_t end = text_.find("*/", begin + 2);
  if (end != std::string_view::npos) {
    position_ = end + 2;
    return;
  }
  position_ = begin + 2;
  reporter_.error(codes::unterminated_comment, span_from(begin), "this comment is never closed")
      .suggest("close it with `*/`");
  reporter_.stop();
  position_ = text_.size();
}

Token Lexer::read_word() {
  const std::size_t begin = position_;
  skip_word();
  const std::string_view word = text_.substr(begin, position_ - begin);
  return {find_keyword(word).value_or(TokenKind::identifier), span_from(begin)};
}

// Goes over characters beyond ASCII too, so that a name that holds one is reported once, as a
// whole.
void Lexer::skip_word() {
  while (is_word(look())) ++position_;
  if (at_end() || is_ascii(look())) return;
  reject_character();
  while (is_word(look()) || !is_ascii(look())) ++position_;
}

// At a character beyond ASCII. One that is not valid UTF-8 has been reported for the whole text.
void Lexer::reject_character() {
  const std::size_t length = code_point_length(rest());
  if (length == 0) return;
  const SourceSpan span{static_cast<std::uint32_t>(position_),
                        static_cast<std::uint32_t>(position_ + length)};
  reporter_
      .error(codes::stray_character, span,
             fmt::format("{} has no meaning outside strings and comments",
                         describe_character(rest().substr(0, length))))
      .suggest("names are made of the letters a to z and A to Z, digits and `_`");
}

// digits [. digits] [e [sign] digits]
Token Lexer::read_number() {
  const std::size_t begin = position_;
  const bool has_whole_part = skip_digits() > 0;
  if (look() == '.') {
    ++position_;
    skip_digits();
  }
  bool has_exponent_digits = true;
  if (look() == 'e' || look() == 'E') {
    position_ += look(1) == '+' || look(1) == '-' ? 2 : 1;
    has_exponent_digits = skip_digits() > 0;
  }
  const std::size_t end = position_;
  while (is_word(look())) ++position_;
  if (!has_exponent_digits) {
    reject_number(begin, "an exponent needs digits, as in `1e-3`");
  } else if (position_ > end) {
    reject_number(begin,
                  fmt::format("for a product write `{}*{}`", text_.substr(begin, end - begin),
                              text_.substr(end, position_ - end)));
  } else if (!has_whole_part) {
    reject_number(begin, fmt::format("write `0{}`", text_.substr(begin, end - begin)));
  }
  return {TokenKind::number, span_from(begin)};
}

void Lexer::reject_number(std::size_t begin, std::string advice) {
  reporter_
      .error(codes::malformed_number, span_from(begin),
             fmt::format("`{}` is not a number", text_.substr(begin, position_ - begin)))
      .suggest(std::move(advice));
}

Token Lexer::read_string() {
  const std::size_t begin = position_++;
  while (!at_end() && look() != '"') {
    if (look() == '\\') check_escape();
    ++position_;
  }
  if (at_end()) {
    position_ = text_.size();
    reporter_.error(codes::unterminated_string, rest_of_line(begin), "this string is never closed")
        .suggest("close it with `\"`; a quote inside a string is written `\\\"`");
    reporter_.stop();
    return {TokenKind::invalid, span_from(begin)};
  }
  ++position_;
  return {TokenKind::string, span_from(begin)};
}

// At a backslash; leaves the position at the last character of the escape.
void Lexer::check_escape() {
  const std::size_t begin = position_++;
  if (at_end() || find_escape(look())) return;
  const std::size_t length = std::max<std::size_t>(code_point_length(rest()), 1);
  position_ += length - 1;
  const SourceSpan span{static_cast<std::uint32_t>(begin),
                        static_cast<std::uint32_t>(position_ + 1)};
  reporter_.error(codes::unknown_escape, span, "this is not an escape of a string")
      .suggest(
          "a backslash is written `\\\\`; the escapes are `\\'` `\\\"` `\\?` `\\\\` `\\a` `\\b` "
          "`\\f` `\\n` `\\r` `\\t` `\\v`");
}

Token Lexer::read_quoted_identifier() {
  const std::size_t begin = position_++;
  while (look() >= ' ' && look() <= '~' && look() != '\'') {
    position_ += look() == '\\' && look(1) != '\0' && look(1) != '\n' ? 2 : 1;
  }
  position_ = std::min(position_, text_.size());
  if (look() == '\'') {
    ++position_;
    return {TokenKind::identifier, span_from(begin)};
  }
  reporter_
      .error(codes::unterminated_identifier, rest_of_line(begin),
             "this quoted name is never closed")
      .suggest("a quoted name ends with `'` on the same line and holds ASCII characters only");
  position_ = std::min(text_.find('\n', begin), text_.size());
  return {TokenKind::invalid, span_from(begin)};
}

Token Lexer::read_stray() {
  const std::size_t begin = position_;
  for (const Foreign& foreign : kForeignOperators) {
    if (!rest().starts_with(foreign.text)) continue;
    position_ += foreign.text.size();
    reporter_
        .error(codes::stray_character, span_from(begin),
               fmt::format("`{}` is not an operator", foreign.text))
        .suggest(fmt::format("write `{}`", spelling(foreign.meant)));
    return {foreign.meant, span_from(begin)};
  }
  if (!is_ascii(look())) {
    skip_word();
    return {TokenKind::identifier, span_from(begin)};
  }
  ++position_;
  reporter_.error(
      codes::stray_character, span_from(begin),
      fmt::format("{} has no meaning here", describe_character(text_.substr(begin, 1))));
  while (!at_end() && look() == text_[begin]) ++position_;
  return {TokenKind::invalid, span_from(begin)};
}

char Lexer::look(std::size_t ahead) const {
  return position_ + ahead < text_.size() ? text_[position_ + ahead] : '\0';
}

std::size_t Lexer::skip_digits() {
  const std::size_t begin = position_;
  while (is_digit(look())) ++position_;
  return position_ - begin;
}

SourceSpan Lexer::span_from(std::size_t begin) const {
  return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(position_)};
}

SourceSpan Lexer::rest_of_line(std::size_t begin) const {
  const std::size_t end = std::min(text_.find('\n', begin), text_.size());
  return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

}  // namespace saltus::syntax
