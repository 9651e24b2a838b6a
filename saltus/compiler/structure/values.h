#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "saltus/compiler/structure/mode_structure.h"

namespace saltus {

// x_j^(order)
struct ValueOfUnknown {
  Column column;
  int order;
  friend bool operator==(ValueOfUnknown, ValueOfUnknown) = default;
};

// x, der(x), der(der(x)), der^3(x), …
std::string value_name(std::string_view variable, int order);

// The state of the mode: x_j^(k) for k < d_j.
std::vector<ValueOfUnknown> state_values(const ModeStructure& structure);

// x_j^(d_j)
std::vector<ValueOfUnknown> leading_values(const ModeStructure& structure);

// What a start needs. `given` fixes the solution up to the consistency
// equations: x_j^(k) for k < d_j - lead, lead that of the block of x_j. `guessed`
// only chooses among solutions: x_j^(d_j - lead) of blocks that are not quasilinear.
// All else follows by solving linear equations.
struct StartValues {
  std::vector<ValueOfUnknown> given;
  std::vector<ValueOfUnknown> guessed;
};
StartValues start_values(const ModeStructure& structure);

}  // namespace saltus
