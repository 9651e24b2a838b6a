#pragma once

#include <span>
#include <vector>

#include "saltus/compiler/flat/flat_system.h"

namespace saltus {

// Whether equations determine the same leading values whatever the binary unknowns are. If a
// valuation removes one, `z*w + (1 - z)*f = 0` with w known, that valuation has a higher index,
// and its hidden constraints may tie together what the equations as they are written do not.
class ValuationStructure {
 public:
  // `highest`: the order of derivative that is a variable's leading value.
  ValuationStructure(FlatSystem& system, const IdMap<VariableId, int>& highest)
      : system_(system), highest_(highest) {}

  // For as many equations as unknowns. False also where there are too many valuations to look at.
  bool is_regular_in_each(std::span<const FlatEquation* const> equations,
                          std::span<const VariableId> unknowns);

 private:
  using Incidence = std::vector<std::vector<VariableId>>;  // leading values of each equation

  std::vector<VariableId> leading_values(std::span<const ExprId> sides) const;
  std::vector<VariableId> in_summands_without_binaries(const FlatEquation& equation) const;
  std::vector<VariableId> binaries_of(std::span<const FlatEquation* const> equations) const;
  Incidence incidence_at(std::span<const FlatEquation* const> equations,
                         std::span<const VariableId> binaries, unsigned valuation);
  static bool is_regular(const Incidence& incidence, std::span<const VariableId> unknowns);

  FlatSystem& system_;
  const IdMap<VariableId, int>& highest_;
};

}  // namespace saltus
