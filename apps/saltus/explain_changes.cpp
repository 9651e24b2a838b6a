#include <nlohmann/json.hpp>

#include "apps/saltus/open_model.h"
#include "apps/saltus/report.h"
#include "saltus/compiler/all_modes/binaries_as_guards.h"
#include "saltus/compiler/changes/print_changes.h"
#include "saltus/compiler/constructive/split_branches.h"
#include "saltus/compiler/hybrid/build_hybrid.h"
#include "saltus/compiler/modes/first_mode.h"

namespace saltus {
namespace {

// The formula of an option; false when it is wrong, which is reported.
bool read_formula(const std::string& option, const std::string& text, const FlatSystem& system,
                  bool json, std::optional<ModeFormula>& formula) {
  if (text.empty()) return true;
  const SourceText source(option, text);
  Diagnostics diagnostics;
  formula = ModeFormula::read(source, system, diagnostics);
  if (!formula) fail(ExitCode::usage, diagnostics, source, json);
  return formula.has_value();
}

}  // namespace

ExitCode execute(const ExplainChangesCommand& command) {
  OpenModel model = open_model(command.choice);
  const auto give_up = [&](ExitCode code) {
    return fail(code, model.diagnostics, model.text(), command.json);
  };
  if (!model.model) return give_up(model.failure());
  FlatSystem system = with_binaries_as_guards(model.system());
  split_branches(system);
  const auto hybrid = build_hybrid(system, model.diagnostics);
  if (!hybrid) return give_up(ExitCode::model_is_wrong);
  const auto first = find_first_mode(system, model.diagnostics);
  if (!first) return give_up(ExitCode::model_is_wrong);
  ChangeChoice choice{.from = {}, .to = {}, .is_strict = command.strict};
  if (!read_formula("--from", command.from, system, command.json, choice.from) ||
      !read_formula("--to", command.to, system, command.json, choice.to)) {
    return ExitCode::usage;
  }
  const ChangeTable table = make_change_table(system, *hybrid, *first, choice);
  report_changes(system, table, choice, model.diagnostics);
  const ExitCode code = model.diagnostics.has_errors() ? ExitCode::model_is_wrong : ExitCode::done;
  if (command.json) {
    nlohmann::ordered_json result = {{"ok", code == ExitCode::done},
                                     {"exit_code", static_cast<int>(code)}};
    result.update(changes_to_json(system, table, model.text()));
    result["diagnostics"] = diagnostics_to_json(model.diagnostics, model.text());
    print_json(result);
    return code;
  }
  print(print_changes(system, table, choice, model.text()));
  report(model.diagnostics, model.text());
  return code;
}

}  // namespace saltus
