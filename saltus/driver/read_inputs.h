#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "saltus/compiler/flat/bind_inputs.h"
#include "saltus/foundation/diagnostics/diagnostics.h"
#include "saltus/foundation/diagnostics/source_text.h"

namespace saltus {

// Name and value of an input, as on the command line. The value is a number, `true` or `false`; a
// table in a file, `F.csv` or `F.csv:COLUMN`; or else an expression, such as `sin(time)`.
using InputTexts = std::vector<std::pair<std::string, std::string>>;

// What becomes of them: an expression is the binding of the input in the text of the model, where
// it is checked like any other; numbers and tables are bound after flattening.
struct ModelInputs {
  SourceText source;
  std::vector<InputValue> values;
};

// `model`: as in CompileOptions. Nothing and diagnostics if an input is not in the model, or its
// table cannot be read. A text that cannot be parsed is returned as it is.
std::optional<ModelInputs> read_inputs(const SourceText& source, const std::string& model,
                                       const InputTexts& inputs, Diagnostics& diagnostics);

}  // namespace saltus
