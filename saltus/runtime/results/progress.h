#pragma once

#include <chrono>
#include <cstdio>
#include <string>

namespace saltus {

// "42 %  t = 4.2 of 10  (0.35 per second, 17 s left)". `elapsed` in seconds, positive.
std::string progress_text(double start, double stop, double time, double elapsed);

// One line on a terminal that shows how far a run has come; appears after a second, is renewed a
// few times per second, and leaves no trace.
class ProgressLine {
 public:
  // `terminal` may be null: then nothing is ever shown.
  ProgressLine(double start, double stop, std::FILE* terminal);
  ~ProgressLine() { erase(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void update(double time);
  void erase();

 private:
  using Clock = std::chrono::steady_clock;

  double start_, stop_;
  std::FILE* terminal_;
  Clock::time_point began_;
  Clock::time_point next_;
  bool is_shown_ = false;
};

}  // namespace saltus
