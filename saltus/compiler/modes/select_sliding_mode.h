#pragma once

#include <optional>
#include <string>
#include <vector>

#include "saltus/compiler/hybrid/hybrid_system.h"
#include "saltus/compiler/modes/mode.h"
#include "saltus/executable/sliding.h"

namespace saltus {

// What a surface adds to a system that slides along it: the multiplier, an unknown, and
// the equation g = 0. Both are hidden entries of the flat system.
struct SlidingUnknown {
  VariableId multiplier;
  EquationId equation;
};

// The surface whose multiplier, or whose equation, this is; nothing if the author wrote it.
std::optional<SurfaceId> surface_of(const FlatSystem& written, VariableId variable);
std::optional<SurfaceId> surface_of(const FlatSystem& written, EquationId equation);

// What the multiplier of a surface is called.
std::string multiplier_name(const SurfaceSource& surface);

// Adds the hidden entries of all surfaces to a working copy of the flat system, right behind
// what the author wrote, and remembers which later variables are copies of which.
class SlidingUnknowns {
 public:
  SlidingUnknowns(FlatSystem& working, const HybridSystem& hybrid);
  SlidingUnknown of(SurfaceId surface) const {
    return {VariableId(first_variable_ + surface.index()),
            EquationId(first_equation_ + surface.index())};
  }
  VariableId add_copy(VariableId original);
  // What a copy is a copy of; other variables are themselves.
  VariableId original(VariableId variable) const;

 private:
  FlatSystem& system_;
  std::uint32_t first_variable_, first_equation_, first_copy_;
  std::vector<VariableId> original_of_copy_;
};

// The DAE of a component that slides (semantics 4): across each surface the residuals r-
// and r+ of the two sides are mixed,  (1 - λ) r- + λ r+ = 0,  and the surface itself is
// the equation that determines λ. The unknowns are those of the component, then the
// multipliers in the order of `sliding`. A surface that slides watches λ(1 - λ), which is
// positive as long as the motion stays on it; one on which the component rests watches the
// reaction, to be added by add_reaction(). Nothing if the sides cannot be mixed: they
// have different numbers of equations.
std::optional<ModeSystem> select_sliding_mode(FlatSystem& system, const HybridSystem& hybrid,
                                              const Component& component, const Mode& mode,
                                              const Sliding& sliding, SlidingUnknowns& unknowns);

// In the equation that determines x^(order+1), that value is made of what the other forces
// give and of the reaction: x^(order+1) - share*R stands for it.
void add_reaction(FlatSystem& system, const Reaction& reaction, VariableId multiplier,
                  ModeEquation& equation);

// The equations of one corner, and the order of each unknown's leading value there.
struct SlidingSide {
  ModeSystem equations;
  std::vector<int> leading;  // by position in Component::variables
};

// Leading values that are the same at all corners, and the equations that determine them.
struct CommonPart {
  std::vector<std::uint8_t> has_unknown;  // by position in Component::variables
  std::vector<ModeEquation> equations;
};

// The same by Filippov's definition, for modes without constraints: at every corner the
// leading values, but those of the common part, are unknowns of their own, p_b, and the motion
// is their mixture,
//   x^(d) = Σ_b w_b p_b,   w_b = Π λ_i over surfaces on their positive side at b, 1 - λ_i else.
// The unknowns are those of the component, the multipliers, then p_b corner by corner.
// `sides[b]`, corner by corner over all surfaces of `sliding`; `mixed`: what
// select_sliding_mode() made of them.
ModeSystem select_filippov_mode(FlatSystem& system, const Component& component,
                                const ModeSystem& mixed, const std::vector<SlidingSide>& sides,
                                const CommonPart& common,
                                const std::vector<VariableId>& multipliers,
                                SlidingUnknowns& unknowns);

// The guards at one corner, over all surfaces of `sliding`: the first cluster's bits first.
Mode mode_at_corner(const Mode& mode, const Sliding& sliding, std::size_t corner);

}  // namespace saltus
