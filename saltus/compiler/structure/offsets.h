#pragma once

#include "saltus/compiler/structure/mode_structure.h"
#include "saltus/foundation/graph/block_triangular_form.h"
#include "saltus/foundation/graph/maximum_weight_matching.h"

namespace saltus {

// The smallest c >= 0 and d with d_j - c_i >= sigma_ij, and equality on a
// highest-value transversal (theory/structure.md (3)).
//
// `transversal` is one, with the potentials inside the blocks of `coarse`.
Offsets canonical_offsets(const BipartiteGraph& signature, const BlockTriangularForm& coarse,
                          const WeightedMatching& transversal);

}  // namespace saltus
