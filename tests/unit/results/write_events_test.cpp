#include "saltus/runtime/results/write_events.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace saltus {
namespace {

using Parts = std::pair<EventLog::End, EventLog::Statistics>;

Parts failed_run() {
  return {{"singular_jacobian", 1.25, {{"x^2 + y^2 = 1", 2, 0.5}}, {"lambda"}},
          {{"steps", std::uint64_t{12}}, {"largest_step", 0.1}}};
}

std::string json_of(const std::string& model, const std::vector<EventLog::Event>& events,
                    const Parts& parts) {
  std::string text;
  EventsWriter writer([&](std::string_view piece) { text += piece; });
  writer.begin(model);
  for (const EventLog::Event& event : events) writer.add(event);
  writer.finish(parts.first, parts.second);
  return text;
}

TEST(WriteEvents, WritesOneObjectWithAnEmptyArrayOfEvents) {
  EXPECT_EQ(json_of("Fall", {}, {{"reached_stop_time", 2.0, {}, {}}, {}}), R"({
  "model": "Fall",
  "events": [],
  "end": {
    "reason": "reached_stop_time",
    "time": 2.0
  },
  "statistics": {}
}
)");
}

TEST(WriteEvents, KeepsWhatIsKnownOfAFailure) {
  const auto json = nlohmann::json::parse(json_of("Pendulum", {}, failed_run()));
  EXPECT_EQ(json["end"]["equations"][0]["text"], "x^2 + y^2 = 1");
  EXPECT_EQ(json["end"]["equations"][0]["differentiated"], 2);
  EXPECT_EQ(json["end"]["equations"][0]["residual"], 0.5);
  EXPECT_EQ(json["end"]["variables"], nlohmann::json::array({"lambda"}));
  EXPECT_EQ(json["statistics"]["steps"], 12);
  EXPECT_EQ(json["statistics"]["largest_step"], 0.1);
}

// Written piece by piece, the text is what it would be at once.
TEST(WriteEvents, IsIndentedAsAWhole) {
  EventLog::Event event;
  event.time = 0.5;
  event.crossed = {{"x > 0", 3}};
  event.jumps = {{"v", 1.0, -1.0}};
  const std::string text = json_of("Ball", {event, event}, failed_run());
  EXPECT_EQ(text, nlohmann::ordered_json::parse(text).dump(2) + "\n");
  EXPECT_EQ(nlohmann::json::parse(text)["events"].size(), 2u);
}

TEST(WriteEvents, SurvivesBytesThatAreNotUtf8) {
  EXPECT_TRUE(nlohmann::json::accept(json_of("\xff", {}, failed_run())));
}

}  // namespace
}  // namespace saltus
