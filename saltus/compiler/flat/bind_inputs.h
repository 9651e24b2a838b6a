#pragma once

#include <span>
#include <string>
#include <variant>
#include <vector>

#include "saltus/compiler/flat/flat_system.h"
#include "saltus/foundation/diagnostics/diagnostics.h"

namespace saltus {

// A signal over time: linear between the points, held before the first and after the last. Times
// do not decrease; two points at one time are a jump, after which the second one counts.
struct InputTable {
  std::vector<double> time, value;
};

// What an input is from outside. Booleans are 0 and 1.
struct InputValue {
  std::string name;
  std::variant<double, InputTable> value;
};

// Gives inputs that the model leaves open a value. A number makes the input a known value, like a
// discrete variable that no event changes; another number needs no other flat system. A table makes
// it a function of time with an event at each of its times; discrete inputs are not interpolated.
// Inputs that are not named keep their start value, if they have one.
//
// Reports names that are no open input, and values that the type of the input does not have.
void bind_inputs(FlatSystem& system, std::span<const InputValue> inputs, Diagnostics& diagnostics);

}  // namespace saltus
