#include "saltus/analysis/all_modes/explain_all_modes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "saltus/analysis/all_modes/fault_message.h"
#include "saltus/compiler/flat/expr_names.h"
#include "saltus/foundation/expr/print_expr.h"

namespace saltus {
namespace {

// Events that flattening made of a call: the author wrote no branches.
bool is_call_with_events(std::string_view text) {
  constexpr std::array<std::string_view, 10> calls = {"abs(",  "min(", "max(", "sign(",    "floor(",
                                                      "ceil(", "div(", "mod(", "integer(", "rem("};
  return std::any_of(calls.begin(), calls.end(),
                     [&](std::string_view call) { return text.starts_with(call); });
}

class Explanation {
 public:
  Explanation(const FlatSystem& system, const AllModes& modes, const SourceText& source,
              Diagnostics& diagnostics)
      : system_(system),
        modes_(modes),
        source_(source),
        diagnostics_(diagnostics),
        printer_(system.pool, expr_names(system)) {}

  void run() {
    if (modes_.count.is_zero()) return report_contradiction();
    const std::size_t first = diagnostics_.all().size();
    for (const ModeFault& fault : modes_.faults) {
      Diagnostic& error = report_fault(system_, modes_.count, fault, source_, diagnostics_);
      if (&fault == &modes_.faults.back() && !modes_.unexplained.is_zero()) {
        error.note(
            fmt::format("besides those shown, {} modes are singular", modes_.unexplained.text()));
      }
    }
    for (const DeadBranch& branch : modes_.dead_branches) report_dead(branch);
    diagnostics_.sort_by_position(first);
  }

 private:
  void report_contradiction() {
    SourceSpan span;
    for (const FlatAssertion& assertion : system_.assertions) {
      if (assertion.level == AssertionLevel::error) span = assertion.span;
    }
    diagnostics_.error(codes::no_possible_mode, span, "no mode is possible")
        .note("the assertions and the equations of Booleans cannot all hold, whatever the guards");
  }

  void report_dead(const DeadBranch& branch) {
    const Guard& guard = system_.guards[branch.guard];
    if (is_call_with_events(source_.text(guard.span))) return;
    const std::string condition = printer_.print(guard.condition);
    Diagnostic& warning =
        diagnostics_.warning(codes::dead_branch, guard.span,
                             fmt::format("`{}` is {}{}, so a branch is never taken", condition,
                                         branch.value ? "never true" : "always true",
                                         branch.is_never_at_all ? "" : " where it is evaluated"));
    warning.also(branch.span, "in no mode");
    warning.note(
        branch.is_never_at_all
            ? "assertions, equations of Booleans or the condition itself leave no other value"
            : "the conditions evaluated before it leave no other value");
  }

  const FlatSystem& system_;
  const AllModes& modes_;
  const SourceText& source_;
  Diagnostics& diagnostics_;
  ExprPrinter printer_;
};

}  // namespace

void explain_all_modes(const FlatSystem& system, const AllModes& modes, const SourceText& source,
                       Diagnostics& diagnostics) {
  Explanation(system, modes, source, diagnostics).run();
}

}  // namespace saltus
