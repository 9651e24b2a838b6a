#include "saltus/compiler/syntax/string_literal.h"

namespace saltus::syntax {
namespace {

// The k-th letter after a backslash stands for the k-th meaning.
constexpr std::string_view kLetters = "'\"?\\abfnrtv";
constexpr std::string_view kMeanings = "'\"?\\\a\b\f\n\r\t\v";

bool needs_escape(char c) { return c != '\'' && c != '?' && kMeanings.find(c) != kMeanings.npos; }

}  // namespace

std::optional<char> find_escape(char letter) {
  const std::size_t index = kLetters.find(letter);
  if (index == std::string_view::npos) return std::nullopt;
  return kMeanings[index];
}

std::string string_contents(std::string_view literal) {
  std::string contents;
  const std::string_view inside = literal.substr(1, literal.size() - 2);
  for (std::size_t at = 0; at < inside.size(); ++at) {
    if (inside[at] == '\\' && at + 1 < inside.size()) {
      ++at;
      contents += find_escape(inside[at]).value_or(inside[at]);
    } else {
      contents += inside[at];
    }
  }
  return contents;
}

std::string quote_string(std::string_view contents) {
  std::string literal = "\"";
  for (const char c : contents) {
    if (needs_escape(c)) {
      literal += '\\';
      literal += kLetters[kMeanings.find(c)];
    } else {
      literal += c;
    }
  }
  return literal + "\"";
}

}  // namespace saltus::syntax
