#pragma once

#include <optional>
#include <string>
#include <vector>

#include "saltus/foundation/diagnostics/diagnostics.h"
#include "saltus/foundation/diagnostics/source_text.h"
#include "saltus/runtime/projection/linear_system.h"

namespace saltus {

// A linear system and the point at which it takes over.
struct LinearChange {
  LinearSystem system;
  std::vector<double> before;
  std::vector<std::vector<double>> inputs;  // u, u', u'', …
  std::vector<std::string> names;           // of the variables
};

// The JSON object of docs/how_to/project.md; nothing and diagnostics that name the field when it is
// not one. Sizes fit each other in what is returned, and all numbers are finite.
std::optional<LinearChange> read_linear_change(const SourceText& source, Diagnostics& diagnostics);

}  // namespace saltus
