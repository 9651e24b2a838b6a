#pragma once

#include <string>

#include "saltus/compiler/syntax/syntax_tree.h"

namespace saltus::syntax {

// The tree as Modelica, with no more parentheses than needed: parsed again, it is the same tree up
// to spans.
//
// The tree is one that `parse` could return: it holds no error nodes.
std::string print_syntax(const SyntaxTree& tree);

// One expression of it.
std::string print_expression(const SyntaxTree& tree, NodeId expression);

}  // namespace saltus::syntax
