#include "saltus/compiler/multilinear/matrix_source.h"

#include "saltus/compiler/multilinear/imti_json.h"
#include "saltus/compiler/multilinear/imti_mat.h"
#include "saltus/compiler/multilinear/mat_file.h"
#include "saltus/compiler/multilinear/print_multilinear.h"
#include "saltus/foundation/base/check.h"

namespace saltus {

SourceKind kind_of_source(const SourceText& source) {
  const std::string_view text = source.text();
  if (is_mat_file(text)) return SourceKind::imti_mat;
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first != std::string_view::npos && text[first] == '{') return SourceKind::imti_json;
  if (source.name().ends_with(".mat")) return SourceKind::imti_mat;
  if (source.name().ends_with(".json")) return SourceKind::imti_json;
  return SourceKind::modelica;
}

std::optional<MultilinearModel> read_matrices(const SourceText& source, SourceKind kind,
                                              Diagnostics& diagnostics) {
  SALTUS_CHECK(kind != SourceKind::modelica);
  return kind == SourceKind::imti_json ? read_imti_json(source, diagnostics)
                                       : read_imti_mat(source, diagnostics);
}

SourceText modelica_source(const MultilinearModel& model, const SourceText& file) {
  return SourceText(file.name() + " (as Modelica)", print_multilinear(model));
}

}  // namespace saltus
