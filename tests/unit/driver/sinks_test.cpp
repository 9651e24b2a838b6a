#include <gtest/gtest.h>
#include <malloc.h>

#include <nlohmann/json.hpp>

#include "saltus/driver/describe_event.h"
#include "saltus/driver/events_sink.h"
#include "tests/problems/model_from_text.h"

// What a run tells its sinks, and that it keeps none of it.

namespace saltus::testing {
namespace {

constexpr const char* kBall = R"(model Ball
  Real h(start = 1, fixed = true);
  Real v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81;
  when h < 0 then
    reinit(v, -pre(v));
  end when;
end Ball;)";

// Counts, and looks at the memory in use when the run ends.
class CountingSink : public ResultSink {
 public:
  void begin(const std::vector<ResultColumn>& columns) override {
    ++begun_;
    columns_ = columns.size();
  }
  void add_row(const ResultRow& row) override {
    EXPECT_EQ(begun_, 1);
    EXPECT_EQ(row.values.size(), columns_);
    ++rows_;
    if (row.kind == RowKind::left_limit) ++left_limits_;
    if (row.kind == RowKind::right_limit) ++right_limits_;
  }
  bool wants_events() const override { return true; }
  void add_event(const MicroStep&) override { ++events_; }
  void end(const RunResult&) override {
    ++ended_;
    bytes_ = mallinfo2().uordblks;
  }

  int begun_ = 0, ended_ = 0;
  std::size_t columns_ = 0, rows_ = 0, left_limits_ = 0, right_limits_ = 0, events_ = 0, bytes_ = 0;
};

CountingSink count(const ModelFromText& model, double stop) {
  CountingSink sink;
  Diagnostics diagnostics;
  run_model(model.model(), {.stop_time = stop, .interval = 0.01}, sink, diagnostics);
  return sink;
}

TEST(Sinks, GetEverythingOnce) {
  const ModelFromText model(kBall);
  const CountingSink sink = count(model, 10.0);
  EXPECT_EQ(sink.begun_, 1);
  EXPECT_EQ(sink.ended_, 1);
  // Bounces at (2 k + 1) sqrt(2/9.81).
  EXPECT_EQ(sink.events_, 11u);
  EXPECT_EQ(sink.left_limits_, 11u);
  EXPECT_EQ(sink.right_limits_, 11u);
  EXPECT_EQ(sink.rows_, 1001u + 22u);
}

TEST(Sinks, MemoryDoesNotGrowWithTheRun) {
  const ModelFromText model(kBall);
  count(model, 10.0);  // modes are compiled
  const CountingSink few = count(model, 10.0), many = count(model, 1000.0);
  if (few.bytes_ == 0) GTEST_SKIP() << "the allocator does not say how much is in use";
  EXPECT_GT(many.rows_, 90u * few.rows_);
  EXPECT_GT(many.events_, 90u * few.events_);
  EXPECT_LE(many.bytes_, few.bytes_ + 1000u);
}

// What a run has counted when nobody, or somebody, wants to know of its events.
struct Counts {
  std::uint64_t events = 0, micro_steps = 0, cascades = 0, mode_changes = 0, resets = 0;
  std::size_t remarkable = 0;
  bool operator==(const Counts&) const = default;
};

class ResultOf : public ResultSink {
 public:
  explicit ResultOf(bool wants_events) : wants_events_(wants_events) {}
  void begin(const std::vector<ResultColumn>&) override {}
  void add_row(const ResultRow&) override { ++rows_; }
  bool wants_events() const override { return wants_events_; }
  void add_event(const MicroStep&) override { ++described_; }
  void end(const RunResult& result) override {
    const auto& found = result.statistics;
    counts_ = {found.events,       found.micro_steps, found.cascades,
               found.mode_changes, found.resets,      result.remarkable.size()};
  }

  std::size_t rows_ = 0, described_ = 0;
  Counts counts_;

