#pragma once

#include <optional>
#include <unordered_map>

#include "saltus/compiler/hybrid/hybrid_system.h"
#include "saltus/compiler/modes/mode.h"
#include "saltus/executable/sliding.h"

namespace saltus {

// What a surface adds to a system that slides along it: the multiplier, an unknown, and
// the equation g = 0. Both are hidden entries of the flat system.
struct SlidingUnknown {
  SurfaceId surface;
  VariableId multiplier;
  EquationId equation;
};

// Keeps the hidden entries: one pair per surface, however many modes slide along it.
class SlidingUnknowns {
 public:
  SlidingUnknowns(FlatSystem& system, const HybridSystem& hybrid)
      : system_(system), hybrid_(hybrid) {}
  const SlidingUnknown& of(SurfaceId surface);

 private:
  FlatSystem& system_;
  const HybridSystem& hybrid_;
  std::unordered_map<std::uint32_t, SlidingUnknown> known_;  // looked up only
};

// The DAE of a component that slides (semantics 4): across each surface the residuals r-
// and r+ of the two sides are mixed,  (1 - λ) r- + λ r+ = 0,  and the surface itself is
// the equation that determines λ. The unknowns are those of the component, then the
// multipliers in the order of `sliding`. A surface that slides watches λ(1 - λ), which is
// positive as long as the motion stays on it. Nothing if the sides cannot be mixed: they
// have different numbers of equations.
std::optional<ModeSystem> select_sliding_mode(FlatSystem& system, const HybridSystem& hybrid,
                                              const Component& component, const Mode& mode,
                                              const Sliding& sliding, SlidingUnknowns& unknowns);

}  // namespace saltus
