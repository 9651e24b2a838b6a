#pragma once

#include <optional>
#include <string>

#include "saltus/compiler/multilinear/multilinear_model.h"
#include "saltus/foundation/diagnostics/diagnostics.h"
#include "saltus/foundation/diagnostics/source_text.h"

namespace saltus {

// The file of docs/imti_file.md. Nothing, and diagnostics with the path of what is wrong
// (`S.entries[3][1]`, lists counted from 1), if it is not one. In what is returned all sizes fit,
// numbers are finite, names are different.
std::optional<MultilinearModel> read_imti_json(const SourceText& source, Diagnostics& diagnostics);

// Reads back as the same model, bit by bit.
std::string write_imti_json(const MultilinearModel& model);

}  // namespace saltus
