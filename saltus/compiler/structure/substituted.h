#pragma once

#include <vector>

#include "saltus/compiler/flat/flat_system.h"

namespace saltus {

// What a substituted variable is, in the words of S2: v <- E makes it base-substituted,
// der(v) <- E prime-substituted, both base-prime-substituted. It is differential if the
// text mentions its derivative, algebraic otherwise.
struct SubstitutedVariable {
  VariableId variable;
  bool is_base = false;
  bool is_prime = false;
  bool is_differential = false;
  std::vector<SourceSpan> spans;  // of its substitutions
};

// In the order of declaration.
std::vector<SubstitutedVariable> find_substituted(const FlatSystem& system);

}  // namespace saltus
