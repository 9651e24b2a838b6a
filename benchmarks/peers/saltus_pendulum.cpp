#include <limits>
#include <string>

#include "benchmarks/peers/pendulum_run.h"
#include "saltus/driver/compile.h"
#include "saltus/foundation/base/check.h"

namespace saltus::peers {
namespace {

constexpr const char* text = R"(
model Pendulum
  parameter Real g = 9.81, L = 1;
  Real x(start = L), y(start = 0, fixed = true);
  Real lambda;
initial equation
  der(y) = 0;
equation
  der(der(x)) = -lambda*x;
  der(der(y)) = -lambda*y - g;
  x^2 + y^2 = L^2;
end Pendulum;
)";

std::shared_ptr<const CompiledModel> compile_pendulum() {
  Diagnostics diagnostics;
  auto system = compile_flat(SourceText("Pendulum.mo", text), {}, diagnostics);
  SALTUS_CHECK(system.has_value());
  auto model = compile_model(std::move(*system), diagnostics);
  SALTUS_CHECK(model != nullptr);
  return model;
}

}  // namespace

PendulumRun run_saltus_on_index_3(double tolerance) {
  static const auto pendulum = compile_pendulum();
  SimulationOptions options;
  options.stop_time = stop_time;
  options.tolerance = tolerance;
  options.times = {stop_time};
  options.with_derivatives = true;
  Diagnostics diagnostics;
  const Simulation result = run_model(*pendulum, options, diagnostics);
  PendulumRun run{.error = std::numeric_limits<double>::infinity(),
                  .steps = static_cast<long>(result.statistics.steps)};
  if (result.end.reason != EndReason::reached_stop_time) return run;
  const auto value = [&](const std::string& name) {
    for (std::size_t i = 0; i < result.trajectory.columns().size(); ++i) {
      if (result.trajectory.columns()[i].name == name) return result.trajectory.value(0, i);
    }
    return std::numeric_limits<double>::infinity();
  };
  run.error = error_after_100_periods(value("x"), value("y"), value("der(x)"), value("der(y)"));
  return run;
}

}  // namespace saltus::peers
