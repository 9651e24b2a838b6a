#include "saltus/foundation/base/memory.h"

#include <gtest/gtest.h>
#include <unistd.h>

namespace saltus {
namespace {

// A limit of the process makes it less: tests/cli/limits_test.py.
TEST(Memory, IsNoMoreThanTheMachineHas) {
  const auto machine = static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) *
                       static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  EXPECT_GT(usable_memory(), std::size_t{1} << 20);
  EXPECT_LE(usable_memory(), machine);
}

}  // namespace
}  // namespace saltus
