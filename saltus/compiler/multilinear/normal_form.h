#pragma once

#include "saltus/compiler/multilinear/multilinear_model.h"

namespace saltus {

// The same functions with the matrices in normal form:
//  - no two columns of S are equal, and each is used by some row of Phi;
//  - no entry of S is -1: the sign of the factor -v is in Phi;
//  - columns are ordered by the first row (of f, then of g) that uses them; of one row, the
//    constant column is the last, and the others keep their order;
//  - tables of inputs have no entries that say nothing.
// A model in normal form survives the way to Modelica and back unchanged, bit by bit.
MultilinearModel normal_form(const MultilinearModel& model);

}  // namespace saltus
