#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "saltus/compiler/names/builtin_functions.h"
#include "saltus/compiler/syntax/syntax_tree.h"

namespace saltus {

// The arguments of a call in the order of the function's own argument list.
struct CallArguments {
  std::array<std::optional<syntax::NodeId>, 3> at;  // values, names stripped
  int count = 0;                                    // as many as were written
  std::vector<syntax::NodeId> misnamed;             // named arguments that fit nowhere

  syntax::NodeId operator[](std::size_t position) const { return *at[position]; }
};

CallArguments arrange_arguments(const syntax::SyntaxTree& tree, syntax::NodeId call,
                                const BuiltinFunction& function);

// The names in "start, interval".
std::vector<std::string_view> split_argument_names(std::string_view names);

// The text of a string literal or of a sum of them; nothing for other expressions.
std::optional<std::string> find_literal_text(const syntax::SyntaxTree& tree, syntax::NodeId node);

}  // namespace saltus
