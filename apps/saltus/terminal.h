#pragma once

#include <cstdio>

namespace saltus {

// What the person in front of the screen can see.
bool is_terminal(std::FILE* stream);
// A terminal, and neither NO_COLOR nor a dumb one.
bool shows_color(std::FILE* stream);
// Whether the locale of the environment writes UTF-8.
bool shows_unicode();
// In characters: of the terminal, of COLUMNS, or 80; never more than is pleasant to read.
int terminal_width();

}  // namespace saltus
