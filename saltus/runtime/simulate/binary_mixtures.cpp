#include "saltus/runtime/simulate/binary_mixtures.h"

#include <algorithm>

namespace saltus {

// What the other value of a binary unknown leads to, for the question whether it may have a share
// in a motion along an inequality.
void BinaryMixtures::note_switch(std::uint32_t variable) {
  Switched& switched = switched_.emplace_back(Switched{.variable = variable});
  const AttemptVerdict& verdict = attempt_.verdict();
  for (const Conflict& conflict : verdict.conflicts) {
    if (conflict.kind == Conflict::Kind::inequality) switched.violated.push_back(conflict.surface);
  }
  switched.jumps = verdict.failure.has_value() ||
                   std::any_of(attempt_.touched().begin(), attempt_.touched().end(),
                               [&](std::uint32_t c) { return attempt_.change(c).is_impulsive(); });
}

// A motion along an inequality mixes the motions of both values. A value that cannot be taken
// without an impulse, or that violates another inequality of its sub-problem, has no share in it.
bool BinaryMixtures::is_excluded(const Configuration& configuration) const {
  return std::any_of(configuration.binaries.begin(), configuration.binaries.end(),
                     [&](const BinaryDecision& decision) { return is_excluded(decision); });
}

bool BinaryMixtures::is_excluded(const BinaryDecision& decision) const {
  if (!decision.between) return false;
  const auto is_other = [&](SurfaceId violated) {
    return violated != *decision.between && is_of_one_problem(violated, *decision.between);
  };
  return std::any_of(switched_.begin(), switched_.end(), [&](const Switched& switched) {
    return switched.variable == decision.variable &&
           (switched.jumps ||
            std::any_of(switched.violated.begin(), switched.violated.end(), is_other));
  });
}

// Nor is there a motion between those of an ideal diode: with a share of each of its equations it
// would carry a current at a reverse voltage.
bool BinaryMixtures::mixes_equations(const Configuration& configuration) const {
  return std::any_of(configuration.binaries.begin(), configuration.binaries.end(),
                     [&](const BinaryDecision& decision) {
                       if (!decision.between) return false;
                       const std::uint32_t component = run_.held.component_of(*decision.between);
                       return run_.components[component].mode().compiled->mixes_equations;
                     });
}

bool BinaryMixtures::is_of_one_problem(SurfaceId a, SurfaceId b) const {
  const auto has = [](const SubProblem& problem, SurfaceId inequality) {
    return std::find(problem.inequalities.begin(), problem.inequalities.end(), inequality) !=
           problem.inequalities.end();
  };
  const std::vector<SubProblem>& problems = run_.system().sub_problems;
  return std::any_of(problems.begin(), problems.end(),
                     [&](const SubProblem& problem) { return has(problem, a) && has(problem, b); });
}

}  // namespace saltus
