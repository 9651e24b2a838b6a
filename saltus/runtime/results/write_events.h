#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace saltus {

// What the file of events says, in the words of the model.
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
  struct Crossed {
    std::string text;  // the relation as in the model, or the call of sample
    std::uint32_t line = 0;
  };
  struct Jump {
    std::string variable;
    double left, right;
  };
  struct Impulse {
    std::string variable;
    int order;
    std::vector<double> weights;  // of Dirac's delta, its derivative, …
  };
  // One change at one instant.
  struct Event {
    double time = 0.0;
    int micro_step = 0;
    std::vector<Crossed> crossed;
    bool is_mode_change = false;
    std::string from, to;       // modes in the words of the model
    std::string left, entered;  // of them what differs
    int index_before = 0, index_after = 0;
    int freedom_before = 0, freedom_after = 0;
    std::vector<Jump> jumps;
    std::vector<Jump> switched;        // binary unknowns
    std::vector<std::string> sliding;  // conditions along whose boundary it moves afterwards
    std::vector<Impulse> impulses;
    std::vector<std::string> from_left_limit;  // new states that nothing else determined
    std::vector<Crossed> fired;                // statements of when clauses
    std::string method;                        // continuous, series, numeric_limit
    int iterations = 0, ticks = 0, valuations = 1;
    bool is_unique = true;
  };
  using Statistics = std::vector<std::pair<std::string, Number>>;  // in the order of printing
};

// Writes {"model", "events": […], "end": {"reason", "time", …}, "statistics": {…}}, indented, with
// a final line end, piece by piece. docs/events_file.md says what the fields mean.
class EventsWriter {
 public:
  using Write = std::function<void(std::string_view)>;
  explicit EventsWriter(Write write) : write_(std::move(write)) {}

  void begin(const std::string& model);
  void add(const EventLog::Event& event);
  void finish(const EventLog::End& end, const EventLog::Statistics& statistics);

 private:
  Write write_;
  bool has_events_ = false;
};

// The parts that a summary shows too.
nlohmann::ordered_json end_to_json(const EventLog::End& end);
nlohmann::ordered_json statistics_to_json(const EventLog::Statistics& statistics);

}  // namespace saltus
