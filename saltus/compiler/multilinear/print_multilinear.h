#pragma once

#include <string>

#include "saltus/compiler/multilinear/multilinear_model.h"

namespace saltus {

// The normal form of the model as Modelica: one equation per row of Phi_f, one inequality per row
// of Phi_g, each
//   phi_1*factor*factor + phi_2*factor + … = -phi_constant
// with the factor 1 - |s| + s v written `v` for s = 1. The products stay products, the constant
// column stands on the right: so the matrices can be read off the text again.
std::string print_multilinear(const MultilinearModel& model);

}  // namespace saltus
