#include "saltus/executable/executable_mode.h"

namespace saltus {

bool has_companion(SeriesOp op) {
  switch (op) {
    case SeriesOp::sin_cos:
    case SeriesOp::sinh_cosh:
    case SeriesOp::tan:
    case SeriesOp::tanh:
    case SeriesOp::asin:
    case SeriesOp::acos:
    case SeriesOp::atan:
    case SeriesOp::atan2:
      return true;
    default:
      return false;
  }
}

}  // namespace saltus
