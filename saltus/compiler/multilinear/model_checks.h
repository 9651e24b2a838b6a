#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "saltus/compiler/multilinear/multilinear_model.h"
#include "saltus/foundation/diagnostics/diagnostics.h"

namespace saltus {

// What a model read from any kind of file must fulfil: sizes that fit, names that are different
// and can be written in Modelica, binary starts. What does not is reported.
void check_multilinear(const MultilinearModel& model, Diagnostics& diagnostics);

}  // namespace saltus
