#pragma once

#include <optional>
#include <string>

#include "apps/saltus/commands.h"
#include "apps/saltus/first_events.h"
#include "saltus/driver/events_sink.h"
#include "saltus/driver/judge_run.h"
#include "saltus/runtime/results/csv_sink.h"
#include "saltus/runtime/results/summary_sink.h"

namespace saltus {

// Where `saltus simulate` puts the results of a run while they are computed: files or standard
// output, what the summary needs, the judgement of matrices.
class RunOutput {
 public:
  struct Setting {
    const SimulateCommand& command;
    const CompiledModel& model;
    const SourceText& source;
    std::string results_path;
    const MultilinearModel* matrices = nullptr;  // that the model came from
    double tolerance = 0.0;
  };
  explicit RunOutput(const Setting& setting);
  RunOutput(const RunOutput&) = delete;
  RunOutput& operator=(const RunOutput&) = delete;

  ResultSink& sink() { return sinks_; }
  // The results cannot be written: there is no use in going on.
  bool has_failed() const;

  // After the run: what could not be written.
  WriteResult finish_results();
  WriteResult finish_events();

  const SummarySink& rows() const { return rows_; }
  const FirstEvents& events() const { return events_; }
  std::optional<MatrixVerdict> verdict() const;

 private:
  // Prints each event when it happens.
  class EventPrinter : public ResultSink {
   public:
    EventPrinter(const CompiledModel& model, const SourceText& source)
        : model_(model), source_(source) {}
    bool wants_events() const override { return true; }
    void add_event(const MicroStep& event) override;

   private:
    const CompiledModel& model_;
    const SourceText& source_;
  };

  SummarySink rows_;
  FirstEvents events_;
  std::optional<CsvSink> csv_text_;
  std::optional<CsvFileSink> csv_file_;
  std::optional<EventsSink> events_text_;
  std::optional<EventsFileSink> events_file_;
  std::optional<MatrixJudge> judge_;
  std::optional<EventPrinter> printer_;
  SinkList for_readers_;
  VisibleColumns visible_{for_readers_};
  SinkList sinks_;
};

}  // namespace saltus
