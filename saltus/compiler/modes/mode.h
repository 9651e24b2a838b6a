#pragma once

#include <algorithm>
#include <vector>

#include "saltus/compiler/flat/flat_system.h"
#include "saltus/executable/executable_mode.h"

namespace saltus {

// One valuation of the guards of a flat system.
using Mode = IdMap<GuardId, bool>;

// Whether all literals of an equation hold.
inline bool is_active(const std::vector<GuardLiteral>& literals, const Mode& mode) {
  return std::all_of(literals.begin(), literals.end(),
                     [&](GuardLiteral literal) { return mode[literal.guard] == literal.value; });
}

struct ModeEquation {
  EquationId equation;  // of the flat system
  ExprId residual;      // left - right, no guard left in it; zero on solutions
};

struct ModeInitialEquation {
  std::uint32_t equation;  // position in FlatSystem::initial_equations
  ExprId residual;
};

struct ModeSurface {
  SurfaceId surface;
  ExprId function;  // no guard left in it
};

// The DAE that is active in one mode: as many residuals as unknowns if the mode
// is well-posed. Rows and columns of the structural analysis are positions in
// these two vectors.
struct ModeSystem {
  std::vector<ModeEquation> equations;
  std::vector<VariableId> unknowns;  // continuous variables, declaration order
  std::vector<ModeInitialEquation> initial_equations = {};
  std::vector<ModeSurface> surfaces = {};  // event functions to watch
};

}  // namespace saltus
