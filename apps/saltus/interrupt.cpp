#include "apps/saltus/interrupt.h"

#include <signal.h>

#include <csignal>

namespace saltus {
namespace {

volatile std::sig_atomic_t interrupted = 0;

void leave_mark(int) { interrupted = 1; }

}  // namespace

InterruptWatch::InterruptWatch() {
  interrupted = 0;
  struct sigaction action {};
  action.sa_handler = leave_mark;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
}

InterruptWatch::~InterruptWatch() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

bool InterruptWatch::was_interrupted() { return interrupted != 0; }

}  // namespace saltus
