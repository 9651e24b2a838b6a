#pragma once

#include <time.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <utility>

namespace saltus {

// A request from outside that a computation should end. Every loop that may take long polls it and
// leaves with a failure of its own kind; whoever started the computation sees here that it has
// been interrupted.
//
// It also counts work, in evaluations of one equation: a search that could go on for very long has
// a bound on it that is the same on every machine.
class Interruption {
 public:
  Interruption() = default;
  explicit Interruption(std::function<bool()> is_wanted) : is_wanted_(std::move(is_wanted)) {}

  bool is_requested() const { return is_requested_; }
  // Asks now.
  bool ask() {
    if (is_wanted_ && !is_requested_) {
      last_asked_ = Clock::now();
      is_requested_ = is_wanted_();
    }
    return is_requested_;
  }
  // Asks if it has not been asked for a while.
  bool poll() {
    return is_wanted_ && Clock::now() - last_asked_ >= kBetweenAsking ? ask() : is_requested_;
  }

  void count_work(std::uint64_t evaluations) { work_ += evaluations; }
  std::uint64_t work() const { return work_; }

 private:
  // Read in every short loop: a few milliseconds are exact enough, a few nanoseconds fast enough.
  struct Clock {
    using time_point = std::chrono::nanoseconds;  // since some time before
    static time_point now() {
#if defined(CLOCK_MONOTONIC_COARSE)
      timespec time{};
      clock_gettime(CLOCK_MONOTONIC_COARSE, &time);
      return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
#else
      return std::chrono::steady_clock::now().time_since_epoch();
#endif
    }
  };
  static constexpr auto kBetweenAsking = std::chrono::milliseconds(20);

  std::function<bool()> is_wanted_;  // nobody asks if there is none
  Clock::time_point last_asked_{};
  bool is_requested_ = false;
  std::uint64_t work_ = 0;
};

// Where there may be none.
inline bool is_interrupted(Interruption* interruption) {
  return interruption != nullptr && interruption->poll();
}

}  // namespace saltus
