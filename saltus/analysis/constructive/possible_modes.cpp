#include "saltus/analysis/constructive/possible_modes.h"

#include <algorithm>

#include "saltus/analysis/all_modes/conditional_signature.h"

namespace saltus {

PossibleModes::PossibleModes(FlatSystem& system) {
  if (system.guards.empty()) return;
  logic_ = std::make_unique<GuardLogic>(system, find_neighbours(system, find_rows(system)));
  if (logic_->is_contradictory() || logic_->is_exhausted()) logic_.reset();
}

bool PossibleModes::allow(const std::vector<GuardLiteral>& literals) const {
  if (!logic_ || logic_->is_exhausted()) return true;
  return !logic_->all_of(literals).is_empty();
}

std::vector<GuardLiteral> PossibleModes::completed(std::vector<GuardLiteral> literals,
                                                   const std::vector<GuardId>& guards) const {
  if (logic_ && !logic_->is_exhausted()) {
    const ModeSet modes = logic_->all_of(literals);
    std::vector<GuardLiteral> implied;
    for (const GuardId guard : guards) {
      const auto is_same = [&](GuardLiteral each) { return each.guard == guard; };
      if (std::any_of(literals.begin(), literals.end(), is_same)) continue;
      for (const bool value : {false, true}) {
        const ModeSet other = logic_->literal(guard, !value);
        if (logic_->possible(modes & other).is_empty()) implied.push_back({guard, value});
      }
    }
    literals.insert(literals.end(), implied.begin(), implied.end());
  }
  std::sort(literals.begin(), literals.end(),
            [](GuardLiteral a, GuardLiteral b) { return a.guard < b.guard; });
  return literals;
}

}  // namespace saltus
