#include "apps/saltus/switching_text.h"

#include <fmt/format.h>

#include <cmath>
#include <vector>

namespace saltus {
namespace {

// 2^n, as a number while that is short.
std::string power_of_two(std::size_t exponent) {
  if (exponent < 24) return fmt::format("{}", std::size_t{1} << exponent);
  return fmt::format("2^{}", exponent);
}

}  // namespace

std::string switching_text(const DiscreteSystem& discrete) {
  if (discrete.sub_problems.empty()) return {};
  std::size_t binaries = 0;
  double candidates = 0.0;
  for (const SubProblem& problem : discrete.sub_problems) {
    binaries += problem.binaries.size();
    candidates += std::exp2(static_cast<double>(problem.binaries.size()));
  }
  return fmt::format("{} binary unknown{} in {} sub-problem{}: {:.15g} candidates instead of {}",
                     binaries, binaries == 1 ? "" : "s", discrete.sub_problems.size(),
                     discrete.sub_problems.size() == 1 ? "" : "s", candidates,
                     power_of_two(binaries));
}

std::string sub_problems_text(const FlatSystem& system, const DiscreteSystem& discrete) {
  if (discrete.sub_problems.empty()) return {};
  std::string text = "\nSwitching: " + switching_text(discrete) + '\n';
  std::size_t number = 0;
  for (const SubProblem& problem : discrete.sub_problems) {
    std::vector<std::string> names;
    for (const std::uint32_t id : problem.binaries) {
      names.push_back(system.variables[VariableId(id)].name);
    }
    text += fmt::format("  {:<5} {}\n", ++number, fmt::join(names, ", "));
    for (const SurfaceId inequality : problem.inequalities) {
      text += fmt::format("        {}\n", discrete.surfaces[inequality.index()].text);
    }
  }
  return text;
}

}  // namespace saltus
