#pragma once

#include <string>
#include <vector>

#include "saltus/foundation/expr/expr.h"

namespace saltus {

// What is wrong with a singular mode (Dulmage and Mendelsohn): more equations `too_many` than
// unknowns `determined` in them; more unknowns `undetermined` than equations `sharing` them.
struct ModeDefect {
  std::vector<EquationId> too_many;
  std::vector<VariableId> determined;
  std::vector<VariableId> undetermined;
  std::vector<VariableId> open;  // of these, what is never differentiated, as far as there is any
  std::vector<EquationId> sharing;

  bool is_over_determined() const { return !too_many.empty(); }
};

// Which law the author of a model has forgotten.
enum class MissingLaw {
  restitution,  // bodies meet for an instant, and nothing says how they part
  force,        // a constraint that no unknown force can fulfil
  equation,     // a variable that has equations in other modes only
  declaration,  // a variable that has no equation at all
  choice,       // one equation is too many: which one must be left out
};
struct MissingLawText {
  MissingLaw law;
  std::string says;    // what is missing
  std::string advice;  // what to write
};

}  // namespace saltus
