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

// An equation that stands for a combination of equations, in which their highest derivatives
// cancel: sum of factor * (d/dt)^differentiated of each, without what cancels.
struct CombinedEquation {
  struct Term {
    std::uint32_t equation;  // position in ModeSystem::equations
    int differentiated;
    double factor;
  };
  std::uint32_t equation;  // position in ModeSystem::equations: the one that is replaced
  ExprId original;         // its residual as the author wrote it
  std::vector<Term> terms;
  // It contains derivatives of other equations: where these do not hold yet, at a change of mode,
  // it says something else than the original.
  bool has_derivatives = false;
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
  std::vector<ModeSurface> surfaces = {};       // event functions to watch
  std::vector<CombinedEquation> combined = {};  // by ascending position, each once
};

}  // namespace saltus
