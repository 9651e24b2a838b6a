#pragma once

#include <string>

#include "saltus/foundation/diagnostics/diagnostics.h"
#include "saltus/foundation/diagnostics/source_text.h"

namespace saltus {

struct RenderOptions {
  bool color = false;  // ANSI escapes, for terminals
};

// Every message with its lines of source, marked; a blank line after each.
//
// A span that is empty, at the beginning of an empty text, is no location: the message stands
// alone.
std::string render_text(const Diagnostics& diagnostics, const SourceText& source,
                        RenderOptions options = {});

// "error: 3 errors, 1 warning"; empty when there is nothing to count.
std::string summary(const Diagnostics& diagnostics);

}  // namespace saltus
