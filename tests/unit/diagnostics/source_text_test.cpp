#include "saltus/foundation/diagnostics/source_text.h"

#include <gtest/gtest.h>

namespace saltus {
namespace {

std::pair<std::uint32_t, std::uint32_t> position(const SourceText& source, std::uint32_t offset) {
  const SourceText::Position at = source.position(offset);
  return {at.line, at.column};
}

TEST(SourceText, LinesAreFoundWithUnixAndWindowsLineEnds) {
  const SourceText source("f", "one\r\ntwo\nthree");
  ASSERT_EQ(source.line_count(), 3U);
  EXPECT_EQ(source.line(1), "one");
  EXPECT_EQ(source.line(2), "two");
  EXPECT_EQ(source.line(3), "three");
}

TEST(SourceText, AnEmptyTextHasOneEmptyLine) {
  const SourceText source("f", "");
  EXPECT_EQ(source.line_count(), 1U);
  EXPECT_EQ(source.line(1), "");
  EXPECT_EQ(position(source, 0), std::pair(1U, 1U));
}

TEST(SourceText, AFinalLineEndBeginsAnEmptyLastLine) {
  const SourceText source("f", "a\n");
  EXPECT_EQ(source.line_count(), 2U);
  EXPECT_EQ(position(source, 2), std::pair(2U, 1U));
}

TEST(SourceText, ColumnsCountCodePointsNotBytes) {
  const SourceText source("f", "x\nä€x");
  EXPECT_EQ(position(source, 2), std::pair(2U, 1U));
  EXPECT_EQ(position(source, 4), std::pair(2U, 2U));
  EXPECT_EQ(position(source, 7), std::pair(2U, 3U));
}

TEST(SourceText, ASpanBeyondTheEndGivesWhatIsThere) {
  const SourceText source("f", "abc");
  EXPECT_EQ(source.text({1, 99}), "bc");
  EXPECT_EQ(source.text({50, 99}), "");
  EXPECT_EQ(source.text({2, 1}), "");
}

}  // namespace
}  // namespace saltus
