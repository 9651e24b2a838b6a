#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "saltus/foundation/diagnostics/source_span.h"

namespace saltus::syntax {

enum class TokenKind : std::uint8_t {
#define SALTUS_KEYWORD(name, spelling) name,
#define SALTUS_SYMBOL(name, spelling) name,
#include "saltus/compiler/syntax/token.def"
#undef SALTUS_KEYWORD
#undef SALTUS_SYMBOL
  identifier,  // also quoted: 'a b'
  number,
  string,
  invalid,  // could not be read; already reported
  end_of_file,
};

struct Token {
  TokenKind kind;
  SourceSpan span;
};

// The keyword or symbol as written; empty for the other kinds.
std::string_view spelling(TokenKind kind);
bool is_keyword(TokenKind kind);
std::optional<TokenKind> find_keyword(std::string_view word);
// The longest symbol at the beginning of `text`.
std::optional<TokenKind> find_symbol(std::string_view text);

}  // namespace saltus::syntax
