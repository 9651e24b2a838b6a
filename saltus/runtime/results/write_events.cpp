#include "saltus/runtime/results/write_events.h"

#include <nlohmann/json.hpp>

namespace saltus {
namespace {

using Json = nlohmann::ordered_json;

Json end_to_json(const EventLog::End& end) {
  Json json = {{"reason", end.reason}, {"time", end.time}};
  for (const EventLog::Blamed& equation : end.equations) {
    json["equations"].push_back({{"text", equation.text},
                                 {"differentiated", equation.differentiated},
                                 {"residual", equation.residual}});
  }
  if (!end.variables.empty()) json["variables"] = end.variables;
  return json;
}

Json crossed_to_json(const std::vector<EventLog::Crossed>& list) {
  Json json = Json::array();
  for (const EventLog::Crossed& crossed : list) {
    json.push_back({{"text", crossed.text}, {"line", crossed.line}});
  }
  return json;
}

Json event_to_json(const EventLog::Event& event) {
  Json jumps = Json::object();
  for (const auto* list : {&event.switched, &event.jumps}) {
    for (const EventLog::Jump& jump : *list) jumps[jump.variable] = {jump.left, jump.right};
  }
  Json impulses = Json::object();
  for (const EventLog::Impulse& impulse : event.impulses) {
    impulses[impulse.variable] = {
        {"order", impulse.order}, {"weight", impulse.weights.back()}, {"weights", impulse.weights}};
  }
  return {{"time", event.time},
          {"micro_step", event.micro_step},
          {"crossed", crossed_to_json(event.crossed)},
          {"mode_change", event.is_mode_change},
          {"from", event.from},
          {"to", event.to},
          {"index", {event.index_before, event.index_after}},
          {"degrees_of_freedom", {event.freedom_before, event.freedom_after}},
          {"sliding", event.sliding},
          {"jumps", jumps},
          {"impulses", impulses},
          {"from_left_limit", event.from_left_limit},
          {"fired", crossed_to_json(event.fired)},
          {"method", event.method},
          {"iterations", event.iterations},
          {"ticks", event.ticks},
          {"valuations", event.valuations},
          {"unique", event.is_unique}};
}

}  // namespace

std::string events_to_json(const EventLog& log) {
  Json statistics = Json::object();
  for (const auto& [name, number] : log.statistics) {
    std::visit([&, &key = name](auto value) { statistics[key] = value; }, number);
  }
  Json events = Json::array();
  for (const EventLog::Event& event : log.events) events.push_back(event_to_json(event));
  const Json json = {{"model", log.model},
                     {"end", end_to_json(log.end)},
                     {"events", events},
                     {"statistics", statistics}};
  // Names come from a text that was checked; a stray byte must still not throw.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

WriteResult write_events(const EventLog& log, const std::string& path) {
  return write_file(path, events_to_json(log));
}

}  // namespace saltus
