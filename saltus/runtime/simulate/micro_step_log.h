#pragma once

#include <cstdint>
#include <optional>
#include <unordered_set>
#include <vector>

#include "saltus/runtime/results/result_sink.h"
#include "saltus/runtime/simulate/run_listener.h"

namespace saltus {

// Describes what the micro-steps of an instant did, and hands that to the sink.
class MicroStepLog {
 public:
  MicroStepLog(RunState& run, ResultSink& sink) : run_(run), sink_(sink) {}

  // Another instant: micro-steps are numbered from 0.
  void begin_instant() { described_ = 0; }
  RunListener::Effect add(const RunListener::AcceptedStep& step);

  // RunResult::remarkable
  const std::vector<MicroStep>& remarkable() const { return remarkable_; }

 private:
  RunListener::Effect count(Attempt& attempt);
  MicroStep describe(const RunListener::AcceptedStep& step);
  void describe_component(std::uint32_t component, Attempt& attempt, MicroStep& step);
  void describe_modes(std::uint32_t component, Attempt& attempt, MicroStep& step);
  bool may_be_remarkable(const RunListener::AcceptedStep& accepted) const;
  bool jumps(const ComponentRun& run, std::uint32_t unknown) const;
  static bool is_empty(const Attempt& attempt);
  bool has_counted(const Attempt& attempt) const;
  void describe_jumps(std::uint32_t component, MicroStep& step);
  void describe_discrete(Attempt& attempt, MicroStep& step);
  void keep_if_remarkable(const MicroStep& step);

  RunState& run_;
  ResultSink& sink_;
  std::optional<bool> is_read_;  // by a sink
  int described_ = 0;
  std::vector<MicroStep> remarkable_;
  bool has_several_valuations_ = false;
  std::unordered_set<std::uint32_t> path_dependent_;  // equations, looked up only
};

}  // namespace saltus
