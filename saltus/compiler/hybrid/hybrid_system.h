#pragma once

#include <string>
#include <vector>

#include "saltus/compiler/flat/flat_system.h"
#include "saltus/executable/discrete_system.h"
#include "saltus/foundation/diagnostics/diagnostics.h"

namespace saltus {

// Where an event function comes from.
struct SurfaceSource {
  ExprId function;      // g; relations compare it with 0
  SourceSpan span;      // the first relation that uses it
  std::string text;     // that relation as written: `x1 >= x2`
  Op op = Op::greater;  // of that relation
};

// A part of the model that shares no continuous variable with the others, in any
// mode, nor reads left limits of theirs: it has its own modes, its own steps, and events
// elsewhere do not touch it.
struct Component {
  std::vector<VariableId> variables;  // continuous unknowns, declaration order
  std::vector<EquationId> equations;  // continuous equations, in the order of the text
  std::vector<std::uint32_t> initial_equations;
  std::vector<GuardId> guards;  // that its equations or event functions mention
  std::vector<SurfaceId> surfaces;
  std::vector<VariableId> pre_variables;  // those of its variables of which it reads pre(…)
};

// The whole model as a hybrid system: continuous components, and the discrete part
// that decides their modes.
struct HybridSystem {
  IdMap<SurfaceId, SurfaceSource> surfaces;
  std::vector<Component> components;
  DiscreteSystem discrete;
  std::vector<SourceSpan> clock_spans;  // by clock: its first `sample(…)`
};

}  // namespace saltus
