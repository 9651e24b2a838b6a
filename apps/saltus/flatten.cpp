#include <fmt/format.h>

#include "apps/saltus/open_model.h"
#include "apps/saltus/report.h"
#include "saltus/analysis/print/print_flat.h"
#include "saltus/compiler/syntax/parse.h"

namespace saltus {

ExitCode execute(const FlattenCommand& command) {
  OpenModel model = open_model(command.choice);
  if (!model.model) return fail(model.failure(), model.diagnostics, model.text(), false);
  constexpr std::size_t most_letters = syntax::ParseLimits{}.bytes;
  const auto text = print_flat_within(model.system(), most_letters);
  if (!text) {
    model.diagnostics
        .error(
            codes::expression_too_large, {},
            fmt::format("the flat system is longer than {} MiB, the most that could be read back",
                        most_letters >> 20))
        .note("expressions that occur many times are stored once, but printed each time")
        .suggest(
            "give what is differentiated or substituted again and again a variable of its own");
    return fail(ExitCode::model_is_wrong, model.diagnostics, model.text(), false);
  }
  report(model.diagnostics, model.text());
  print(*text);
  return ExitCode::done;
}

}  // namespace saltus
