#pragma once

#include <vector>

namespace saltus {

// What is constant between events, by VariableId: the values of discrete variables,
// and the left limits that `pre(…)` stands for, of discrete and continuous variables.
struct KnownValues {
  std::vector<double> value;
  std::vector<double> pre;
};

}  // namespace saltus
