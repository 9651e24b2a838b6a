#include <nlohmann/json.hpp>

#include "apps/saltus/open_model.h"
#include "apps/saltus/report.h"
#include "apps/saltus/switching_text.h"
#include "saltus/analysis/print/print_structure.h"
#include "saltus/compiler/hybrid/build_hybrid.h"

namespace saltus {

ExitCode execute(const AnalyzeCommand& command) {
  OpenModel model = open_model(command.choice);
  if (!model.model) return fail(model.failure(), model.diagnostics, model.text(), command.json);
  FlatSystem system = model.system();
  const auto mode = analyze_first_mode(system, model.diagnostics);
  if (!mode) return fail(ExitCode::model_is_wrong, model.diagnostics, model.text(), command.json);
  if (command.json) {
    auto json = structure_to_json(system, mode->equations, mode->structure, model.text());
    json["diagnostics"] = diagnostics_to_json(model.diagnostics, model.text());
    print_json(json);
  } else {
    report(model.diagnostics, model.text());
    print(print_structure(system, mode->equations, mode->structure, model.text()));
    if (const auto hybrid = build_hybrid(system, model.diagnostics)) {
      print(sub_problems_text(system, hybrid->discrete));
    }
  }
  return ExitCode::done;
}

}  // namespace saltus
