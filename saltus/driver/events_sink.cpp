#include "saltus/driver/events_sink.h"

#include <utility>

#include "saltus/driver/describe_event.h"

namespace saltus {

namespace {

constexpr std::size_t kBlockSize = std::size_t{1} << 16;

}  // namespace

EventsSink::EventsSink(const CompiledModel& model, const SourceText& source,
                       EventsWriter::Write write)
    : model_(model),
      source_(source),
      write_(std::move(write)),
      writer_([this](std::string_view text) { block_ += text; }) {}

void EventsSink::begin(const std::vector<ResultColumn>&) { writer_.begin(model_.system.name); }

void EventsSink::add_event(const MicroStep& event) {
  writer_.add(describe_event(event, model_, source_));
  if (block_.size() >= kBlockSize) flush();
}

void EventsSink::end(const RunResult& result) {
  writer_.finish(describe_end(result.end, model_, source_), describe_statistics(result.statistics));
  flush();
}

void EventsSink::flush() {
  write_(block_);
  block_.clear();
}

EventsFileSink::EventsFileSink(const CompiledModel& model, const SourceText& source,
                               std::string path)
    : path_(std::move(path)),
      events_(model, source, [this](std::string_view text) { file_->write(text); }) {}

void EventsFileSink::begin(const std::vector<ResultColumn>& columns) {
  file_.emplace(path_);
  events_.begin(columns);
}

}  // namespace saltus
