#include "saltus/compiler/multilinear/modelica_name.h"

#include <algorithm>
#include <array>

#include "saltus/compiler/syntax/token.h"

namespace saltus {
namespace {

constexpr std::array<std::string_view, 5> meanings = {"time", "Real", "Integer", "Boolean",
                                                      "String"};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_plain(std::string_view name) {
  return !name.empty() && is_letter(name.front()) &&
         std::ranges::all_of(name, [](char c) { return is_letter(c) || is_digit(c); }) &&
         !syntax::find_keyword(name) && std::ranges::find(meanings, name) == meanings.end();
}

bool is_quoted(std::string_view text) {
  return text.size() > 2 && text.front() == '\'' && text.back() == '\'';
}

// 'x' and x are different names in Modelica; the former is written as it is.
bool is_quoted_plain(std::string_view name) {
  return is_quoted(name) && is_plain(name.substr(1, name.size() - 2));
}

}  // namespace

std::string modelica_name(std::string_view name) {
  if (is_plain(name) || is_quoted_plain(name)) return std::string(name);
  std::string text = "'";
  for (const char c : name) {
    if (c == '\'' || c == '\\') text += '\\';
    text += c;
  }
  return text + "'";
}

std::string name_of_modelica(std::string_view identifier) {
  if (!is_quoted(identifier) || is_quoted_plain(identifier)) return std::string(identifier);
  std::string name;
  const std::string_view inside = identifier.substr(1, identifier.size() - 2);
  for (std::size_t i = 0; i < inside.size(); ++i) {
    if (inside[i] == '\\' && i + 1 < inside.size()) ++i;
    name += inside[i];
  }
  return name;
}

bool can_be_modelica_name(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](char c) { return c >= ' ' && c <= '~'; });
}

}  // namespace saltus
