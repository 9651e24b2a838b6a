#pragma once

#include <string>
#include <vector>

#include "saltus/compiler/constructive/constructive_graph.h"
#include "saltus/compiler/hybrid/hybrid_system.h"
#include "saltus/foundation/diagnostics/source_text.h"

namespace saltus {

// The standardised equations (S0, 2.4) with the names of the text: of each mode its dynamics with
// the latent equations, of each change of mode the reset, in closed form where that is short.
// Only the pool of `system` changes.
std::string explain_resets(FlatSystem& system, const HybridSystem& hybrid,
                           const std::vector<ConstructiveGraph>& graphs, const SourceText& source);

}  // namespace saltus
