#include "saltus/foundation/base/memory.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

namespace saltus {
namespace {

TEST(Memory, IsNoMoreThanTheProcessMayUse) {
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_DATA, &before), 0);
  const std::size_t all = usable_memory();
  EXPECT_GT(all, std::size_t{1} << 20);
  rlimit less = before;
  less.rlim_cur = all / 2;
  ASSERT_EQ(setrlimit(RLIMIT_DATA, &less), 0);
  EXPECT_EQ(usable_memory(), all / 2);
  ASSERT_EQ(setrlimit(RLIMIT_DATA, &before), 0);
}

}  // namespace
}  // namespace saltus