 private:
  bool wants_events_;
};

TEST(Sinks, EventsAreTheSameWhetherSomebodyReadsThemOrNot) {
  constexpr const char* counter = R"(model Counter
    Real x(start = 0, fixed = true);
    Integer n(start = 0), m(start = 0);
  equation
    der(x) = 1;
    when sin(10*x) > 0.5 then n = pre(n) + 1; end when;
    when pre(n) > 2 then m = 7; reinit(x, 0); end when;
  end Counter;)";
  constexpr const char* clutch = R"(model Clutch
    Real a(start = 1, fixed = true), b(start = 2, fixed = true), t, u;
  equation
    der(a) = -0.1*a + t;
    der(b) = 0.5*u;
    if cos(7*time) < 0 then a = b; t + u = 0; else t = 0; u = 0; end if;
  end Clutch;)";
  constexpr const char* relay = R"(model Relay
    Real x(start = 0.5, fixed = true);
    Integer z(min = 0, max = 1), w(min = 0, max = 1, start = 1);
  equation
    der(x) = 1 - 2*z;
    (x - 1)*(1 - z + w) <= 0;
    (0 - x)*(1 - w + z) <= 0;
  end Relay;)";
  for (const char* text : {kBall, counter, clutch, relay}) {
    const ModelFromText model(text);
    ResultOf read(true), unread(false);
    for (ResultOf* sink : {&read, &unread}) {
      Diagnostics diagnostics;
      run_model(model.model(), {.stop_time = 10.0, .interval = 0.1}, *sink, diagnostics);
    }
    EXPECT_EQ(read.counts_, unread.counts_) << text;
    EXPECT_EQ(read.rows_, unread.rows_) << text;
    EXPECT_EQ(read.described_, read.counts_.micro_steps) << text;
    EXPECT_GT(read.described_, 1u) << text;
    EXPECT_EQ(unread.described_, 0u) << text;
  }
}

TEST(Sinks, ClocksThatCutLongStepsLeaveNothingBehind) {
  const ModelFromText model(
      "model M discrete Real u(start = 0); Real x(start = 1, fixed = true); equation"
      " der(x) = u; when sample(0, 0.01) then u = 1 - pre(u); end when; end M;");
  count(model, 10.0);
  const CountingSink few = count(model, 10.0), many = count(model, 200.0);
  if (few.bytes_ == 0) GTEST_SKIP() << "the allocator does not say how much is in use";
  EXPECT_LE(many.bytes_, few.bytes_ + 1000u);
}

TEST(Sinks, HearOfARunThatCannotBegin) {
  const ModelFromText model(
      "model M Real x(start = 1, fixed = true); Real y(start = 2, fixed = true); equation"
      " x = y; der(x) = -x; end M;");
  const CountingSink sink = count(model, 1.0);
  EXPECT_EQ(sink.begun_, 1);
  EXPECT_EQ(sink.rows_, 0u);
  EXPECT_EQ(sink.ended_, 1);
}

// What the convenience keeps is what sinks get.
TEST(Sinks, EventsAsTextAreThoseInMemory) {
  ModelFromText model(kBall);
  std::string text;
  EventsSink sink(model.model(), model.source(), [&](std::string_view piece) { text += piece; });
  Diagnostics diagnostics;
  const RunResult result = run_model(model.model(), {.stop_time = 5.0}, sink, diagnostics);
  const Simulation simulation = model.run({.stop_time = 5.0});
  const auto json = nlohmann::json::parse(text);
  ASSERT_EQ(json["events"].size(), simulation.events.size());
  for (std::size_t i = 0; i < simulation.events.size(); ++i) {
    EXPECT_EQ(json["events"][i]["time"], simulation.events[i].time);
  }
  EXPECT_EQ(json["end"]["reason"], "reached_stop_time");
  EXPECT_EQ(json["statistics"]["events"], result.statistics.events);
}

}  // namespace
}  // namespace saltus::testing
