#pragma once

#include <optional>

#include "saltus/compiler/flat/flat_system.h"
#include "saltus/compiler/multilinear/multilinear_model.h"
#include "saltus/foundation/diagnostics/diagnostics.h"

namespace saltus {

// The matrices of a flat system, in normal form; parameters are folded. Nothing, and diagnostics
// that name the term, if the system is not multilinear in its signals.
//
// States are the variables that are differentiated, inputs those declared `input` with a
// constant value. Products of sums are expanded; a sum over one signal, a + b v, stays one factor
// of its product.
std::optional<MultilinearModel> find_multilinear(const FlatSystem& system,
                                                 Diagnostics& diagnostics);

}  // namespace saltus
