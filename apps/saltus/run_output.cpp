#include "apps/saltus/run_output.h"

#include <cstdio>

#include "apps/saltus/report.h"
#include "saltus/driver/describe_event.h"

namespace saltus {

RunOutput::RunOutput(const Setting& setting)
    : rows_(setting.command.quiet || setting.command.json ? 0 : SummarySink::usual_rows) {
  const SimulateCommand& command = setting.command;
  const auto print_text = [](std::string_view text) { print(text); };
  for_readers_.add(rows_);
  if (setting.results_path == "-") {
    for_readers_.add(csv_text_.emplace(print_text));
  } else {
    for_readers_.add(csv_file_.emplace(setting.results_path));
  }
  sinks_.add(visible_);
  // The summary lists them.
  if (!command.quiet && !command.json) sinks_.add(events_);
  if (command.events == "-") {
    sinks_.add(events_text_.emplace(setting.model, setting.source, print_text));
  } else if (!command.events.empty()) {
    sinks_.add(events_file_.emplace(setting.model, setting.source, command.events));
  }
  if (command.log_events) sinks_.add(printer_.emplace(setting.model, setting.source));
  if (setting.matrices != nullptr) {
    sinks_.add(judge_.emplace(*setting.matrices, setting.tolerance));
  }
}

void RunOutput::EventPrinter::add_event(const MicroStep& event) {
  const std::string text = event_text(describe_event(event, model_, source_), "");
  std::fwrite(text.data(), 1, text.size(), stderr);
}

bool RunOutput::has_failed() const {
  return csv_file_ ? csv_file_->has_failed() : is_output_lost();
}

WriteResult RunOutput::finish_results() {
  return csv_file_ ? csv_file_->finish() : WriteResult(Written{});
}

WriteResult RunOutput::finish_events() {
  return events_file_ ? events_file_->finish() : WriteResult(Written{});
}

std::optional<MatrixVerdict> RunOutput::verdict() const {
  if (!judge_) return std::nullopt;
  return judge_->verdict();
}

}  // namespace saltus
