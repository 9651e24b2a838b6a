#pragma once

#include <string>

#include "saltus/foundation/diagnostics/diagnostics.h"
#include "saltus/foundation/diagnostics/source_text.h"

namespace saltus {

// An array of objects {severity, code, title, message, file, line, column, end_line, end_column,
// labels, notes, help}. Lines and columns count from 1, columns in code points; the end is
// exclusive. The primary span's label is the first of `labels`, marked `"primary": true`.
std::string render_json(const Diagnostics& diagnostics, const SourceText& source);

}  // namespace saltus
