#pragma once

#include <vector>

#include "saltus/executable/discrete_system.h"
#include "saltus/executable/sliding.h"

namespace saltus {

// A part of the model with its own continuous unknowns, modes and steps.
struct ExecutableComponent {
  std::vector<VariableId> variables;      // its unknowns, in every mode in this order
  std::vector<std::uint32_t> guards;      // whose values are its mode
  std::vector<SurfaceId> surfaces;        // event functions that it watches, in every mode
  std::vector<VariableId> pre_variables;  // its unknowns of which its equations read pre(…)
  std::vector<VariableId> read_values;    // discrete variables that its equations read
  bool has_initial_equations = false;
};

// A discrete variable whose value is part of a mode, as those of guards are.
struct DecidedValue {
  VariableId variable;
  double value;
};

// What the runtime needs of a whole model; the modes themselves come on demand.
struct ExecutableModel {
  std::vector<ExecutableComponent> components;
  DiscreteSystem discrete;
  // Inputs that are known values: DiscreteSystem::start has their value, which nothing but the
  // outside changes.
  std::vector<VariableId> inputs = {};
};

// A mode as its author wrote it, where equations of the executable mode stand for combinations of
// those that were written. The same unknowns and equations in the same order.
struct WrittenMode {
  ExecutableMode mode;
  bool combines_derivatives = false;  // of equations
};

// One mode of a component.
struct CompiledMode {
  ExecutableMode executable;
  int index = 0;
  int degrees_of_freedom = 0;
  // The surfaces along which it slides. Their multipliers are the unknowns after those of
  // the component, in this order.
  std::vector<HeldSurface> sliding = {};
  std::vector<FixedShare> fixed = {};  // surfaces that it stays on because of those
  // It mixes equations that are not linear in what is mixed, not motions.
  bool mixes_equations = false;
  std::optional<WrittenMode> as_written = {};  // for changes into this mode
};

}  // namespace saltus
