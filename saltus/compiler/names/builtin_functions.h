#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "saltus/compiler/names/types.h"
#include "saltus/foundation/expr/expr.h"

namespace saltus {

// What a built-in function means, where its `Op` does not say it all.
enum class Builtin : std::uint8_t {
  elementary,      // the operation `op`, smooth
  event_function,  // the operation `op`, with events where it is not smooth: abs sign min max floor
                   // ceil
  div,
  mod,
  rem,
  integer,
  der,
  pre,
  edge,
  change,
  sample,
  initial,
  terminal,
  no_event,
  smooth,
  homotopy,
  // only as equations
  assert,
  reinit,
  terminate,
};

// What the function returns, given the types of its arguments.
enum class ResultRule : std::uint8_t {
  real,
  integer,
  boolean,
  as_arguments,  // Integer if all arguments are, else Real
  as_last,       // whatever the last argument is
  nothing,       // not a value
};

struct BuiltinFunction {
  std::string_view name;
  Builtin meaning;
  Op op;  // of `elementary` and `event_function`
  int least_arguments;
  int most_arguments;
  Type arguments[3];  // `poisoned`: any type, checked where the function is
  ResultRule result;
  std::string_view argument_names;  // as shown in messages, and for named arguments
};

std::span<const BuiltinFunction> builtin_functions();
const BuiltinFunction* find_builtin(std::string_view name);

constexpr bool is_equation_only(Builtin meaning) { return meaning >= Builtin::assert; }

}  // namespace saltus
