#pragma once

#include <cstdint>
#include <vector>

#include "saltus/compiler/modes/mode.h"
#include "saltus/compiler/structure/mode_structure.h"

namespace saltus {

// May the author choose where a variable starts, and if not, why?
enum class StartChoice : std::uint8_t {
  free,         // together with the others of its kind, up to the degrees of freedom
  constrained,  // the equations and their derivatives determine it
  algebraic,    // no equation mentions a derivative of it: it follows from the state
  substituted,  // it follows from what stands for it
};

struct VariableStart {
  VariableId variable;
  StartChoice choice;
};

// Of the unknowns of a mode, in their order.
std::vector<VariableStart> find_start_choices(const FlatSystem& system, const ModeSystem& mode,
                                              const ModeStructure& structure);

}  // namespace saltus
