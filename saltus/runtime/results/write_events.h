#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "saltus/runtime/results/atomic_file.h"

namespace saltus {

// What happened in a run, apart from its trajectory.
struct EventLog {
  struct Blamed {
    std::string text;  // as in the model
    int differentiated = 0;
    double residual = 0.0;
  };
  struct End {
    std::string reason;  // reached_stop_time, newton_diverged, …
    double time = 0.0;
    std::vector<Blamed> equations;       // those at fault
    std::vector<std::string> variables;  // their unknowns
  };
  using Number = std::variant<std::uint64_t, double>;

  std::string model;
  End end;
  std::vector<std::pair<std::string, Number>> statistics;  // in the order of printing
};

// {"model", "end": {"reason", "time", …}, "events": [], "statistics": {…}}, indented, with a final
// line end. The array is there for models of several modes; a single mode has no events.
std::string events_to_json(const EventLog& log);

// The same as a file that appears complete or not at all.
WriteResult write_events(const EventLog& log, const std::string& path);

}  // namespace saltus
