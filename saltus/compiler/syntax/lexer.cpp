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
constexpr std::array<std::string_view, 8> kTypographicQuotes{
    "\u201c", "\u201d", "\u201e", "\u2018", "\u2019", "\u201a", "\u00ab", "\u00bb"};
// Second characters of foreign symbols whose first is a symbol: `**`, `=>`, `+=`.
constexpr std::string_view kSecondCharacters = "*=<>";

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_word(char c) { return is_letter(c) || is_digit(c); }
bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }

std::string describe_character(std::string_view character) {
  const auto first = static_cast<unsigned char>(character.front());
  if (first < 0x20 || first == 0x7F) return fmt::format("the control character U+{:04X}", first);
  return fmt::format("the character `{}`", character);
}

// The bytes of a quote of a word processor, opening or closing; 0 if there is none.
std::size_t quote_length(std::string_view text) {
  for (const std::string_view quote : kTypographicQuotes) {
    if (text.starts_with(quote)) return quote.size();
  }
  return 0;
}

// Of a text in ASCII characters, every second byte is zero in UTF-16.
bool is_utf16_without_mark(std::string_view text) {
  const std::size_t begin = !text.empty() && text[0] == '\0' ? 0 : 1;
  for (std::size_t at = begin; at < std::min<std::size_t>(text.size(), 16); at += 2) {
    if (text[at] != '\0') return false;
  }
  return text.size() >= 16;
}

}  // namespace

Lexer::Lexer(const SourceText& source, Reporter& reporter)
    : text_(source.text()), reporter_(reporter) {
  check_text();
  if (text_.starts_with(kByteOrderMark)) position_ = kByteOrderMark.size();
}

// A file of another kind is said to be that, and not read.
void Lexer::check_text() {
  const bool has_utf16_mark = text_.starts_with("\xFF\xFE") || text_.starts_with("\xFE\xFF");
  const std::size_t zero = text_.find('\0');
  if (!has_utf16_mark && zero == std::string_view::npos) {
    check_utf8();
    return;
  }
  const bool is_utf16 = has_utf16_mark || is_utf16_without_mark(text_);
  const auto place = static_cast<std::uint32_t>(has_utf16_mark ? 0 : zero);
  Diagnostic& error = reporter_.error(codes::invalid_utf8, {place, place + 1},
                                      is_utf16 ? "this text has the encoding UTF-16, not UTF-8"
                                               : "this is not a text: it holds a byte 0x00");
  error.suggest(is_utf16 ? "save the file with the encoding UTF-8"
                         : "give the file of a model, whose name ends with `.mo`");
  reporter_.stop();
}

void Lexer::check_utf8() {
  for (std::size_t at = 0; at < text_.size();) {
    const std::size_t length = is_ascii(text_[at]) ? 1 : code_point_length(text_.substr(at, 4));
    if (length == 0) {
      const auto place = static_cast<std::uint32_t>(at);
      reporter_
          .error(codes::invalid_utf8, {place, place + 1},
                 fmt::format("the byte 0x{:02X} is not part of valid UTF-8",
                             static_cast<unsigned char>(text_[at])))
          .suggest("save the file with the encoding UTF-8");
      return;
    }
    at += length;
  }
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
  // What begins with a symbol of Modelica may still be a longer one of another language.
  const bool may_be_foreign = !symbol || kSecondCharacters.find(look(1)) != std::string_view::npos;
  const ForeignSymbol* foreign = may_be_foreign ? find_foreign_symbol(rest()) : nullptr;
  if (foreign != nullptr) return read_foreign(*foreign);
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
    } else if (!skip_foreign_comment() && !skip_foreign_blank()) {
      return;
    }
  }
}

void Lexer::skip_block_comment() {
  const std::size_t begin = position_;
  const std::size_t end = text_.find("*/", begin + 2);
  if (end == std::string_view::npos) {
    position_ = begin + 2;
    reporter_.error(codes::unterminated_comment, span_from(begin), "this comment is never closed")
        .suggest("close it with `*/`");
    reporter_.stop();
    position_ = text_.size();
    return;
  }
  position_ = end + 2;
  const std::size_t inner = text_.substr(0, end).find("/*", begin + 2);
  if (inner == std::string_view::npos || !goes_on_behind_comment()) return;
  const auto place = static_cast<std::uint32_t>(inner);
  reporter_.error(codes::unterminated_comment, {place, place + 2}, "comments do not nest")
      .also({static_cast<std::uint32_t>(end), static_cast<std::uint32_t>(end + 2)},
            "the whole comment ends here")
      .suggest("remove the `/*` and the `*/` inside, or write `//` at the beginning of each line");
  position_ = text_.find("*/", position_) + 2;
}

