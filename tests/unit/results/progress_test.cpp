#include "saltus/runtime/results/progress.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace saltus {
namespace {

TEST(ProgressText, ShowsShareRateAndRemainingTime) {
  EXPECT_EQ(progress_text(0.0, 10.0, 4.25, 8.5),
            " 42 %  t = 4.25 of 10  (0.5 per second, 12 s left)");
}

TEST(ProgressText, CountsBackwards) {
  EXPECT_EQ(progress_text(10.0, 0.0, 7.5, 1.0), " 25 %  t = 7.5 of 0  (2.5 per second, 3 s left)");
}

TEST(ProgressText, PromisesNothingBeforeTheFirstStep) {
  EXPECT_EQ(progress_text(0.0, 10.0, 0.0, 2.0), "  0 %  t = 0 of 10");
}

TEST(ProgressText, SpeaksOfMinutesAndHours) {
  EXPECT_NE(progress_text(0.0, 1001.0, 1.0, 1.0).find("17 min left"), std::string::npos);
  EXPECT_NE(progress_text(0.0, 36001.0, 1.0, 1.0).find("10 h left"), std::string::npos);
}

TEST(ProgressLine, StaysSilentInAShortRun) {
  char* text = nullptr;
  std::size_t size = 0;
  std::FILE* stream = ::open_memstream(&text, &size);
  {
    ProgressLine line(0.0, 1.0, stream);
    for (int i = 0; i < 100; ++i) line.update(0.01 * i);
  }
  std::fclose(stream);
  EXPECT_EQ(size, 0u);
  std::free(text);
}

}  // namespace
}  // namespace saltus
