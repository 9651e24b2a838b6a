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

}  // namespace

std::string events_to_json(const EventLog& log) {
  Json statistics = Json::object();
  for (const auto& [name, number] : log.statistics) {
    std::visit([&, &key = name](auto value) { statistics[key] = value; }, number);
  }
  const Json json = {{"model", log.model},
                     {"end", end_to_json(log.end)},
                     {"events", Json::array()},
                     {"statistics", statistics}};
  // Names come from a text that was checked; a stray byte must still not throw.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

WriteResult write_events(const EventLog& log, const std::string& path) {
  return write_file(path, events_to_json(log));
}

}  // namespace saltus
