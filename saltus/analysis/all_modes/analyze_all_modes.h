#pragma once

#include <optional>

#include "saltus/analysis/all_modes/all_modes.h"

namespace saltus {

struct AllModesOptions {
  // With more guards, modes are counted by index only, with the least and the most degrees of
  // freedom: there would be as many numbers as guards, of as many digits.
  std::size_t most_guards_by_freedom = 1000;
};

// The structure of every possible mode. Only the pool of `system` changes. Nothing when the
// decision diagrams became too large.
std::optional<AllModes> analyze_all_modes(FlatSystem& system, const AllModesOptions& options = {});

}  // namespace saltus
