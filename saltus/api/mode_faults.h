#pragma once

#include <vector>

#include "saltus/api/model.h"
#include "saltus/runtime/simulate/outcome.h"

namespace saltus {

// What `saltus check` says against a mode, given by some of its guards; nothing if it does not
// single that mode out. Models with so many guards that all modes take long are not analysed.
Diagnostics faults_of_mode(const Model& model, const std::vector<GuardValue>& mode);

}  // namespace saltus
