#pragma once

#include <optional>

#include "saltus/compiler/multilinear/multilinear_model.h"
#include "saltus/foundation/diagnostics/diagnostics.h"
#include "saltus/foundation/diagnostics/source_text.h"

namespace saltus {

enum class SourceKind { modelica, imti_json, imti_mat };

// By the content; where that says nothing, by the end of the name: a text that begins with `{` is
// JSON, MATLAB files say what they are.
SourceKind kind_of_source(const SourceText& source);

// The model of a file of matrices of that kind.
std::optional<MultilinearModel> read_matrices(const SourceText& source, SourceKind kind,
                                              Diagnostics& diagnostics);

// The model as Modelica, under the name of the file it came from: later messages quote this text.
SourceText modelica_source(const MultilinearModel& model, const SourceText& file);

}  // namespace saltus
