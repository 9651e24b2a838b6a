#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "saltus/analysis/all_modes/mode_count.h"
#include "saltus/compiler/flat/flat_system.h"

namespace saltus {

// Some modes of a model.
struct ModesWhere {
  ModeCount count;
  // Holds in these modes and in no other possible one; nothing where it would be long. A
  // Boolean constant for all modes.
  std::optional<ExprId> condition;
};

// Modes that agree in index and degrees of freedom; if there are very many guards, in index
// only, from the least to the most degrees of freedom.
struct ModeClass {
  int index;
  int degrees_of_freedom;
  int most_degrees_of_freedom;
  ModeCount count;
};

struct IndexClass {
  int index;
  ModesWhere modes;
};

enum class FaultKind {
  // More equations than unknowns, or fewer: `too_many` and `determined`, `undetermined` and
  // `sharing`.
  counted,
  // An equation is one too many wherever it holds: `too_many`; the others determine its
  // unknowns, `determined`, in several ways.
  superfluous,
  // `undetermined` has too few equations, in several ways.
  forgotten,
  // Each of `too_many` is one too many wherever it holds, and one is missing elsewhere.
  misplaced,
  // `too_many` depend on each other: the unknowns cancel in a combination of them.
  dependent,
};

// Why modes are singular. In each of the modes more equations of `too_many` hold than there
// are unknowns `determined`, and contain no others but such as one equation determines; more
// unknowns of `undetermined` than there are equations `sharing` occur in no other equation. One of
// the two pairs may be empty.
struct ModeFault {
  FaultKind kind = FaultKind::counted;
  ModesWhere modes;
  std::vector<EquationId> too_many;
  std::vector<VariableId> determined;
  std::vector<VariableId> undetermined;
  std::vector<EquationId> sharing;
  bool hold_together = true;            // all of `too_many`, in all of the modes
  std::vector<EquationId> suspects;     // of `too_many`: where one holds, it is one too many
  std::vector<EquationId> elsewhere;    // contain `undetermined`, but hold in other modes only
  std::optional<ModesWhere> misplaced;  // where `too_many` hold, if that is the kind
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
