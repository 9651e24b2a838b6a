#include "saltus/foundation/expr/function_name.h"

namespace saltus {

std::optional<std::string_view> function_name(Op op) {
  switch (op) {
    case Op::sin:
      return "sin";
    case Op::cos:
      return "cos";
    case Op::tan:
      return "tan";
    case Op::asin:
      return "asin";
    case Op::acos:
      return "acos";
    case Op::atan:
      return "atan";
    case Op::atan2:
      return "atan2";
    case Op::sinh:
      return "sinh";
    case Op::cosh:
      return "cosh";
    case Op::tanh:
      return "tanh";
    case Op::exp:
      return "exp";
    case Op::log:
      return "log";
    case Op::log10:
      return "log10";
    case Op::sqrt:
      return "sqrt";
    case Op::abs:
      return "abs";
    case Op::sign:
      return "sign";
    case Op::minimum:
      return "min";
    case Op::maximum:
      return "max";
    case Op::floor:
      return "floor";
    case Op::ceil:
      return "ceil";
    case Op::sample:
      return "sample";
    case Op::table:
      return "table";
    case Op::table_position:
      return "table_position";
    default:
      return std::nullopt;
  }
}

}  // namespace saltus
