#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "saltus/compiler/all_modes/mode_count.h"
#include "saltus/compiler/flat/flat_system.h"

namespace saltus {

// Some modes of a model.
struct ModesWhere {
  ModeCount count;
  // Holds in these modes and in no other possible one; nothing where it would be long. A
  // Boolean constant for all modes.
  std::optional<ExprId> condition;
};

// Modes that agree in index and degrees of freedom.
struct ModeClass {
  int index;
  int degrees_of_freedom;
  ModeCount count;
};

struct IndexClass {
  int index;
  ModesWhere modes;
};

// Why modes are singular. Of `too_many` any one is superfluous: together they contain only
// `determined`, which is one less. The unknowns `undetermined` occur in no equation but
// `sharing`, which are fewer. One of the two pairs may be empty.
struct ModeFault {
  ModesWhere modes;
  std::vector<EquationId> too_many;
  std::vector<VariableId> determined;
  std::vector<VariableId> undetermined;
  std::vector<EquationId> sharing;
};

// A branch of an `if` that no mode takes.
struct DeadBranch {
  SourceSpan span;  // an equation with that branch
  GuardId guard;
  bool value;            // of the guard, in the branch
  bool is_never_at_all;  // the guard never has that value, in no place
};

// What is true of every mode, found without enumerating them (theory/all_modes.md).
struct AllModes {
  ModeCount count;                  // possible ones
  std::vector<ModeClass> classes;   // by index, then degrees of freedom; singular ones not
  std::vector<IndexClass> indices;  // ascending
  ModeCount singular;               // how many
  std::vector<ModeFault> faults;    // every singular mode is in one of them, unless
  ModeCount unexplained;            // so many are left
  std::vector<DeadBranch> dead_branches;
  std::size_t equations = 0;  // continuous ones, of all modes together
  std::size_t unknowns = 0;
};

}  // namespace saltus
