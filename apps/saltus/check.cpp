#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "apps/saltus/open_model.h"
#include "apps/saltus/report.h"
#include "saltus/compiler/hybrid/build_hybrid.h"

namespace saltus {

ExitCode execute(const CheckCommand& command) {
  OpenModel model = open_model(command.choice);
  if (!model.system) return fail(model.failure(), model.diagnostics, model.text(), command.json);
  const bool is_sorted = build_hybrid(*model.system, model.diagnostics).has_value();
  const auto mode = analyze_first_mode(*model.system, model.diagnostics);
  if (!mode || !is_sorted)
    return fail(ExitCode::model_is_wrong, model.diagnostics, model.text(), command.json);
  if (!command.json) {
    report(model.diagnostics, model.text());
    print(fmt::format("{}: {}: ok\n", model.system->name, describe_size(*model.system, *mode)));
    return ExitCode::done;
  }
  print_json(nlohmann::ordered_json{
      {"ok", true},
      {"exit_code", 0},
      {"model", model.system->name},
      {"equations", mode->equations.equations.size()},
      {"unknowns", mode->equations.unknowns.size()},
      {"index", mode->structure.index},
      {"degrees_of_freedom", mode->structure.degrees_of_freedom},
      {"guards", model.system->guards.size()},
      {"diagnostics", diagnostics_to_json(model.diagnostics, model.text())}});
  return ExitCode::done;
}

}  // namespace saltus