// Another `*/` that closes nothing follows.
bool Lexer::goes_on_behind_comment() const {
  for (std::size_t at = position_; at < text_.size(); ++at) {
    const std::string_view ahead = text_.substr(at, 2);
    if (ahead == "*/") return true;
    if (ahead == "/*" || ahead == "//" || text_[at] == '"') return false;
  }
  return false;
}

// `# …`, and at the beginning of a line or a statement also `% …` and `-- …`.
bool Lexer::skip_foreign_comment() {
  const std::string_view sign = rest().starts_with("--") ? "--" : rest().substr(0, 1);
  const bool is_comment = sign == "#" || ((sign == "%" || sign == "--") && begins_statement());
  if (!is_comment) return false;
  const std::size_t begin = position_;
  position_ += sign.size();
  if (is_first_report(sign)) {
    reporter_
        .error(codes::stray_character, span_from(begin),
               fmt::format("`{}` does not begin a comment", sign))
        .suggest("a comment begins with `//`, or stands between `/*` and `*/`");
  }
  position_ = std::min(text_.find('\n', position_), text_.size());
  return true;
}

bool Lexer::skip_foreign_blank() {
  if (at_end() || is_ascii(look())) return false;
  const ForeignSymbol* blank = find_foreign_blank(rest());
  if (blank == nullptr) return false;
  const std::size_t begin = position_;
  position_ += blank->text.size();
  if (is_first_report(blank->text)) {
    std::size_t count = 0;
    for (std::size_t at = begin; at != std::string_view::npos;
         at = text_.find(blank->text, at + 1)) {
      ++count;
    }
    Diagnostic& error =
        reporter_.error(codes::stray_character, span_from(begin),
                        fmt::format("the character {} is not a blank of Modelica", blank->name));
    if (count > 1) error.note(fmt::format("there are {} of them from here on", count));
    error.suggest("replace it by an ordinary blank");
  }
  return true;
}

// Nothing but blanks, or a `;`, stands before the position on its line.
bool Lexer::begins_statement() const {
  const std::size_t before =
      position_ == 0 ? std::string_view::npos : text_.find_last_not_of(" \t", position_ - 1);
  return before == std::string_view::npos || text_[before] == '\n' || text_[before] == ';';
}

// Whether this spelling was not reported before.
bool Lexer::is_first_report(std::string_view spelling) { return reported_.insert(spelling).second; }

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
  if (at_end() || is_ascii(look()) || at_foreign_character()) return;
  reject_character();
  while (!at_end() && (is_word(look()) || (!is_ascii(look()) && !at_foreign_character()))) {
    ++position_;
  }
}

// At a symbol, a blank or a quote of another language.
bool Lexer::at_foreign_character() const {
  return find_foreign_symbol(rest()) != nullptr || find_foreign_blank(rest()) != nullptr ||
         quote_length(rest()) > 0;
}

// At a character beyond ASCII. One that is not valid UTF-8 has been reported for the whole text.
void Lexer::reject_character() {
  const std::size_t length = code_point_length(rest());
  if (length == 0) return;
  const std::string_view character = rest().substr(0, length);
  if (!is_first_report(character)) return;
  const SourceSpan span{static_cast<std::uint32_t>(position_),
                        static_cast<std::uint32_t>(position_ + length)};
  Diagnostic& error = reporter_.error(
      codes::stray_character, span,
      fmt::format("{} has no meaning outside strings and comments", describe_character(character)));
  error.suggest("names are made of the letters a to z and A to Z, digits and `_`");
  const std::string_view letter = name_of_greek_letter(character);
  if (!letter.empty()) error.suggest(fmt::format("write `{}`", letter));
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
  if (has_exponent_digits && position_ == end && has_whole_part) {
    return {TokenKind::number, span_from(begin)};
  }
  if (!has_exponent_digits) {
    reject_number(begin, "an exponent needs digits, as in `1e-3`");
  } else if (position_ > end) {
    reject_number(begin, number_advice(begin, end));
  } else {
    reject_number(begin, fmt::format("write `0{}`", text_.substr(begin, end - begin)));
  }
  // A number with letters behind it may have been meant as a name.
  const bool has_letters = has_exponent_digits && position_ > end;
  return {has_letters ? TokenKind::invalid : TokenKind::number, span_from(begin)};
}

