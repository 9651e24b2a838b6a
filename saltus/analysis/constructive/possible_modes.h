#pragma once

#include <memory>
#include <vector>

#include "saltus/analysis/all_modes/guard_logic.h"

namespace saltus {

// What the guards allow by themselves: ordered thresholds, equations of Booleans, assertions.
// Where these contradict each other, or are too large for a diagram, everything is possible. Only
// one at a time can exist: it owns the diagrams.
class PossibleModes {
 public:
  explicit PossibleModes(FlatSystem& system);

  bool allow(const std::vector<GuardLiteral>& literals) const;
  // The literals, and those of `guards` that follow from them; ascending.
  std::vector<GuardLiteral> completed(std::vector<GuardLiteral> literals,
                                      const std::vector<GuardId>& guards) const;

  // Nothing: everything is possible.
  const GuardLogic* logic() const { return logic_.get(); }

 private:
  std::unique_ptr<GuardLogic> logic_;
};

}  // namespace saltus
