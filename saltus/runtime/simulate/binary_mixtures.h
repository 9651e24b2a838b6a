#pragma once

#include <cstdint>
#include <vector>

#include "saltus/runtime/simulate/attempt.h"

namespace saltus {

// Which values of binary unknowns may have a share in a motion along an inequality.
class BinaryMixtures {
 public:
  BinaryMixtures(const RunState& run, const Attempt& attempt) : run_(run), attempt_(attempt) {}

  // The attempt stands where this binary unknown alone was switched.
  void note_switch(std::uint32_t variable);
  // Before it is tried: by what single switches have led to.
  bool is_excluded(const Configuration& configuration) const;
  // Where the attempt stands.
  bool mixes_equations(const Configuration& configuration) const;

 private:
  struct Switched {
    std::uint32_t variable;
    std::vector<SurfaceId> violated = {};
    bool jumps = false;  // or cannot be entered
  };
  bool is_excluded(const BinaryDecision& decision) const;
  bool is_of_one_problem(SurfaceId a, SurfaceId b) const;

  const RunState& run_;
  const Attempt& attempt_;
  std::vector<Switched> switched_;
};

}  // namespace saltus
