#pragma once

#include <string>
#include <string_view>

namespace saltus {

// What people are shown of a text: names and numbers that a message quotes can have millions of
// letters. The text itself, or its beginning and its end, and how many bytes are left
// out between them.
std::string shortened(std::string_view text);

}  // namespace saltus
