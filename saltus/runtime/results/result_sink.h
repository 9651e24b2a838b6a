#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace saltus {

struct MicroStep;
struct RunResult;

enum class ColumnKind : std::uint8_t {
  variable,
  derivative,  // der(x), der(der(x))
  mode,        // the number of the mode
  multiplier,  // of a surface that can hold the motion: no number while it does not
  check,       // for checks of the run, not for its readers
};

struct ResultColumn {
  std::string name = {};  // x, der(x), mode, multiplier(x > 0), equivalent(z)
  std::string unit = {};
  std::string description = {};
  ColumnKind kind = ColumnKind::variable;
};

// Both rows of an event have its time.
enum class RowKind : std::uint8_t { output, left_limit, right_limit };

struct ResultRow {
  double time;
  std::span<const double> values;  // one per column; lent until add_row() returns
  RowKind kind = RowKind::output;
};

// Where the results of a run go while they are computed: the run itself keeps none. A sink gets
// the columns before the first row and never again; rows and events come in the order of the run
// (time descends in a backward run), each event before its rows.
class ResultSink {
 public:
  virtual ~ResultSink() = default;
  virtual void begin(const std::vector<ResultColumn>&) {}
  virtual void add_row(const ResultRow&) {}
  // To describe an event takes longer than to solve it: runs do it only if a sink asks for it.
  virtual bool wants_events() const { return false; }
  virtual void add_event(const MicroStep&) {}
  // However the run has ended, once.
  virtual void end(const RunResult&) {}
};

// Passes everything on to several sinks, in the order in which they were added. They must outlive
// it.
class SinkList : public ResultSink {
 public:
  void add(ResultSink& sink) { sinks_.push_back(&sink); }

  void begin(const std::vector<ResultColumn>& columns) override {
    for (ResultSink* sink : sinks_) sink->begin(columns);
  }
  void add_row(const ResultRow& row) override {
    for (ResultSink* sink : sinks_) sink->add_row(row);
  }
  bool wants_events() const override;
  void add_event(const MicroStep& event) override;
  void end(const RunResult& result) override {
    for (ResultSink* sink : sinks_) sink->end(result);
  }

 private:
  std::vector<ResultSink*> sinks_;
};

// Passes on what readers of the results are to see: all columns but those for checks.
class VisibleColumns : public ResultSink {
 public:
  explicit VisibleColumns(ResultSink& sink) : sink_(sink) {}

  void begin(const std::vector<ResultColumn>& columns) override;
  void add_row(const ResultRow& row) override;
  bool wants_events() const override { return sink_.wants_events(); }
  void add_event(const MicroStep& event) override { sink_.add_event(event); }
  void end(const RunResult& result) override { sink_.end(result); }

 private:
  ResultSink& sink_;
  std::vector<std::size_t> visible_;
  std::vector<double> values_;
  bool are_all_visible_ = true;
};

}  // namespace saltus
