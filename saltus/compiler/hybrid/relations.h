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

// The relation that is true where this one is false.
inline Op negated(Op op) {
  switch (op) {
    case Op::less:
      return Op::greater_equal;
    case Op::less_equal:
      return Op::greater;
    case Op::greater:
      return Op::less_equal;
    case Op::greater_equal:
      return Op::less;
    case Op::equal:
      return Op::not_equal;
    case Op::not_equal:
      return Op::equal;
    default:
      return op;
  }
}

}  // namespace saltus
