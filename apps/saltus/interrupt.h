#pragma once

#include <signal.h>

#include <array>

namespace saltus {

// While it lives, Ctrl-C, requests to terminate and the end of the terminal only leave a mark, so
// that a run can end in good order. The program ends at once, with the exit code of an interrupted
// run and what its files have so far, if it has not within a second or at the second request.
//
// Requests that whoever started the program has told it to ignore (nohup) stay ignored.
class InterruptWatch {
 public:
  InterruptWatch();
  ~InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;

  static bool was_interrupted();

 private:
  static constexpr std::array kSignals = {SIGINT, SIGTERM, SIGHUP, SIGALRM};
  std::array<struct sigaction, kSignals.size()> before_;
};

}  // namespace saltus
