#include "saltus/compiler/syntax/token.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace saltus::syntax {
namespace {

struct Spelling {
  std::string_view text;
  TokenKind kind;
};

// Sorted, as in token.def.
constexpr Spelling kKeywords[] = {
#define SALTUS_KEYWORD(name, spelling) {spelling, TokenKind::name},
#define SALTUS_SYMBOL(name, spelling)
#include "saltus/compiler/syntax/token.def"
#undef SALTUS_KEYWORD
#undef SALTUS_SYMBOL
};

constexpr Spelling kSymbols[] = {
#define SALTUS_KEYWORD(name, spelling)
#define SALTUS_SYMBOL(name, spelling) {spelling, TokenKind::name},
#include "saltus/compiler/syntax/token.def"
#undef SALTUS_KEYWORD
#undef SALTUS_SYMBOL
};

static_assert(std::ranges::is_sorted(kKeywords, {}, &Spelling::text));

// Symbols with the same first character stand together; the index of the first of them, by
// character.
constexpr auto kFirstSymbol = [] {
  std::array<std::uint8_t, 256> first{};
  first.fill(std::size(kSymbols));
  for (std::size_t index = std::size(kSymbols); index-- > 0;) {
    first[static_cast<unsigned char>(kSymbols[index].text[0])] = static_cast<std::uint8_t>(index);
  }
  return first;
}();

}  // namespace

std::string_view spelling(TokenKind kind) {
  const auto index = static_cast<std::size_t>(kind);
  if (index < std::size(kKeywords)) return kKeywords[index].text;
  const std::size_t symbol = index - std::size(kKeywords);
  return symbol < std::size(kSymbols) ? kSymbols[symbol].text : std::string_view();
}

bool is_keyword(TokenKind kind) { return static_cast<std::size_t>(kind) < std::size(kKeywords); }

std::optional<TokenKind> find_keyword(std::string_view word) {
  const auto* found = std::ranges::lower_bound(kKeywords, word, {}, &Spelling::text);
  if (found == std::end(kKeywords) || found->text != word) return std::nullopt;
  return found->kind;
}

std::optional<TokenKind> find_symbol(std::string_view text) {
  if (text.empty()) return std::nullopt;
  std::size_t index = kFirstSymbol[static_cast<unsigned char>(text[0])];
  for (; index < std::size(kSymbols) && kSymbols[index].text[0] == text[0]; ++index) {
    if (text.starts_with(kSymbols[index].text)) return kSymbols[index].kind;
  }
  return std::nullopt;
}

}  // namespace saltus::syntax
