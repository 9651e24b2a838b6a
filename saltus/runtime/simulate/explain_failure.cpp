#include "saltus/runtime/simulate/explain_failure.h"

#include <algorithm>

#include "saltus/runtime/numeric/dense_lu.h"

namespace saltus {

namespace {

// Blocks up to this size are explained by the combination that cancels.
constexpr std::size_t kLargestExplained = 200;

EndReason reason_of(ExpansionFault fault) {
  switch (fault) {
    case ExpansionFault::singular_jacobian:
      return EndReason::singular_jacobian;
    case ExpansionFault::newton_diverged:
      return EndReason::newton_diverged;
    case ExpansionFault::value_not_finite:
      break;
  }
  return EndReason::value_not_finite;
}

}  // namespace

SimulationEnd explain(const StepFailed& failed, const ExecutableMode& mode,
                      std::size_t variable_count, const TaylorIntegrator& integrator) {
  if (failed.cause) return explain(*failed.cause, mode, failed.time, integrator.expansion());
  SimulationEnd end{.reason = EndReason::step_too_small, .time = failed.time};
  if (failed.undefined_surface) {
    end.reason = EndReason::value_not_finite;
    end.surfaces = {mode.surfaces[*failed.undefined_surface].surface};
    return end;
  }
  const std::uint32_t limiting = integrator.limiting_unknown();
  if (limiting >= variable_count) return end;
  end.variables = {mode.unknowns[limiting].variable};
  const StateSlot& slot = integrator.slot(limiting);
  for (std::uint32_t k = 0; k < std::min<std::uint32_t>(slot.count, 2); ++k) {
    end.values.push_back(integrator.state()[slot.first + k]);
  }
  for (const std::uint32_t equation : mode.blocks[mode.unknowns[limiting].block].equations) {
    end.blamed.push_back({.index = mode.equations[equation].equation.index()});
  }
  return end;
}

SimulationEnd explain(const ExpansionFailure& failure, const ExecutableMode& mode, double time,
                      const Expansion& expansion) {
  SimulationEnd end{.reason = reason_of(failure.fault), .time = time};
  const ExecutableBlock& block = mode.blocks[failure.block];
  for (const std::uint32_t equation : block.equations) {
    end.blamed.push_back({.index = mode.equations[equation].equation.index(),
                          .differentiated = mode.equations[equation].offset - block.lead});
  }
  for (const std::uint32_t unknown : block.unknowns) {
    end.variables.push_back(mode.unknowns[unknown].variable);
    end.orders.push_back(mode.unknowns[unknown].offset - block.lead);
  }
  const std::size_t size = block.equations.size();
  if (end.reason != EndReason::singular_jacobian || size > kLargestExplained) return end;
  const std::vector<double> jacobian = expansion.jacobian(failure.block);
  if (jacobian.empty()) return end;
  end.undetermined = null_vector(jacobian, size);
  end.cancelling = left_null_vector(jacobian, size);
  return end;
}

SimulationEnd explain(const ResetFailure& failure, const ExecutableMode& mode, double time) {
  SimulationEnd end{.reason = EndReason::reset_failed, .time = time};
  end.reset_fault = failure.fault;
  if (failure.fault == ResetFault::interrupted) end.reason = EndReason::interrupted;
  const ExecutableBlock& block = mode.blocks[failure.block];
  for (const std::uint32_t equation : block.equations) {
    end.blamed.push_back({.index = mode.equations[equation].equation.index()});
  }
  for (const std::uint32_t unknown : block.unknowns) {
    end.variables.push_back(mode.unknowns[unknown].variable);
  }
  return end;
}

}  // namespace saltus
