#include "saltus/runtime/results/write_events.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/unit/results/temporary_folder.h"

namespace saltus {
namespace {

EventLog failed_run() {
  EventLog log;
  log.model = "Pendulum";
  log.end = {"singular_jacobian", 1.25, {{"x^2 + y^2 = 1", 2, 0.5}}, {"lambda"}};
  log.statistics = {{"steps", std::uint64_t{12}}, {"largest_step", 0.1}};
  return log;
}

TEST(WriteEvents, WritesOneObjectWithAnEmptyArrayOfEvents) {
  EXPECT_EQ(events_to_json({"Fall", {"reached_stop_time", 2.0, {}, {}}, {}, {}}), R"({
  "model": "Fall",
  "end": {
    "reason": "reached_stop_time",
    "time": 2.0
  },
  "events": [],
  "statistics": {}
}
)");
}

TEST(WriteEvents, KeepsWhatIsKnownOfAFailure) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_events(failed_run(), folder.file("e.json")));
  const auto json = nlohmann::json::parse(read_text(folder.file("e.json")));
  EXPECT_EQ(json["end"]["equations"][0]["text"], "x^2 + y^2 = 1");
  EXPECT_EQ(json["end"]["equations"][0]["differentiated"], 2);
  EXPECT_EQ(json["end"]["equations"][0]["residual"], 0.5);
  EXPECT_EQ(json["end"]["variables"], nlohmann::json::array({"lambda"}));
  EXPECT_EQ(json["statistics"]["steps"], 12);
  EXPECT_EQ(json["statistics"]["largest_step"], 0.1);
}

TEST(WriteEvents, SurvivesBytesThatAreNotUtf8) {
  EventLog log = failed_run();
  log.model = "\xff";
  EXPECT_TRUE(nlohmann::json::accept(events_to_json(log)));
}

TEST(WriteEvents, ReportsAFullDevice) { EXPECT_FALSE(write_events(failed_run(), "/dev/full")); }

}  // namespace
}  // namespace saltus
