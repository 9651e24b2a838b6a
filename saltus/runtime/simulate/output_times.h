#pragma once

#include <cstdint>
#include <optional>

#include "saltus/runtime/simulate/options.h"

namespace saltus {

// The times at which a row is due, in the order of the run. Multiples of the
// interval are computed from the start, so they do not drift.
class OutputTimes {
 public:
  explicit OutputTimes(const SimulationOptions& options);

  // The next time that is due, if it is not beyond `reached`.
  std::optional<double> next(double reached) const;
  void advance() { ++index_; }
  // Nothing prescribed: a row per step.
  bool is_per_step() const { return is_per_step_; }

 private:
  std::optional<double> time_at(std::uint64_t index) const;

  const SimulationOptions& options_;
  double direction_;
  bool is_per_step_;
  std::uint64_t last_ = 0;
  std::uint64_t index_ = 0;
};

}  // namespace saltus
