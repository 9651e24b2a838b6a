#pragma once

#include <string>
#include <vector>

#include "saltus/analysis/constructive/find_resets.h"
#include "saltus/foundation/diagnostics/source_text.h"

namespace saltus {

// The standardised equations (S0, 2.4) with the names of the text: of each mode its dynamics with
// the latent equations, of each change of mode the reset, in closed form where that is short.
std::string print_resets(const FlatSystem& system, const std::vector<ConstructiveGraph>& graphs,
                         const std::vector<GraphResets>& resets, const SourceText& source);

}  // namespace saltus
