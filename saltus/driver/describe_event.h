#pragma once

#include <string>
#include <string_view>

#include "saltus/driver/compile.h"
#include "saltus/runtime/results/write_events.h"

namespace saltus {

// One change at an event, in the words of the model.
EventLog::Event describe_event(const MicroStep& step, const CompiledModel& model,
                               const SourceText& source);

// The same in one or a few lines: what crossed, the modes, jumps and impulses.
std::string event_text(const EventLog::Event& event, std::string_view indent);

// How a run ended.
EventLog::End describe_end(const SimulationEnd& end, const CompiledModel& model,
                           const SourceText& source);
EventLog::Statistics describe_statistics(const Statistics& statistics);

}  // namespace saltus
