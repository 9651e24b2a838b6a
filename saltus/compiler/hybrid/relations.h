#pragma once

#include "saltus/foundation/expr/expr.h"

namespace saltus {

inline bool is_relation(Op op) { return op >= Op::less && op <= Op::not_equal; }

// g op 0 is the same as -g mirrored(op) 0.
inline Op mirrored(Op op) {
  switch (op) {
    case Op::less:
      return Op::greater;
    case Op::less_equal:
      return Op::greater_equal;
    case Op::greater:
      return Op::less;
    case Op::greater_equal:
      return Op::less_equal;
    default:
      return op;
  }
}

}  // namespace saltus
