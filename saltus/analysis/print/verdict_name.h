#pragma once

#include <string>

#include "saltus/analysis/constructive/constructive_graph.h"

namespace saltus {

const char* verdict_name(ChangeVerdict verdict);  // "under-determined"
std::string verdict_key(ChangeVerdict verdict);   // in JSON: "under_determined"

}  // namespace saltus
