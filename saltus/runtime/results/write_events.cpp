#include "saltus/runtime/results/write_events.h"

#include <nlohmann/json.hpp>

namespace saltus {
namespace {

using Json = nlohmann::ordered_json;

// Names come from a text that was checked; a stray byte must still not throw.
std::string text_of(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

// As a value in an object that is itself indented.
std::string indented(const Json& json, std::string_view indent) {
  std::string result;
  for (const char c : text_of(json)) {
    result += c;
    if (c == '\n') result += indent;
  }
  return result;
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

Json statistics_to_json(const EventLog::Statistics& statistics) {
  Json json = Json::object();
  for (const auto& [name, number] : statistics) {
    std::visit([&, &key = name](auto value) { json[key] = value; }, number);
  }
  return json;
}

void EventsWriter::begin(const std::string& model) {
  write_("{\n  \"model\": " + text_of(model) + ",\n  \"events\": [");
}

void EventsWriter::add(const EventLog::Event& event) {
  write_((has_events_ ? ",\n    " : "\n    ") + indented(event_to_json(event), "    "));
  has_events_ = true;
}

void EventsWriter::finish(const EventLog::End& end, const EventLog::Statistics& statistics) {
  write_((has_events_ ? "\n  ],\n  \"end\": " : "],\n  \"end\": ") +
         indented(end_to_json(end), "  ") +
         ",\n  \"statistics\": " + indented(statistics_to_json(statistics), "  ") + "\n}\n");
}

}  // namespace saltus
