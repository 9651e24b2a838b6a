#include <nlohmann/json.hpp>

#include "apps/saltus/open_model.h"
#include "apps/saltus/report.h"
#include "saltus/analysis/print/print_changes.h"

namespace saltus {

ExitCode execute(const ExplainChangesCommand& command) {
  OpenModel model = open_model(command.choice);
  const auto give_up = [&](ExitCode code) {
    return fail(code, model.diagnostics, model.text(), command.json);
  };
  if (!model.model) return give_up(model.failure());
  const auto found = model.model->find_changes(
      {.from = command.from, .to = command.to, .is_strict = command.strict});
  if (!found) {
    return fail(ExitCode::usage, found.error().diagnostics, found.error().source, command.json);
  }
  const auto& [system, choice, table, diagnostics] = found.value();
  model.add(diagnostics);
  if (!table) return give_up(ExitCode::model_is_wrong);
  const ExitCode code = model.diagnostics.has_errors() ? ExitCode::model_is_wrong : ExitCode::done;
  if (command.json) {
    nlohmann::ordered_json result = {{"ok", code == ExitCode::done},
                                     {"exit_code", static_cast<int>(code)}};
    result.update(changes_to_json(system, *table, model.text()));
    result["diagnostics"] = diagnostics_to_json(model.diagnostics, model.text());
    print_json(result);
    return code;
  }
  print(print_changes(system, *table, choice, model.text()));
  report(model.diagnostics, model.text());
  return code;
}

}  // namespace saltus
