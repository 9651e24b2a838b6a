#include "saltus/runtime/results/result_sink.h"

#include <algorithm>

namespace saltus {

bool SinkList::wants_events() const {
  return std::ranges::any_of(sinks_, [](const ResultSink* sink) { return sink->wants_events(); });
}

void SinkList::add_event(const MicroStep& event) {
  for (ResultSink* sink : sinks_) {
    if (sink->wants_events()) sink->add_event(event);
  }
}

void VisibleColumns::begin(const std::vector<ResultColumn>& columns) {
  visible_.clear();
  std::vector<ResultColumn> shown;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].kind == ColumnKind::check) continue;
    visible_.push_back(i);
    shown.push_back(columns[i]);
  }
  are_all_visible_ = visible_.size() == columns.size();
  values_.resize(visible_.size());
  sink_.begin(shown);
}

void VisibleColumns::add_row(const ResultRow& row) {
  if (are_all_visible_) return sink_.add_row(row);
  for (std::size_t i = 0; i < visible_.size(); ++i) values_[i] = row.values[visible_[i]];
  sink_.add_row({row.time, values_, row.kind});
}

}  // namespace saltus
