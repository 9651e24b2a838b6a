#pragma once

#include <optional>
#include <string>

#include "saltus/driver/compile.h"
#include "saltus/runtime/results/atomic_file.h"
#include "saltus/runtime/results/write_events.h"

namespace saltus {

// The events of a run as JSON (docs/events_file.md), in blocks of whole events as they come.
class EventsSink : public ResultSink {
 public:
  // `model` and `source` must outlive it.
  EventsSink(const CompiledModel& model, const SourceText& source, EventsWriter::Write write);

  void begin(const std::vector<ResultColumn>& columns) override;
  bool wants_events() const override { return true; }
  void add_event(const MicroStep& event) override;
  void end(const RunResult& result) override;

 private:
  void flush();

  const CompiledModel& model_;
  const SourceText& source_;
  EventsWriter::Write write_;
  std::string block_;
  EventsWriter writer_;
};

// The same as a file, which appears when the run has ended.
class EventsFileSink : public ResultSink {
 public:
  EventsFileSink(const CompiledModel& model, const SourceText& source, std::string path);

  void begin(const std::vector<ResultColumn>& columns) override;
  bool wants_events() const override { return true; }
  void add_event(const MicroStep& event) override { events_.add_event(event); }
  void end(const RunResult& result) override { events_.end(result); }

  // After the run.
  WriteResult finish() { return file_->commit_part(); }

 private:
  std::string path_;
  std::optional<AtomicFile> file_;
  EventsSink events_;
};

}  // namespace saltus
