#include <cmath>
#include <cstdio>

#include "saltus/api/run.h"
#include "saltus/runtime/results/trajectory.h"

namespace {

const char* const kTank =
    "model Tank\n  parameter Real area = 1;\n  input Real inflow;\n"
    "  Real h(start = 1, fixed = true);\nequation\n  area*der(h) = inflow - h;\nend Tank;\n";

bool is_near(double value, double expected) { return std::fabs(value - expected) < 1e-7; }

}  // namespace

// Exit code 0 if the installed library loads a model, changes a parameter, and steers a run of it.
int main() {
  const auto loaded = saltus::Model::from_text(saltus::SourceText("tank.mo", kTank), "",
                                               {.open_inputs = {"inflow"}});
  if (!loaded) {
    std::fputs(loaded.error().text().c_str(), stderr);
    return 1;
  }
  const auto wider = loaded.value()->with_parameters({{"area", 0.5}});
  if (!wider) return 2;
  saltus::Run run(wider.value(), {.stop_time = 2.0});
  saltus::TrajectorySink rows;
  run.add_sink(rows);
  if (const auto failure = run.start()) {
    std::fputs(failure->text().c_str(), stderr);
    return 3;
  }
  const auto h = run.variable("h"), inflow = run.variable("inflow");
  if (!h || !inflow) return 4;
  run.advance_to(1.0);
  if (!is_near(run.value(*h), std::exp(-2.0))) return 5;
  const saltus::RunSnapshot here = run.snapshot();
  for (const double flow : {3.0, 0.0}) {
    run.restore(here);
    if (!run.set_input(*inflow, flow)) return 6;
    run.advance_to(2.0);
    if (!is_near(run.value(*h), flow + (std::exp(-2.0) - flow) * std::exp(-2.0))) return 7;
  }
  if (run.finish().end.reason != saltus::EndReason::reached_stop_time) return 8;
  return rows.trajectory().row_count() > 0 ? 0 : 9;
}
