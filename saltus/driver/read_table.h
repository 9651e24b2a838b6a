#pragma once

#include <string>
#include <string_view>

#include "saltus/compiler/flat/bind_inputs.h"
#include "saltus/foundation/base/result.h"

namespace saltus {

struct TableError {
  std::string reason;  // "line 3 has 1 field, not 2"
};

// A table in CSV: times in the first column, one input per further column; fields are separated by
// commas, semicolons or tabs. The first line may name the columns. Lines that are empty or begin
// with # are left out.
//
// `column`: by name, or by number from 2 on; if empty, the one called `input`, or the only one.
Result<InputTable, TableError> read_table(std::string_view text, const std::string& column,
                                          const std::string& input);

}  // namespace saltus
