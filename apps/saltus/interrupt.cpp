#include "apps/saltus/interrupt.h"

#include <unistd.h>

#include <csignal>
#include <string_view>

#include "apps/saltus/exit_code.h"
#include "saltus/runtime/results/atomic_file.h"

namespace saltus {
namespace {

constexpr unsigned kSecondsToEnd = 1;

volatile std::sig_atomic_t interrupted = 0;

// Calls nothing but what a signal handler may call.
[[noreturn]] void end_at_once() {
  keep_open_files();
  constexpr std::string_view text =
      "saltus: interrupted; what was written so far is kept, the end of the results may be "
      "missing\n";
  [[maybe_unused]] const ssize_t ignored = ::write(STDERR_FILENO, text.data(), text.size());
  ::_exit(static_cast<int>(ExitCode::numbers_failed));
}

void leave_mark(int signal) {
  if (interrupted != 0 || signal == SIGALRM) end_at_once();
  interrupted = 1;
  ::alarm(kSecondsToEnd);
}

}  // namespace

InterruptWatch::InterruptWatch() {
  interrupted = 0;
  struct sigaction action {};
  action.sa_handler = leave_mark;
  sigfillset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    ::sigaction(kSignals[i], nullptr, &before_[i]);
    if (before_[i].sa_handler != SIG_IGN) ::sigaction(kSignals[i], &action, nullptr);
  }
}

InterruptWatch::~InterruptWatch() {
  ::alarm(0);
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    ::sigaction(kSignals[i], &before_[i], nullptr);
  }
}

bool InterruptWatch::was_interrupted() { return interrupted != 0; }

}  // namespace saltus