// A number that is followed by letters, digits and `_`: what was probably meant.
std::string Lexer::number_advice(std::size_t begin, std::size_t end) const {
  const std::string_view number = text_.substr(begin, end - begin);
  const std::string_view behind = text_.substr(end, position_ - end);
  const bool is_grouped =
      behind[0] == '_' && behind.find_first_not_of("_0123456789") == std::string_view::npos;
  if (is_grouped) {
    std::string digits = fmt::format("{}{}", number, behind);
    std::erase(digits, '_');
    return fmt::format("write `{}`", digits);
  }
  if (number == "0" && (behind[0] == 'x' || behind[0] == 'X')) {
    return "numbers are written with decimal digits";
  }
  const bool is_suffix = behind.size() == 1 && number.find('.') != std::string_view::npos &&
                         std::string_view("fFlLdD").find(behind[0]) != std::string_view::npos;
  if (is_suffix && look() != '-' && look() != '+') {
    return fmt::format("write `{}`; for a product `{}*{}`", number, number, behind);
  }
  const bool is_exponent = (behind[0] == 'd' || behind[0] == 'D') &&
                           behind.find_first_not_of("0123456789", 1) == std::string_view::npos;
  if (is_exponent && (behind.size() > 1 || look() == '-' || look() == '+')) {
    return "an exponent begins with `e`, as in `1e-3`";
  }
  return fmt::format("for a product write `{}*{}`; a name cannot begin with a digit", number,
                     behind);
}

void Lexer::reject_number(std::size_t begin, std::string advice) {
  if (!is_first_report(text_.substr(begin, position_ - begin))) return;
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
  const bool is_closed = look() == '\'';
  const bool is_behind_name = begin > 0 && begin == last_end_ && is_word(text_[begin - 1]);
  const bool holds_equation =
      text_.substr(begin, position_ - begin).find('=') != std::string_view::npos;
  if (is_behind_name && (!is_closed || holds_equation)) return read_prime(begin);
  if (is_closed) {
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

// x' in place of der(x)
Token Lexer::read_prime(std::size_t begin) {
  position_ = begin + 1;
  reporter_
      .error(codes::stray_character, span_from(begin), "`'` does not make a derivative of a name")
      .suggest("the derivative of `x` is `der(x)`");
  return next();
}

// A string in curly quotes, on one line.
Token Lexer::read_curly_string() {
  const std::size_t begin = position_;
  const std::size_t line_end = std::min(text_.find('\n', begin), text_.size());
  const std::string_view line = text_.substr(0, line_end);
  position_ += quote_length(rest());
  const std::size_t opening_end = position_;
  while (position_ < line_end && quote_length(line.substr(position_)) == 0) ++position_;
  const bool is_closed = position_ < line_end;
  const std::string_view contents = text_.substr(opening_end, position_ - opening_end);
  if (is_closed) position_ += quote_length(line.substr(position_));
  if (!is_closed) position_ = opening_end;
  Diagnostic& error = reporter_.error(codes::stray_character, span_from(begin),
                                      "typographic quotes do not make a string");
  error.suggest(is_closed ? fmt::format("write `\"{}\"`", contents) : "write `\"`");
  return {is_closed ? TokenKind::string : TokenKind::invalid, span_from(begin)};
}

Token Lexer::read_foreign(const ForeignSymbol& foreign) {
  const std::size_t begin = position_;
  position_ += foreign.text.size();
  Diagnostic& error = reporter_.error(
      codes::stray_character, span_from(begin),
      foreign.name.empty()
          ? fmt::format("`{}` is not an operator of Modelica", foreign.text)
          : fmt::format("`{}` ({}) is not an operator of Modelica", foreign.text, foreign.name));
  error.suggest(foreign.advice.empty() ? fmt::format("write `{}`", spelling(foreign.meant))
                                       : std::string(foreign.advice));
  return {foreign.meant, span_from(begin)};
}

Token Lexer::read_stray() {
  const std::size_t begin = position_;
  if (quote_length(rest()) > 0) return read_curly_string();
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
