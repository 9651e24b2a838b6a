#pragma once

#include <optional>
#include <string>

#include "saltus/foundation/diagnostics/diagnostics.h"
#include "saltus/foundation/diagnostics/source_text.h"

namespace saltus {

// The text of a file, - for standard input; nothing and a diagnostic when it cannot be read.
std::optional<SourceText> read_source(const std::string& path, Diagnostics& diagnostics);

}  // namespace saltus
