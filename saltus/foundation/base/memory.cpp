#include "saltus/foundation/base/memory.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <limits>

namespace saltus {

namespace {

constexpr std::size_t kUnlimited = std::numeric_limits<std::size_t>::max();

std::size_t limit_of(decltype(RLIMIT_AS) resource) {
  rlimit limit{};
  if (::getrlimit(resource, &limit) != 0) return kUnlimited;
  return limit.rlim_cur == RLIM_INFINITY ? kUnlimited : static_cast<std::size_t>(limit.rlim_cur);
}

std::size_t memory_of_machine() {
  const long pages = ::sysconf(_SC_PHYS_PAGES), size = ::sysconf(_SC_PAGESIZE);
  if (pages <= 0 || size <= 0) return kUnlimited;
  return static_cast<std::size_t>(pages) * static_cast<std::size_t>(size);
}

// Of a container; `max` where there is no limit.
std::size_t limit_of_control_group() {
  for (const char* path :
       {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"}) {
    std::ifstream file(path);
    std::size_t limit = 0;
    if (file >> limit) return limit;
  }
  return kUnlimited;
}

}  // namespace

std::size_t usable_memory() {
  return std::min(
      {memory_of_machine(), limit_of_control_group(), limit_of(RLIMIT_AS), limit_of(RLIMIT_DATA)});
}

}  // namespace saltus
