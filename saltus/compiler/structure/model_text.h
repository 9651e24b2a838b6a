#pragma once

#include <optional>
#include <string>
#include <vector>

#include "saltus/compiler/modes/mode.h"
#include "saltus/compiler/structure/values.h"
#include "saltus/foundation/diagnostics/source_text.h"
#include "saltus/foundation/expr/print_expr.h"

namespace saltus {

// How the leaves of the system's expressions are called. `system` must outlive it.
ExprNames names_in(const FlatSystem& system);

// Runs of blanks and line ends become one space; a final semicolon is dropped.
std::string on_one_line(std::string_view text);

// The rows and columns of a mode's structure as the author of the model knows them.
class ModelText {
 public:
  ModelText(const FlatSystem& system, const ModeSystem& mode, const SourceText& source);

  const std::string& unknown(Column column) const;
  std::string value(ValueOfUnknown value) const;
  std::vector<std::string> values(const std::vector<ValueOfUnknown>& values) const;

  // As written, on one line; printed from the flat system if there is no text for it.
  std::string equation(Row row) const;
  // Where it begins; nothing if there is no text for it.
  std::optional<std::uint32_t> line(Row row) const;
  // "line 7", or "equation 3" if there is no text for it.
  std::string place(Row row) const;

 private:
  const FlatEquation& flat(Row row) const;

  const FlatSystem& system_;
  const ModeSystem& mode_;
  const SourceText& source_;
  mutable ExprPrinter printer_;  // keeps a buffer
};

}  // namespace saltus
