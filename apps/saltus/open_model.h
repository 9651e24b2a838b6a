#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "apps/saltus/commands.h"
#include "apps/saltus/exit_code.h"
#include "saltus/api/model.h"
#include "saltus/compiler/multilinear/matrix_source.h"
#include "saltus/foundation/diagnostics/words.h"

namespace saltus {

// A model on its way: the text, what was said about it, and the model itself. The text of a file of
// matrices is the Modelica they stand for.
struct OpenModel {
  std::optional<SourceText> source;
  Diagnostics diagnostics;
  std::optional<MultilinearModel> matrices;  // that the text came from
  std::shared_ptr<const Model> model;        // nothing if something is wrong

  const SourceText& text() const;
  const FlatSystem& system() const { return model->flat(); }
  // What an analysis has said of the model.
  void add(const Diagnostics& more);
  // Why there is no model.
  ExitCode failure() const { return source ? ExitCode::model_is_wrong : ExitCode::files; }
};

// The matrices of an opened file that holds some; nothing and diagnostics if they are wrong.
std::optional<MultilinearModel> open_matrices(OpenModel& model);

OpenModel open_model(const ModelChoice& choice);

// "3 equations, 3 unknowns, index 3, 2 degrees of freedom"
std::string describe_size(const FlatSystem& system, const AnalyzedMode& mode);
std::string describe_size(const FlatSystem& system, const CompiledModel& model);

}  // namespace saltus
