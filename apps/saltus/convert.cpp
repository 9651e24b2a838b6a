#include "apps/saltus/open_model.h"
#include "apps/saltus/read_source.h"
#include "apps/saltus/report.h"
#include "saltus/compiler/multilinear/find_multilinear.h"
#include "saltus/compiler/multilinear/imti_json.h"
#include "saltus/compiler/multilinear/normal_form.h"
#include "saltus/compiler/multilinear/print_multilinear.h"
#include "saltus/runtime/results/atomic_file.h"

namespace saltus {
namespace {

// The matrices of a file of either form.
std::optional<MultilinearModel> find_matrices(const ModelChoice& choice, OpenModel& model) {
  model.source = read_source(choice.file, model.diagnostics);
  if (!model.source) return std::nullopt;
  if (kind_of_source(*model.source) != SourceKind::modelica) return open_matrices(model);
  const auto system =
      compile_flat(*model.source, {choice.model, choice.overrides}, model.diagnostics);
  if (!system) return std::nullopt;
  return find_multilinear(*system, model.diagnostics);
}

}  // namespace

ExitCode execute(const ConvertCommand& command) {
  OpenModel model;
  const auto matrices = find_matrices(command.choice, model);
  if (!matrices) return fail(model.failure(), model.diagnostics, model.text(), false);
  report(model.diagnostics, model.text());
  const std::string text = command.to == ModelForm::imti ? write_imti_json(normal_form(*matrices))
                                                         : print_multilinear(*matrices);
  if (command.output.empty() || command.output == "-") {
    print(text);
    return ExitCode::done;
  }
  const WriteResult written = write_file(command.output, text);
  if (written) return ExitCode::done;
  Diagnostics outside;
  outside.error(codes::unwritable_file, {}, written.error().message);
  return fail(ExitCode::files, outside, no_source(), false);
}

}  // namespace saltus
