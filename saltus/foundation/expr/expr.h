#pragma once

#include <cstdint>

#include "saltus/foundation/base/id.h"

namespace saltus {

using ExprId = Id<struct ExprTag>;
using ParameterId = Id<struct ParameterTag>;
using GuardId = Id<struct GuardTag>;

// What a node of an expression does. Real operations are literal: `abs` has no
// event of its own, since flattening has already made guards of those that do.
enum class Op : std::uint8_t {
  // leaves
  constant,   // value
  boolean,    // a: 0 or 1
  time,       //
  variable,   // a: VariableId, b: order of derivative
  parameter,  // a: ParameterId
  guard,      // a: GuardId; Boolean, decided by the mode
  pre,        // a: VariableId; its left limit
  pre_guard,  // a: GuardId; its value before the present pass of an event
  initial,    // Boolean
  terminal,   // Boolean
  // Real operations; children a, b
  add,
  subtract,
  multiply,
  divide,
  negate,
  power,
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  atan2,
  sinh,
  cosh,
  tanh,
  exp,
  log,
  log10,
  sqrt,
  abs,
  sign,
  minimum,
  maximum,
  floor,
  ceil,
  truncate,  // towards zero
  // Of an input that a table gives, at events only; a: number of the table, a constant
  table,           // b: position of the entry
  table_position,  // b: a number; how many entries are not larger
  // Relations and logic: Boolean; children a, b
  less,
  less_equal,
  greater,
  greater_equal,
  equal,
  not_equal,
  logical_and,
  logical_or,
  logical_not,
  sample,  // a: start, b: interval
  // a: condition, b: value if true, c: value if false
  if_else,
};

enum class OpShape : std::uint8_t { leaf, unary, binary, ternary };
OpShape shape_of(Op op);

// One node. For leaves a and b are payload (see Op), otherwise children.
struct Expr {
  Op op;
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  std::uint32_t c = 0;
  double value = 0.0;

  ExprId first() const { return ExprId(a); }
  ExprId second() const { return ExprId(b); }
  ExprId third() const { return ExprId(c); }
  VariableId variable() const { return VariableId(a); }
  int order() const { return static_cast<int>(b); }
};

}  // namespace saltus
