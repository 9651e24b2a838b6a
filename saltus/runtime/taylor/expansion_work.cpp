#include "saltus/runtime/taylor/expansion_work.h"

namespace saltus {

ExpansionWork::ExpansionWork(const ExecutableMode& executable_mode,
                             const ExpansionPlan& expansion_plan, int largest_order,
                             const KnownValues& known)
    : mode(executable_mode),
      plan(expansion_plan),
      series(mode, plan, largest_order, known),
      leading_correction(mode.unknowns.size(), 0.0),
      tangent(mode.row_count + 1, 0.0),
      adjoint(mode.row_count + 1, 0.0) {
  solvers.reserve(plan.blocks.size());
  for (const BlockPlan& block : plan.blocks) solvers.emplace_back(block.jacobian);
}

void ExpansionWork::rebind() {
  series.rebind();
  state = {};
  scale = {};
}

}  // namespace saltus
