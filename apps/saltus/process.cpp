#include "apps/saltus/process.h"

#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <string_view>

#include "apps/saltus/exit_code.h"
#include "saltus/runtime/results/atomic_file.h"

namespace saltus {
namespace {

constexpr std::size_t kReserve = std::size_t{4} << 20;
void* reserve = nullptr;

// Whoever catches the exception has the reserve.
void release_reserve() {
  std::free(reserve);
  reserve = nullptr;
  throw std::bad_alloc();
}

[[noreturn]] void end_without_handler() {
  keep_open_files();
  try {
    if (std::current_exception()) std::rethrow_exception(std::current_exception());
  } catch (const std::bad_alloc&) {
    std::fputs("saltus: out of memory; what was written so far is kept\n", stderr);
    ::_exit(static_cast<int>(ExitCode::out_of_memory));
  } catch (...) {
  }
  std::fputs("saltus: internal error: an exception that nobody handles\n", stderr);
  ::_exit(static_cast<int>(ExitCode::internal_error));
}

// Open in the wrong direction: reading or writing fails, as on a closed stream.
void replace_if_closed(int stream, int mode) {
  if (::fcntl(stream, F_GETFD) != -1) return;
  const int opened = ::open("/dev/null", mode);
  if (opened < 0 || opened == stream) return;
  ::dup2(opened, stream);
  ::close(opened);
}

}  // namespace

void prepare_process() {
  replace_if_closed(STDIN_FILENO, O_WRONLY);
  replace_if_closed(STDOUT_FILENO, O_RDONLY);
  replace_if_closed(STDERR_FILENO, O_RDONLY);
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  reserve = std::malloc(kReserve);
  std::set_new_handler(release_reserve);
  std::set_terminate(end_without_handler);
}

}  // namespace saltus
