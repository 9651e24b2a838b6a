#include "saltus/api/run.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <random>
#include <thread>

#include "saltus/foundation/base/check.h"

namespace saltus {
namespace {

std::shared_ptr<const Model> model_of(const std::string& text, const ModelOptions& options = {}) {
  const auto loaded = Model::from_text(SourceText("model.mo", text), "", options);
  if (!loaded) {
    ADD_FAILURE() << loaded.error().text();
    throw std::runtime_error("the model is not loaded");
  }
  return loaded.value();
}

// Everything that a run tells its sinks, as bytes: equal records are equal bit for bit.
class Record : public ResultSink {
 public:
  void add_row(const ResultRow& row) override {
    add(row.time);
    add(static_cast<double>(row.kind));
    for (const double value : row.values) add(value);
  }
  bool wants_events() const override { return true; }
  void add_event(const MicroStep& event) override {
    add(event.time);
    add(event.number);
    for (const MicroStep::Jump& jump : event.jumps) {
      add(jump.left);
      add(jump.right);
    }
    for (const GuardValue& guard : event.to) add(guard.value ? 1.0 : 0.0);
  }
  const std::vector<std::uint64_t>& bytes() const { return bytes_; }
  void clear() { bytes_.clear(); }

 private:
  void add(double value) { bytes_.push_back(std::bit_cast<std::uint64_t>(value)); }
  std::vector<std::uint64_t> bytes_;
};

struct Case {
  const char* name;
  const char* text;
  double stop;
};

// Smooth, stiff at events, sliding, with clocks, with constraints, with binary unknowns.
const Case kCases[] = {
    {"oscillator",
     "model M Real x(start = 1, fixed = true), v; equation der(x) = v;"
     " der(v) = -x - 0.1*v^3; end M;",
     10.0},
    {"ball",
     "model M Real h(start = 1, fixed = true), v(start = 0, fixed = true); equation"
     " der(h) = v; der(v) = -9.81; when h < 0 then reinit(v, -0.8*pre(v)); end when; end M;",
     2.5},
    {"friction",
     "model M Real x(start = 0, fixed = true), v(start = 0, fixed = true), F; equation"
     " der(x) = v; der(v) = 1.5*sin(2*time) - F;"
     " F = if v > 0 then 1.0 else -1.0; end M;",
     10.0},
    {"clutch",
     "model M Real w1(start = 2, fixed = true), w2(start = 0, fixed = true), t; equation"
     " 2*der(w1) = -t - 0.1*w1; der(w2) = t; if sin(2*time) < 0.5 then t = 0;"
     " else w1 = w2; end if; end M;",
     8.0},
    {"sampled",
     "model M Real x(start = 1, fixed = true); discrete Real u(start = 0); equation"
     " der(x) = -x + u; when sample(0, 0.3) then u = 0.5*pre(u) - x; end when; end M;",
     5.0},
    {"pendulum",
     "model M Real x(start = 1, fixed = true), y(start = 0), vx, vy(start = 0), l;"
     " equation der(x) = vx; der(y) = vy; der(vx) = -l*x; der(vy) = -l*y - 9.81;"
     " x^2 + y^2 = 1; end M;",
     4.0},
    {"two",
     "model M Real x(start = 0.5, fixed = true), y(start = 1, fixed = true); Integer n(start"
     " = 0, fixed = true); equation der(x) = if x > 0 then -1 else 2; der(y) = -y + 0.1*n;"
     " when y < 0.5 then n = pre(n) + 1; end when; end M;",
     6.0},
};

struct Outcome {
  std::vector<std::uint64_t> bytes;
  std::vector<double> last;
  EndReason reason;
};

Outcome run_split(const Case& test, const std::vector<double>& times, bool looks) {
  const auto model = model_of(test.text);
  Record record;
  saltus::Run run(model, {.stop_time = test.stop, .interval = 0.07});
  run.add_sink(record);
  const auto failure = run.start();
  EXPECT_FALSE(failure) << failure->text();
  for (const double time : times) {
    run.advance_to(time);
    for (const VariableId id : model->flat().variables.ids()) {
      if (!looks) continue;
      EXPECT_TRUE(std::isfinite(run.value(id))) << test.name << " at " << time;
    }
  }
  run.advance_to(test.stop);
  EXPECT_TRUE(run.is_finished());
  Outcome outcome{record.bytes(), {}, run.finish().end.reason};
  for (const VariableId id : model->flat().variables.ids()) {
    outcome.last.push_back(run.value(id));
  }
  return outcome;
}

TEST(Run, IsTheSameWhereverItIsStopped) {
  std::mt19937 random(7);
  for (const Case& test : kCases) {
    const Outcome whole = run_split(test, {}, false);
    EXPECT_EQ(whole.reason, EndReason::reached_stop_time) << test.name;
    EXPECT_GT(whole.bytes.size(), 100u);
    for (const std::size_t pieces : {1u, 2u, 17u, 400u}) {
      std::vector<double> times;
      for (std::size_t i = 0; i < pieces; ++i) {
        times.push_back(std::uniform_real_distribution(0.0, test.stop)(random));
      }
      std::sort(times.begin(), times.end());
      for (const bool looks : {false, true}) {
        const Outcome split = run_split(test, times, looks);
        EXPECT_EQ(split.bytes, whole.bytes) << test.name << ", " << pieces << " pieces";
        EXPECT_EQ(split.last, whole.last) << test.name;
      }
    }
  }
}

// Rows are what a look at the same time sees.
TEST(Run, ValuesAreThoseOfTheRows) {
  for (const Case& test : kCases) {
    const auto model = model_of(test.text);
    TrajectorySink rows;
    saltus::Run run(model, {.stop_time = test.stop, .interval = 0.1, .with_event_rows = false});
    run.add_sink(rows);
    ASSERT_FALSE(run.start());
    for (int i = 1; i < 20; ++i) {
      run.advance_to(0.1 * i);
      const Trajectory& table = rows.trajectory();
      ASSERT_EQ(table.row_count(), static_cast<std::size_t>(i) + 1) << test.name;
      std::size_t column = 0;
      for (const VariableId id : model->flat().variables.ids()) {
        if (model->flat().variables[id].is_hidden) continue;
        EXPECT_EQ(run.value(id), table.value(static_cast<std::size_t>(i), column++)) << test.name;
      }
    }
  }
}

TEST(Run, GoesFromEventToEvent) {
  saltus::Run run(model_of(kCases[1].text), {.stop_time = 2.5});
  ASSERT_FALSE(run.start());
  const VariableId v = *run.variable("v");
  // Falls from 1, then each bounce leaves 0.8 of the speed.
  double speed = std::sqrt(2.0 * 9.81), time = std::sqrt(2.0 / 9.81);
  for (int bounce = 0; bounce < 3; ++bounce) {
    run.advance_to_event();
    ASSERT_FALSE(run.is_finished());
    EXPECT_NEAR(run.time(), time, 1e-10);
    speed *= 0.8;
    EXPECT_NEAR(run.value(v), speed, 1e-8);
    time += 2.0 * speed / 9.81;
  }
  run.advance_to(100.0);
  EXPECT_TRUE(run.is_finished());
  EXPECT_EQ(run.time(), 2.5);
}

TEST(Run, CanBeFinishedAtAnyTime) {
  Record record;
  saltus::Run run(model_of(kCases[0].text), {.stop_time = 10.0});
  run.add_sink(record);
  ASSERT_FALSE(run.start());
  run.advance_to(3.0);
  EXPECT_EQ(run.finish().end.reason, EndReason::stopped);
  EXPECT_EQ(run.finish().end.time, 3.0);
  EXPECT_TRUE(run.diagnostics().all().empty());
}

TEST(Run, SaysWhyItDoesNotBegin) {
  saltus::Run run(
      model_of("model M Real x(start = 1, fixed = true), y(start = 2, fixed = true); equation"
               " x = y; der(x) = -x; end M;"),
      {});
  const auto failure = run.start();
  ASSERT_TRUE(failure);
  EXPECT_NE(failure->text().find("error"), std::string::npos);
  EXPECT_TRUE(run.is_finished());

  saltus::Run singular(model_of("model M Real x, y; equation x + y = 1; x + y = 2; end M;"), {});
  EXPECT_TRUE(singular.start());
}

// x' = u - x, relaxes towards u from one change of u to the next.
constexpr const char* kDriven =
    "model M input Real u; Real x(start = 0, fixed = true); equation der(x) = u - x; end M;";

TEST(RunInputs, AreSetFromOutside) {
  saltus::Run run(model_of(kDriven, {.open_inputs = {"u"}}), {.stop_time = 3.0});
  const VariableId u = *run.variable("u"), x = *run.variable("x");
  ASSERT_TRUE(run.set_input(u, 1.0));
  ASSERT_FALSE(run.start());
  double expected = 0.0, input = 1.0;
  for (int k = 1; k <= 6; ++k) {
    run.advance_to(0.5 * k);
    expected = input + (expected - input) * std::exp(-0.5);
    EXPECT_NEAR(run.value(x), expected, 1e-9);
    if (run.is_finished()) break;
    input = std::cos(k);
    ASSERT_TRUE(run.set_input(u, input));
    EXPECT_EQ(run.value(u), input);
    EXPECT_NEAR(run.value(x), expected, 1e-9);  // a state does not jump
  }
  EXPECT_EQ(run.finish().statistics.events, 0u + 5u);
}

// The same course from a table, for a model with guards, resets and sliding.
TEST(RunInputs, AreLikeATable) {
  const std::string text =
      "model M input Real u; Real x(start = 0, fixed = true), y(start = 1, fixed = true), z;"
      " discrete Integer n(start = 0); equation der(x) = u - (if x > 0.5 then 1 else -1);"
      " der(y) = if u > 0 then -y else z; z = 2*u + y;"
      " when u > 0.3 then n = pre(n) + 1; end when; end M;";
  const std::vector<double> values = {0.2, 0.5, -0.4, 0.9, 0.9, -3.0, 0.31};
  std::string course = "time,u\n";
  for (std::size_t k = 0; k < values.size(); ++k) {
    const double from = 0.4 * static_cast<double>(k);
    course += std::to_string(from) + "," + std::to_string(values[k]) + "\n" +
              std::to_string(from + 0.4) + "," + std::to_string(values[k]) + "\n";
  }
  const std::string path = ::testing::TempDir() + "saltus_run_inputs.csv";
  std::FILE* file = std::fopen(path.c_str(), "w");
  ASSERT_NE(file, nullptr);
  std::fputs(course.c_str(), file);
  std::fclose(file);

  const auto with_table = model_of(text, {.inputs = {{"u", path}}});
  const auto steered = model_of(text, {.open_inputs = {"u"}});
  const SimulationOptions options{.stop_time = 2.8, .tolerance = 1e-10};
  saltus::Run first(with_table, options), second(steered, options);
  ASSERT_TRUE(second.set_input(*second.variable("u"), values[0]));
  ASSERT_FALSE(first.start());
  ASSERT_FALSE(second.start());
  for (std::size_t k = 0; k < values.size(); ++k) {
    for (const double share : {0.1, 0.25, 0.3999}) {
      const double time = 0.4 * static_cast<double>(k) + share;
      first.advance_to(time);
      second.advance_to(time);
      for (const char* name : {"u", "x", "y", "z", "n"}) {
        EXPECT_NEAR(second.value(*second.variable(name)), first.value(*first.variable(name)), 1e-8)
            << name << " at " << time;
      }
    }
    second.advance_to(0.4 * static_cast<double>(k + 1));
    if (k + 1 < values.size()) {
      ASSERT_TRUE(second.set_input(*second.variable("u"), values[k + 1]));
    }
  }
}

TEST(RunInputs, AreAnEventOnlyIfTheyChange) {
  saltus::Run run(model_of(kDriven, {.open_inputs = {"u"}}), {.stop_time = 1.0});
  ASSERT_FALSE(run.start());
  const VariableId u = *run.variable("u");
  run.advance_to(0.25);
  ASSERT_TRUE(run.set_input(u, 0.0));
  run.advance_to(0.3);
  ASSERT_TRUE(run.set_input(u, 1.0));
  ASSERT_TRUE(run.set_input(u, 0.0));  // never mind
  run.advance_to(0.5);
  ASSERT_TRUE(run.set_input(u, 1.0));
  ASSERT_TRUE(run.set_input(u, 2.0));  // the last one counts
  run.advance_to(1.0);
  EXPECT_EQ(run.finish().statistics.events, 1u);
  EXPECT_NEAR(run.value(*run.variable("x")), 2.0 * (1.0 - std::exp(-0.5)), 1e-9);
}

// An input of time alone, and what follows from it at once.
TEST(RunInputs, DecideThresholdsAndWhenClauses) {
  saltus::Run run(
      model_of("model M input Real limit; Boolean late; discrete Real since(start = -1);"
               " equation late = time > limit; when late then since = time; end when; end M;",
               {.open_inputs = {"limit"}}),
      {.stop_time = 10.0});
  const VariableId limit = *run.variable("limit"), since = *run.variable("since");
  ASSERT_TRUE(run.set_input(limit, 5.0));
  ASSERT_FALSE(run.start());
  run.advance_to(1.0);
  EXPECT_EQ(run.value(since), -1.0);
  ASSERT_TRUE(run.set_input(limit, 3.0));
  run.advance_to(4.0);
  EXPECT_EQ(run.value(since), 3.0);
  ASSERT_TRUE(run.set_input(limit, 6.0));
  run.advance_to(5.0);
  EXPECT_EQ(run.value(*run.variable("late")), 0.0);
  ASSERT_TRUE(run.set_input(limit, 4.5));
  EXPECT_EQ(run.value(since), 5.0);
}

TEST(RunInputs, RefuseWhatIsNone) {
  saltus::Run run(
      model_of("model M input Boolean b; input Integer n; Real x(start = 0, fixed = true);"
               " equation der(x) = if b then n else 0; end M;",
               {.open_inputs = {"b", "n"}}),
      {.stop_time = 1.0});
  EXPECT_FALSE(run.set_input(*run.variable("x"), 1.0));
  EXPECT_FALSE(run.set_input(*run.variable("b"), 0.5));
  EXPECT_FALSE(run.set_input(*run.variable("n"), 0.5));
  EXPECT_FALSE(run.set_input(*run.variable("n"), std::nan("")));
  EXPECT_TRUE(run.set_input(*run.variable("n"), 3.0));
  EXPECT_TRUE(run.set_input(*run.variable("b"), 1.0));
  EXPECT_FALSE(run.variable("y"));
  ASSERT_FALSE(run.start());
  run.advance_to(1.0);
  EXPECT_NEAR(run.value(*run.variable("x")), 3.0, 1e-12);
  EXPECT_FALSE(Model::from_text(SourceText("m.mo", kDriven), "", {.open_inputs = {"w"}}));
}

// x_i + 0.2 sin(x_(i+1)) = c_i in a ring, driven by a state with events: large sparse blocks.
std::string ring(int size) {
  std::string names, equations;
  for (int i = 1; i <= size; ++i) {
    names += ", x" + std::to_string(i);
    equations += " x" + std::to_string(i) + " + 0.2*sin(x" + std::to_string(i % size + 1) +
                 ") = 0.1*" + std::to_string(i) + "*s;";
  }
  return "model M Real s(start = 1, fixed = true), v(start = 0, fixed = true)" + names +
         "; equation der(s) = v; der(v) = (if s > 0 then -4 else 4) + 0.01*x1;" + equations +
         " end M;";
}

void check_snapshots(const std::string& name, const std::string& text, double stop) {
  const auto model = model_of(text);
  const SimulationOptions options{
      .stop_time = stop, .interval = 0.07, .continues_after_zeno = true};
  Record whole_record;
  saltus::Run whole(model, options);
  whole.add_sink(whole_record);
  ASSERT_FALSE(whole.start());
  whole.advance_to(stop);
  const std::uint64_t steps = whole.finish().statistics.steps;

  Record record;
  saltus::Run run(model, options);
  run.add_sink(record);
  ASSERT_FALSE(run.start());
  constexpr int pieces = 13;
  std::vector<std::uint64_t> all = record.bytes();
  for (int i = 1; i <= pieces; ++i) {
    const RunSnapshot here = run.snapshot();
    const double time = run.time();
    record.clear();
    run.advance_to(stop);  // to the end and back
    const std::vector<std::uint64_t> to_the_end = record.bytes();
    EXPECT_TRUE(run.is_finished());
    run.restore(here);
    EXPECT_FALSE(run.is_finished());
    EXPECT_EQ(run.time(), time);
    record.clear();
    run.advance_to(stop * i / pieces);
    EXPECT_TRUE(std::equal(record.bytes().begin(), record.bytes().end(), to_the_end.begin()))
        << name << " from " << time;
    all.insert(all.end(), record.bytes().begin(), record.bytes().end());
  }
  EXPECT_EQ(all, whole_record.bytes()) << name;
  EXPECT_EQ(run.finish().statistics.steps, steps) << name;
}

TEST(RunSnapshots, LeadToTheSameRun) {
  for (const Case& test : kCases) check_snapshots(test.name, test.text, test.stop);
}

// Bounces accumulate at 4.06; from then on the ball rests.
TEST(RunSnapshots, KeepWhatAccumulatesAndRests) { check_snapshots("rest", kCases[1].text, 6.0); }

// A mass on a shaken table.
TEST(RunSnapshots, KeepBinaryUnknowns) {
  check_snapshots("contact",
                  "model M Real x(start = 0.5, fixed = true), v(start = 0, fixed = true), f, h;"
                  " Integer z(min = 0, max = 1); equation h = 0.1*sin(12*time); der(x) = v;"
                  " 2*der(v) = f - 2*9.81; z*(x - h) + (1 - z)*f = 0;"
                  " -(1 - z)*(x - h) - z*f <= 0; end M;",
                  3.0);
}

TEST(RunSnapshots, KeepSparseFactors) { check_snapshots("ring", ring(120), 3.0); }

// Two futures of one past, in turns.
TEST(RunSnapshots, BranchTheRun) {
  saltus::Run run(model_of(kDriven, {.open_inputs = {"u"}}), {.stop_time = 2.0});
  const VariableId u = *run.variable("u"), x = *run.variable("x");
  ASSERT_TRUE(run.set_input(u, 1.0));
  ASSERT_FALSE(run.start());
  run.advance_to(0.7);
  const double past = run.value(x);
  const RunSnapshot here = run.snapshot();
  for (const double input : {-1.0, 3.0, -1.0, 1.0}) {
    run.restore(here);
    EXPECT_EQ(run.value(x), past);
    EXPECT_EQ(run.value(u), 1.0);
    ASSERT_TRUE(run.set_input(u, input));
    run.advance_to(2.0);
    EXPECT_NEAR(run.value(x), input + (past - input) * std::exp(-1.3), 1e-9);
  }
}

// A snapshot that is older than another one, and one of modes that were forgotten in between.
TEST(RunSnapshots, CanBeUsedInAnyOrder) {
  saltus::Run run(model_of(kCases[2].text), {.stop_time = 10.0});
  ASSERT_FALSE(run.start());
  const VariableId v = *run.variable("v");
  const RunSnapshot begin = run.snapshot();
  run.advance_to(1.0);
  const RunSnapshot early = run.snapshot();
  run.advance_to(5.0);
  const RunSnapshot late = run.snapshot();
  run.advance_to(9.0);
  const double end = run.value(v);
  for (const RunSnapshot* one : {&late, &begin, &late, &early, &begin, &late}) {
    run.restore(*one);
    run.advance_to(9.0);
    EXPECT_EQ(run.value(v), end);
  }
}

TEST(RunSnapshots, BelongToTheirRun) {
  const auto model = model_of(kCases[0].text);
  saltus::Run first(model, {}), second(model, {});
  ASSERT_FALSE(first.start());
  ASSERT_FALSE(second.start());
  EXPECT_THROW(second.restore(first.snapshot()), InternalError);
}

TEST(Run, IsIndependentOfOthersInOtherThreads) {
  for (const Case& test : kCases) {
    const auto model = model_of(test.text);
    std::vector<Record> records(4);
    std::vector<std::thread> threads;
    for (Record& record : records) {
      threads.emplace_back([&] {
        saltus::Run run(model, {.stop_time = test.stop, .interval = 0.07});
        run.add_sink(record);
        if (run.start()) return;
        while (!run.is_finished()) run.advance_to(run.time() + 0.31);
        run.finish();
      });
    }
    for (std::thread& thread : threads) thread.join();
    const Outcome whole = run_split(test, {}, false);
    for (const Record& record : records) EXPECT_EQ(record.bytes(), whole.bytes) << test.name;
  }
}

}  // namespace
}  // namespace saltus
