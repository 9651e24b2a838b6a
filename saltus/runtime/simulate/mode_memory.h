#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "saltus/foundation/base/memory.h"
#include "saltus/runtime/simulate/options.h"

namespace saltus {

// How much memory the visited modes of a run take, and may take. Modes that were not used for long
// are released and compiled anew when they are visited again, which changes no result.
class ModeMemory {
 public:
  explicit ModeMemory(const SimulationOptions& options)
      : most_(options.mode_memory > 0 ? options.mode_memory : usable_memory() / kShareOfModes) {}

  void add(std::size_t bytes) { used_ += bytes; }
  void remove(std::size_t bytes) { used_ -= bytes; }
  bool is_exceeded() const { return used_ > limit_; }
  // What may be left when modes are released: then there is room for some time.
  std::size_t rest() const { return most_ / 2; }
  // What could not be released is there for good: it is not asked for again and again.
  void note_released() { limit_ = std::max(most_, 2 * used_); }
  // Uses of modes are numbered.
  std::uint64_t next_use() { return ++uses_; }

 private:
  static constexpr std::size_t kShareOfModes = 4;
  std::size_t most_;
  std::size_t limit_ = most_;
  std::size_t used_ = 0;
  std::uint64_t uses_ = 0;
};

}  // namespace saltus
