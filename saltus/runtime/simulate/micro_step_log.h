#pragma once

#include <cstdint>
#include <vector>

#include "saltus/runtime/simulate/run_listener.h"

namespace saltus {

// Writes down what the micro-steps of an instant did.
class MicroStepLog {
 public:
  explicit MicroStepLog(RunState& run) : run_(run) {}

  // Another instant: micro-steps are numbered from 0.
  void begin_instant() { described_ = 0; }
  RunListener::Effect add(const RunListener::AcceptedStep& step);

  std::vector<MicroStep> take_events() { return std::move(events_); }

 private:
  RunListener::Effect count(Attempt& attempt);
  MicroStep describe(const RunListener::AcceptedStep& step);
  void describe_component(std::uint32_t component, Attempt& attempt, MicroStep& step);
  void describe_modes(std::uint32_t component, Attempt& attempt, MicroStep& step);
  void describe_jumps(std::uint32_t component, MicroStep& step);
  void describe_discrete(Attempt& attempt, MicroStep& step);
  void keep(MicroStep step);

  RunState& run_;
  int described_ = 0;
  std::vector<MicroStep> events_;
};

}  // namespace saltus
