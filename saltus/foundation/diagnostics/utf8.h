#pragma once

#include <cstddef>
#include <string_view>

namespace saltus {

// The bytes of the code point at the beginning of a non-empty text: 1 to 4, or 0 if it is not valid
// UTF-8 (overlong forms, surrogates and values above U+10FFFF included).
std::size_t code_point_length(std::string_view text);

}  // namespace saltus
