#pragma once

#include <cstdint>
#include <vector>

#include "saltus/analysis/constructive/constructive_graph.h"

namespace saltus {

// As in S0, Figure 3: blue transitions belong to continuous dynamics, red ones to a change that
// is impulsive, black ones to other resets or to several of these.
enum class StepColour : std::uint8_t { blue, black, red };

std::vector<StepColour> colour_runs(const ConstructiveGraph& graph);   // by RunId
std::vector<StepColour> colour_steps(const ConstructiveGraph& graph);  // by micro-step

const char* colour_name(StepColour colour);

}  // namespace saltus
