#include <cmath>
#include <cstdio>

#include "saltus/api/model.h"

// Exit code 0 if the installed library loads a model, changes a parameter and runs it.
int main() {
  const saltus::SourceText text(
      "decay.mo",
      "model Decay\n  parameter Real k = 1;\n  Real x(start = 1, fixed = true);\nequation\n"
      "  der(x) = -k*x;\nend Decay;\n");
  const auto loaded = saltus::Model::from_text(text);
  if (!loaded) {
    std::fputs(loaded.error().text().c_str(), stderr);
    return 1;
  }
  const auto faster = loaded.value()->with_parameters({{"k", 2.0}});
  if (!faster) return 2;
  const auto& executable = faster.value()->executable();
  if (!executable.model) return 3;
  saltus::Diagnostics diagnostics;
  const auto run = saltus::run_model(*executable.model, {.stop_time = 1.0}, diagnostics);
  const double x = run.trajectory.value(run.trajectory.row_count() - 1, 0);
  return std::fabs(x - std::exp(-2.0)) < 1e-7 ? 0 : 4;
}
