#pragma once

#include "saltus/driver/compile.h"
#include "saltus/runtime/results/write_events.h"

namespace saltus {

// What happened in a run, in the words of the model.
EventLog make_event_log(const FlatSystem& system, const CompiledModel& model,
                        const SourceText& source, const Simulation& simulation);

}  // namespace saltus
