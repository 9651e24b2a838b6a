#include "saltus/runtime/results/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace saltus {
namespace {

constexpr auto quiet_time = std::chrono::seconds(1);
constexpr auto renewal_time = std::chrono::milliseconds(200);

std::string duration_text(double seconds) {
  if (seconds < 100.0) return fmt::format("{:.0f} s", seconds);
  if (seconds < 6000.0) return fmt::format("{:.0f} min", seconds / 60.0);
  if (seconds < 3.6e6) return fmt::format("{:.0f} h", seconds / 3600.0);
  return "more than 1000 h";
}

}  // namespace

std::string progress_text(double start, double stop, double time, double elapsed) {
  const double whole = std::abs(stop - start);
  const double done = std::abs(time - start);
  const double share = whole > 0.0 ? std::clamp(done / whole, 0.0, 1.0) : 1.0;
  const std::string position =
      fmt::format("{:3.0f} %  t = {:.4g} of {:.4g}", std::floor(100.0 * share), time, stop);
  if (done <= 0.0) return position;
  const double rate = done / elapsed;
  return fmt::format("{}  ({:.3g} per second, {} left)", position, rate,
                     duration_text((whole - done) / rate));
}

ProgressLine::ProgressLine(double start, double stop, std::FILE* terminal)
    : start_(start),
      stop_(stop),
      terminal_(terminal),
      began_(Clock::now()),
      next_(began_ + quiet_time) {}

void ProgressLine::update(double time) {
  if (terminal_ == nullptr) return;
  const Clock::time_point now = Clock::now();
  if (now < next_) return;
  next_ = now + renewal_time;
  const double elapsed = std::chrono::duration<double>(now - began_).count();
  fmt::print(terminal_, "\r\x1b[K{}", progress_text(start_, stop_, time, elapsed));
  std::fflush(terminal_);
  is_shown_ = true;
}

void ProgressLine::erase() {
  if (!is_shown_) return;
  std::fputs("\r\x1b[K", terminal_);
  std::fflush(terminal_);
  is_shown_ = false;
}

}  // namespace saltus
