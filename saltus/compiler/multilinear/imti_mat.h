#pragma once

#include <optional>

#include "saltus/compiler/multilinear/multilinear_model.h"
#include "saltus/foundation/diagnostics/diagnostics.h"
#include "saltus/foundation/diagnostics/source_text.h"

namespace saltus {

// The model whose matrices S, Phi_f and Phi_g are variables of a MATLAB file
// (docs/imti_file.md). Nothing, and diagnostics that name the variable, if they are not there or
// do not fit.
std::optional<MultilinearModel> read_imti_mat(const SourceText& source, Diagnostics& diagnostics);

}  // namespace saltus
