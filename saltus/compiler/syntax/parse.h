#pragma once

#include <cstddef>
#include <optional>

#include "saltus/compiler/syntax/syntax_tree.h"
#include "saltus/foundation/diagnostics/diagnostics.h"
#include "saltus/foundation/diagnostics/source_text.h"

namespace saltus::syntax {

// How much of a text is read before giving up with a diagnostic.
struct ParseLimits {
  std::size_t bytes = std::size_t{256} << 20U;  // spans are 32-bit, and memory is finite
  std::size_t nesting = 512;                    // of parentheses, `if`, modifiers: bounds the stack
  std::size_t errors = 20;
};

// Text to syntax tree: grammar only, names are not looked up.
//
// Several errors are found in one run. Nothing is returned when there was one.
std::optional<SyntaxTree> parse(const SourceText& source, Diagnostics& diagnostics,
                                const ParseLimits& limits = {});

}  // namespace saltus::syntax
