#pragma once

#include "saltus/driver/compile.h"
#include "saltus/runtime/results/write_events.h"

namespace saltus {

// One change at an event, in the words of the model.
EventLog::Event describe_event(const MicroStep& step, const CompiledModel& model,
                               const SourceText& source);

// The same in one or a few lines: what crossed, the modes, jumps and impulses.
std::string event_text(const EventLog::Event& event, std::string_view indent);

// What happened in a run, in the words of the model.
enum class LoggedEvents { all, none };
EventLog make_event_log(const CompiledModel& model, const SourceText& source,
                        const Simulation& simulation, LoggedEvents events);

}  // namespace saltus
