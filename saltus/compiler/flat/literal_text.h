#pragma once

#include <string>

#include "saltus/compiler/flat/flat_system.h"
#include "saltus/foundation/expr/print_expr.h"

namespace saltus {

// A condition that holds or not, as text: `x > 0`, `x <= 0`, `not b`, `not (a and b)`.
std::string literal_text(const FlatSystem& system, ExprPrinter& printer, ExprId condition,
                         bool holds);

}  // namespace saltus
