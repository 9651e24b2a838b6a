#include "saltus/compiler/structure/substituted.h"

#include <map>

namespace saltus {

std::vector<SubstitutedVariable> find_substituted(const FlatSystem& system) {
  std::map<std::uint32_t, SubstitutedVariable> found;
  for (const FlatSubstitution& substitution : system.substitutions) {
    SubstitutedVariable& variable =
        found
            .try_emplace(substitution.variable.index(),
                         SubstitutedVariable{.variable = substitution.variable, .spans = {}})
            .first->second;
    (substitution.order == 0 ? variable.is_base : variable.is_prime) = true;
    variable.is_differential |= substitution.order > 0 || substitution.highest_derivative > 0;
    for (const SubstitutionBranch& branch : substitution.branches) {
      variable.spans.push_back(branch.span);
    }
  }
  std::vector<SubstitutedVariable> variables;
  for (auto& [id, variable] : found) variables.push_back(std::move(variable));
  return variables;
}

}  // namespace saltus
