#pragma once

#include <optional>
#include <string_view>

#include "saltus/compiler/syntax/token.h"

namespace saltus::syntax {

// What other languages, keyboards and word processors write, and what it is in Modelica.
struct ForeignSymbol {
  std::string_view text;
  TokenKind meant;          // reading goes on with this token; `invalid` where none fits
  std::string_view name;    // of a character that cannot be told from others by its look
  std::string_view advice;  // if empty: "write `meant`"
};

// The symbol of another language at the beginning of the text, the longest that fits.
const ForeignSymbol* find_foreign_symbol(std::string_view text);

// A blank that is not ASCII at the beginning of the text; null if there is none.
const ForeignSymbol* find_foreign_blank(std::string_view text);

// The keyword that a word was probably meant to be: `elif`, `Model`, `END`. Such a word may well be
// a name, so this is asked only where a name cannot stand.
std::optional<TokenKind> find_meant_keyword(std::string_view word);

// `endif` and its like: the keyword whose `end` it is.
std::optional<TokenKind> find_joined_end(std::string_view word);

// "omega" for the small or capital Greek letter at the beginning of the text; empty for all others.
std::string_view name_of_greek_letter(std::string_view text);

}  // namespace saltus::syntax
