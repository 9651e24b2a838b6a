#include "saltus/foundation/base/interruption.h"

#include <gtest/gtest.h>

namespace saltus {
namespace {

TEST(Interruption, NobodyAsksWithoutASource) {
  Interruption interruption;
  EXPECT_FALSE(interruption.ask());
  EXPECT_FALSE(interruption.poll());
  EXPECT_FALSE(is_interrupted(nullptr));
}

TEST(Interruption, IsRememberedAndNotAskedForAgain) {
  int asked = 0;
  Interruption interruption([&] { return ++asked == 2; });
  EXPECT_FALSE(interruption.ask());
  EXPECT_FALSE(interruption.is_requested());
  EXPECT_TRUE(interruption.ask());
  EXPECT_TRUE(interruption.ask());
  EXPECT_TRUE(interruption.poll());
  EXPECT_TRUE(interruption.is_requested());
  EXPECT_EQ(asked, 2);
}

TEST(Interruption, PollingIsCheapBecauseItSeldomAsks) {
  int asked = 0;
  Interruption interruption([&] { return ++asked < 0; });
  const auto begin = std::chrono::steady_clock::now();
  int polls = 0;
  while (std::chrono::steady_clock::now() - begin < std::chrono::milliseconds(100)) {
    interruption.poll();
    ++polls;
  }
  EXPECT_GT(polls, 1000);
  EXPECT_GE(asked, 1);
  EXPECT_LE(asked, 7);
}

}  // namespace
}  // namespace saltus
