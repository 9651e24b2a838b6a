#pragma once

#include <cstdint>
#include <vector>

#include "saltus/runtime/reset/reset.h"

namespace saltus {

// The term coefficient * eps^-order of a value at one instant of a reset run.
struct InfinitePart {
  std::uint32_t entry;  // of the state
  int instant;
  int order;
  double coefficient;
};

// What standardization reads off a run, whatever its numbers were.
struct RunOutcome {
  std::vector<double> start;  // finite parts at the first instant
  std::vector<double> state;  // standard parts at the last instant
  std::vector<InfinitePart> infinite;
  std::vector<DeferredEquation> deferred;
  int iterations = 0;
};

}  // namespace saltus
