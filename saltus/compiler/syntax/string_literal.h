#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace saltus::syntax {

// The character that `\letter` stands for in a string (Modelica 3.6, section 2.2, S-ESCAPE).
std::optional<char> find_escape(char letter);

// The contents of a literal in quotes, escapes resolved.
std::string string_contents(std::string_view literal);

// The literal, in quotes, with these contents.
std::string quote_string(std::string_view contents);

}  // namespace saltus::syntax
