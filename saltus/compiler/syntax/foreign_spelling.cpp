#include "saltus/compiler/syntax/foreign_spelling.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string>

namespace saltus::syntax {
namespace {

// No keyword, and no word that stands for one, is longer.
constexpr std::size_t kLongestKeyword = 13;

constexpr std::string_view kNoAssignment =
    "an equation does not assign; inside `when` write `n = pre(n) + 1`";

// A symbol comes before its own prefixes: the first that fits is taken.
constexpr ForeignSymbol kSymbols[] = {
    // programming languages
    {"**", TokenKind::power, "", ""},
    {"===", TokenKind::equal, "", ""},
    {"=>", TokenKind::greater_equal, "", ""},
    {"=<", TokenKind::less_equal, "", ""},
    {"!==", TokenKind::not_equal, "", ""},
    {"!=", TokenKind::not_equal, "", ""},
    {"~=", TokenKind::not_equal, "", ""},
    {"&&", TokenKind::kw_and, "", ""},
    {"&", TokenKind::kw_and, "", ""},
    {"||", TokenKind::kw_or, "", ""},
    {"|", TokenKind::kw_or, "", ""},
    {"!", TokenKind::kw_not, "", ""},
    {"~", TokenKind::kw_not, "", ""},
    {"+=", TokenKind::invalid, "", kNoAssignment},
    {"-=", TokenKind::invalid, "", kNoAssignment},
    {"*=", TokenKind::invalid, "", kNoAssignment},
    {"/=", TokenKind::invalid, "", kNoAssignment},
    {"?", TokenKind::invalid, "", "write `if condition then a else b`"},
    {"%", TokenKind::invalid, "",
     "the remainder of a division is `mod(a, b)`; a comment begins with `//`"},
    // mathematical typesetting
    {"\u2212", TokenKind::minus, "MINUS SIGN, U+2212", ""},
    {"\u2013", TokenKind::minus, "EN DASH, U+2013", ""},
    {"\u2014", TokenKind::minus, "EM DASH, U+2014", ""},
    {"\u2010", TokenKind::minus, "HYPHEN, U+2010", ""},
    {"\u00d7", TokenKind::times, "", ""},
    {"\u00b7", TokenKind::times, "", ""},
    {"\u22c5", TokenKind::times, "", ""},
    {"\u2217", TokenKind::times, "ASTERISK OPERATOR, U+2217", ""},
    {"\u00f7", TokenKind::divide, "", ""},
    {"\u2215", TokenKind::divide, "DIVISION SLASH, U+2215", ""},
    {"\u2264", TokenKind::less_equal, "", ""},
    {"\u2265", TokenKind::greater_equal, "", ""},
    {"\u2260", TokenKind::not_equal, "", ""},
    {"\u2227", TokenKind::kw_and, "", ""},
    {"\u2228", TokenKind::kw_or, "", ""},
    {"\u00ac", TokenKind::kw_not, "", ""},
    {"\u2190", TokenKind::invalid, "", "write `<-`"},
    {"\u00b2", TokenKind::invalid, "", "write `^2`"},
    {"\u00b3", TokenKind::invalid, "", "write `^3`"},
    {"\u221a", TokenKind::invalid, "", "write `sqrt(\u2026)`"},
    {"\u221e", TokenKind::invalid, "", "write a large number, as `1e60`"},
    {"\u2202", TokenKind::invalid, "", "the derivative with respect to time is `der(x)`"},
    {"\u2032", TokenKind::invalid, "", "the derivative with respect to time is `der(x)`"},
    // full width, as typed on East Asian keyboards
    {"\uff08", TokenKind::left_parenthesis, "", ""},
    {"\uff09", TokenKind::right_parenthesis, "", ""},
    {"\uff0c", TokenKind::comma, "", ""},
    {"\uff1b", TokenKind::semicolon, "", ""},
    {"\uff1d", TokenKind::equals_sign, "", ""},
    {"\uff0b", TokenKind::plus, "", ""},
    {"\uff0d", TokenKind::minus, "", ""},
    {"\uff0a", TokenKind::times, "", ""},
};

constexpr ForeignSymbol kBlanks[] = {
    {"\u00a0", TokenKind::invalid, "NO-BREAK SPACE (U+00A0)", ""},
    {"\u2002", TokenKind::invalid, "EN SPACE (U+2002)", ""},
    {"\u2003", TokenKind::invalid, "EM SPACE (U+2003)", ""},
    {"\u2009", TokenKind::invalid, "THIN SPACE (U+2009)", ""},
    {"\u200a", TokenKind::invalid, "HAIR SPACE (U+200A)", ""},
    {"\u200b", TokenKind::invalid, "ZERO WIDTH SPACE (U+200B)", ""},
    {"\u202f", TokenKind::invalid, "NARROW NO-BREAK SPACE (U+202F)", ""},
    {"\u2028", TokenKind::invalid, "LINE SEPARATOR (U+2028)", ""},
    {"\u3000", TokenKind::invalid, "IDEOGRAPHIC SPACE (U+3000)", ""},
    {"\ufeff", TokenKind::invalid, "BYTE ORDER MARK (U+FEFF)", ""},
};

struct ForeignWord {
  std::string_view word;  // in lower case
  TokenKind meant;
};

constexpr ForeignWord kKeywords[] = {
    {"elif", TokenKind::kw_elseif},          {"elsif", TokenKind::kw_elseif},
    {"else_if", TokenKind::kw_elseif},       {"elwhen", TokenKind::kw_elsewhen},
    {"otherwise", TokenKind::kw_else},       {"equations", TokenKind::kw_equation},
    {"parameters", TokenKind::kw_parameter}, {"param", TokenKind::kw_parameter},
    {"const", TokenKind::kw_constant},       {"algorithms", TokenKind::kw_algorithm},
    {"private", TokenKind::kw_protected},
};

constexpr ForeignWord kJoinedEnds[] = {
    {"endif", TokenKind::kw_if},     {"end_if", TokenKind::kw_if},     {"fi", TokenKind::kw_if},
    {"endwhen", TokenKind::kw_when}, {"end_when", TokenKind::kw_when},
};

constexpr std::array<std::string_view, 25> kGreekLetters{
    "alpha", "beta",   "gamma",   "delta", "epsilon", "zeta",    "eta",  "theta", "iota",
    "kappa", "lambda", "mu",      "nu",    "xi",      "omicron", "pi",   "rho",   "sigma",
    "sigma", "tau",    "upsilon", "phi",   "chi",     "psi",     "omega"};

const ForeignSymbol* find_in(std::span<const ForeignSymbol> table, std::string_view text) {
  for (const ForeignSymbol& symbol : table) {
    if (text.starts_with(symbol.text)) return &symbol;
  }
  return nullptr;
}

std::optional<TokenKind> find_in(std::span<const ForeignWord> table, std::string_view word) {
  for (const ForeignWord& entry : table) {
    if (entry.word == word) return entry.meant;
  }
  return std::nullopt;
}

std::string lower_case(std::string_view word) {
  std::string lower(word);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

}  // namespace

const ForeignSymbol* find_foreign_symbol(std::string_view text) { return find_in(kSymbols, text); }

const ForeignSymbol* find_foreign_blank(std::string_view text) { return find_in(kBlanks, text); }

std::optional<TokenKind> find_meant_keyword(std::string_view word) {
  if (word.size() > kLongestKeyword) return std::nullopt;
  const std::string lower = lower_case(word);
  const std::optional<TokenKind> keyword = find_keyword(lower);
  return keyword ? keyword : find_in(kKeywords, lower);
}

std::optional<TokenKind> find_joined_end(std::string_view word) {
  if (word.size() > kLongestKeyword) return std::nullopt;
  return find_in(kJoinedEnds, lower_case(word));
}

// Two bytes in UTF-8: capital letters begin at U+0391, small ones at U+03B1.
std::string_view name_of_greek_letter(std::string_view text) {
  if (text.size() < 2) return {};
  const auto high = static_cast<unsigned char>(text[0]);
  const auto low = static_cast<unsigned char>(text[1]);
  if (high != 0xCE && high != 0xCF) return {};
  const unsigned code_point = ((high & 0x1FU) << 6U) | (low & 0x3FU);
  const unsigned first = code_point >= 0x3B1 ? 0x3B1 : 0x391;
  if (code_point < first || code_point - first >= kGreekLetters.size()) return {};
  return kGreekLetters[code_point - first];
}

}  // namespace saltus::syntax
