#include "saltus/runtime/simulate/run_loop.h"

// A run as it was, to return to.

namespace saltus {

RunLoop::Snapshot::Snapshot(const RunLoop& loop) : loop_(loop) {
  for (const ComponentRun& component : loop.run_.components) {
    for (const VisitedMode* mode : component.visited()) {
      integrators_.emplace_back(mode->integrator.get(),
                                Memento<TaylorIntegrator>(*mode->integrator));
    }
  }
}

RunLoop::Snapshot RunLoop::snapshot() const { return Snapshot(*this); }

// Modes that were first visited since then are forgotten; integrators read values that the loop
// owns, so it comes first.
void RunLoop::restore(const Snapshot& snapshot) {
  snapshot.loop_.restore(*this);
  for (const auto& [integrator, memento] : snapshot.integrators_) {
    memento.restore(*integrator);
    integrator->rebind();
  }
}

}  // namespace saltus
