#pragma once

#include <string>
#include <vector>

#include "saltus/compiler/flat/flat_system.h"
#include "saltus/compiler/flat/substitution_resolver.h"
#include "saltus/foundation/diagnostics/diagnostics.h"

namespace saltus {

// A place where a substituted variable is treated as if it were free.
struct SubstitutionMisuse {
  VariableId variable;
  Code code;  // substituted_initialised, substituted_assigned
  SourceSpan span;
  std::string message;
};

// To be called before anything is replaced.
std::vector<SubstitutionMisuse> find_misuses(const FlatSystem& system);

// After everything is replaced: the message can then tell which variables may be initialised.
void report_misuses(FlatSystem& system, const std::vector<SubstitutionMisuse>& misuses,
                    SubstitutionResolver& resolver, Diagnostics& diagnostics);

// Branches that can never count, because one before them is active whenever they are.
void report_hidden_branches(const FlatSystem& system, Diagnostics& diagnostics);

// Parameters or other substitutions have closed the last branch.
void report_never_active(const std::string& variable, SourceSpan branch, Diagnostics& diagnostics);

void report_cycle(const FlatSystem& system, const std::vector<ExprId>& cycle,
                  Diagnostics& diagnostics);

}  // namespace saltus
