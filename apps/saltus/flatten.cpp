#include "apps/saltus/open_model.h"
#include "apps/saltus/report.h"
#include "saltus/analysis/print/print_flat.h"

namespace saltus {

ExitCode execute(const FlattenCommand& command) {
  const OpenModel model = open_model(command.choice);
  if (!model.model) return fail(model.failure(), model.diagnostics, model.text(), false);
  report(model.diagnostics, model.text());
  print(print_flat(model.system()));
  return ExitCode::done;
}

}  // namespace saltus
