#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "saltus/compiler/multilinear/sparse_matrix.h"
#include "saltus/foundation/base/result.h"

namespace saltus {

// One variable of a MATLAB file.
struct MatVariable {
  enum class Kind { matrix, texts, other };
  std::string name;
  Kind kind = Kind::other;
  SparseMatrix matrix;             // full and sparse alike
  std::vector<std::string> texts;  // rows of a char matrix, or a cell array of them
  std::string description;         // of what is neither: "a structure"
};

struct MatFault {
  std::string message;
  std::string help;  // may be empty
};

// The variables of a MATLAB file of level 5 (`save -v6`, `save -v7`), little or big endian,
// compressed or not (MAT-File Format, The MathWorks, chapter 1). Any bytes give variables or a
// fault.
Result<std::vector<MatVariable>, MatFault> read_mat_file(std::string_view bytes);

// By the first bytes; of any level.
bool is_mat_file(std::string_view bytes);

}  // namespace saltus
