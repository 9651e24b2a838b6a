#pragma once

#include <cstddef>
#include <vector>

#include "saltus/runtime/results/result_sink.h"
#include "saltus/runtime/simulate/outcome.h"

namespace saltus {

// The first events of a run and the last one: nobody reads more of them in a summary.
class FirstEvents : public ResultSink {
 public:
  bool wants_events() const override { return true; }
  void add_event(const MicroStep& event) override {
    ++count_;
    if (events_.size() > kMostDescribed) forget_modes(events_.back());
    if (events_.size() < kMost) {
      events_.push_back(event);
    } else {
      events_.back() = event;
    }
  }

  const std::vector<MicroStep>& events() const { return events_; }
  std::size_t count() const { return count_; }  // of all

  // Those of the first events that are described, as the last one is: of the others only the time
  // and the impulses are shown.
  static constexpr std::size_t kMostDescribed = 6;

 private:
  // They are as long as the model has conditions.
  static void forget_modes(MicroStep& event) {
    event.from = {};
    event.to = {};
  }

  static constexpr std::size_t kMost = 1000;
  std::vector<MicroStep> events_;
  std::size_t count_ = 0;
};

}  // namespace saltus
