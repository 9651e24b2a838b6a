#include "saltus/runtime/simulate/surfaces_at_zero.h"

#include <algorithm>
#include <cmath>

namespace saltus {

// The author may have written what holds on the surface itself, `else` after `v > 0` and
// `v < 0`. If that keeps the motion there it counts, unless it says the same as the mixture.
void SurfacesAtZero::prefer_what_is_written(Configuration& found) {
  for (const SurfaceDecision& decision : std::vector(found.surfaces)) {
    if (decision.choice != Choice::held || attempt_.is_zero_like_a_side(decision.surface)) continue;
    const std::uint32_t component = run_.held.component_of(decision.surface);
    const std::vector<double> mixed = values_of(component);
    const Configuration written = found.with(SurfaceDecision{decision.surface, Choice::zero});
    if (try_(written) && !are_same(mixed, values_of(component), component)) {
      found = written;
      continue;
    }
    attempt_.evaluate(found);
  }
}

// A surface that is zero because others hold the motion there, not because of what is written
// for zero: its share decides what they bear, and nothing else. `sign(0)` is the mean already.
void SurfacesAtZero::find_redundant(Configuration& found) {
  for (const SurfaceDecision& decision : std::vector(found.surfaces)) {
    const std::uint32_t component = run_.held.component_of(decision.surface);
    const bool may_be = decision.choice == Choice::zero && !run_.held.of(component).empty() &&
                        attempt_.can_hold(decision.surface);
    if (!may_be) continue;
    const std::vector<double> written = values_of(component);
    const Configuration mean = found.with(SurfaceDecision{decision.surface, Choice::held_mean});
    if (try_(mean) && are_same(written, values_of(component), component)) {
      const std::vector<double> borne = shares_of(component);
      const Configuration low = found.with(SurfaceDecision{decision.surface, Choice::held_low});
      const AttemptVerdict& verdict = attempt_.evaluate(low);
      if (!verdict.failure && shares_of(component) != borne) found = mean;
    }
    attempt_.evaluate(found);
  }
}

std::vector<double> SurfacesAtZero::shares_of(std::uint32_t component) const {
  const ComponentRun& run = run_.components[component];
  std::vector<double> shares;
  for (const HeldSurface& held : run.mode().compiled->sliding) {
    shares.push_back(run.multiplier(held.surface).value_or(0.0));
  }
  return shares;
}

std::vector<double> SurfacesAtZero::values_of(std::uint32_t component) const {
  const ComponentRun& run = run_.components[component];
  std::vector<double> values;
  for (std::uint32_t u = 0; u < run.component().variables.size(); ++u) {
    values.push_back(run.value(u, 0));
  }
  return values;
}

bool SurfacesAtZero::are_same(const std::vector<double>& a, const std::vector<double>& b,
                              std::uint32_t component) const {
  const ComponentRun& run = run_.components[component];
  for (std::uint32_t u = 0; u < a.size(); ++u) {
    const double size = std::max({std::fabs(a[u]), std::fabs(b[u]), run.scale(u)});
    if (std::fabs(a[u] - b[u]) > tolerances::same_value * run_.options.tolerance * size)
      return false;
  }
  return true;
}

}  // namespace saltus
