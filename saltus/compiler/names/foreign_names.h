#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "saltus/compiler/syntax/syntax_tree.h"

namespace saltus {

// What names of other languages and of the Modelica library are called here. All return advice for
// a message, nothing if the name is not in the table.

// For a call of an unknown function, with its own arguments: "write `x^2`" for `pow(x, 2)`.
std::optional<std::string> find_foreign_function(const syntax::SyntaxTree& tree,
                                                 syntax::NodeId call);
// For a known function that is called with the wrong number of arguments: `max(a, b, c)`.
std::optional<std::string> find_other_arity(const syntax::SyntaxTree& tree, syntax::NodeId call);
std::optional<std::string> find_foreign_type(std::string_view name);
std::optional<std::string> find_foreign_attribute(std::string_view name);
// `pi`, `t`, `True`
std::optional<std::string> find_foreign_name(std::string_view name);

}  // namespace saltus
