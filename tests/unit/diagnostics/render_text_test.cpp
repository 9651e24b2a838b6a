#include "saltus/foundation/diagnostics/render_text.h"

#include <gtest/gtest.h>

namespace saltus {
namespace {

constexpr Code kCode{"P0000", "example"};

// The span of the n-th occurrence of `part`.
SourceSpan find(const SourceText& source, std::string_view part, int occurrence = 1) {
  std::size_t at = source.text().find(part);
  while (--occurrence > 0) at = source.text().find(part, at + 1);
  return {static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at + part.size())};
}

TEST(RenderText, TheShapeIsTheOneEverybodyCanRead) {
  const SourceText source("m.mo", R"(1
2
3
4
5
6
7
8
9
10
    if engaged then
      w1 = w2;
)");
  Diagnostics diagnostics;
  diagnostics
      .error(kCode, find(source, "if engaged then"),
             "mode `engaged` has 3 equations for 4 unknowns")
      .mark("in this mode")
      .also(find(source, "w1 = w2"), "the only equation the mode adds")
      .note("the unknowns share 3 equations")
      .suggest("the other branch adds 2 equations");
  EXPECT_EQ(render_text(diagnostics, source),
            R"(error[P0000]: mode `engaged` has 3 equations for 4 unknowns
  --> m.mo:11:5
   |
11 |     if engaged then
   |     ^^^^^^^^^^^^^^^ in this mode
12 |       w1 = w2;
   |       ------- the only equation the mode adds
   = the unknowns share 3 equations
   = help: the other branch adds 2 equations

)");
}

TEST(RenderText, LabelsOfOneLineHangBelowExceptTheLast) {
  const SourceText source("m.mo", "aaa = bbb + ccc;");
  Diagnostics diagnostics;
  diagnostics.warning(kCode, find(source, "bbb"), "message")
      .mark("second")
      .also(find(source, "ccc"), "third")
      .also(find(source, "aaa"), "first");
  EXPECT_EQ(render_text(diagnostics, source), R"(warning[P0000]: message
 --> m.mo:1:7
  |
1 | aaa = bbb + ccc;
  | ---   ^^^   --- third
  | |     |
  | |     second
  | first

)");
}

TEST(RenderText, TheLabelOfAnEnclosingSpanHangsBelowWithTheOthers) {
  const SourceText source("m.mo", "f(x) = y;");
  Diagnostics diagnostics;
  diagnostics.error(kCode, find(source, "x"), "message")
      .mark("inner")
      .also(find(source, "f(x)"), "outer");
  EXPECT_EQ(render_text(diagnostics, source), R"(error[P0000]: message
 --> m.mo:1:3
  |
1 | f(x) = y;
  | --^-
  | | |
  | | inner
  | outer

)");
}

TEST(RenderText, FarLinesAreSeparatedByDotsAndNearOnesAreShown) {
  const SourceText source("m.mo", "a\nb\nc\nd\ne\nf\n");
  Diagnostics diagnostics;
  diagnostics.error(kCode, find(source, "c"), "message")
      .also(find(source, "a"), "first")
      .also(find(source, "f"), "last");
  EXPECT_EQ(render_text(diagnostics, source), R"(error[P0000]: message
 --> m.mo:3:1
  |
1 | a
  | - first
2 | b
3 | c
  | ^
...
6 | f
  | - last

)");
}

TEST(RenderText, ASpanOverSeveralLinesIsMarkedToTheEndOfItsFirst) {
  const SourceText source("m.mo", "x = if a then  \n  b;\n");
  Diagnostics diagnostics;
  diagnostics.error(kCode, {4, 19}, "message").mark("label");
  EXPECT_EQ(render_text(diagnostics, source), R"(error[P0000]: message
 --> m.mo:1:5
  |
1 | x = if a then
  |     ^^^^^^^^^ label

)");
}

TEST(RenderText, CaretsAlignUnderTabsAndNonAsciiText) {
  const SourceText source("m.mo", "\t\"größe\"\tx");
  Diagnostics diagnostics;
  diagnostics.error(kCode, find(source, "x"), "message");
  EXPECT_EQ(render_text(diagnostics, source),
            "error[P0000]: message\n --> m.mo:1:10\n  |\n"
            "1 |     \"größe\"    x\n"
            "  |                ^\n\n");
}

TEST(RenderText, AnEmptySpanAtTheEndOfTheTextHasOneCaret) {
  const SourceText source("m.mo", "model M");
  Diagnostics diagnostics;
  diagnostics.error(kCode, {7, 7}, "message");
  EXPECT_EQ(render_text(diagnostics, source), R"(error[P0000]: message
 --> m.mo:1:8
  |
1 | model M
  |        ^

)");
}

TEST(RenderText, ASpanBeyondTheTextIsShownAtItsEnd) {
  const SourceText source("m.mo", "ab\n");
  Diagnostics diagnostics;
  diagnostics.error(kCode, {100, 200}, "message");
  EXPECT_EQ(render_text(diagnostics, source),
            "error[P0000]: message\n --> m.mo:2:1\n  |\n2 |\n  | ^\n\n");
}

TEST(RenderText, WithoutATextTheMessageStandsAlone) {
  Diagnostics diagnostics;
  diagnostics.error(kCode, {}, "cannot read `m.mo`").note("no such file");
  EXPECT_EQ(render_text(diagnostics, SourceText("m.mo", "")),
            "error[P0000]: cannot read `m.mo`\n  = no such file\n\n");
}

TEST(RenderText, AVeryLongLineIsCutAroundTheSpan) {
  const std::string before(100000, 'a');
  const SourceText source("m.mo", before + " here " + std::string(100000, 'b'));
  Diagnostics diagnostics;
  diagnostics.error(kCode, find(source, "here"), "message");
  const std::string text = render_text(diagnostics, source);
  EXPECT_LT(text.size(), 500U);
  EXPECT_NE(text.find("aaa here bbb"), std::string::npos);
  EXPECT_NE(text.find("\n1 | ...aaa"), std::string::npos);
  EXPECT_NE(text.find("bbb...\n"), std::string::npos);
  const std::size_t line = text.find("1 | ...");
  const std::size_t caret_line = text.find("  | ", line);
  EXPECT_EQ(text.find("here", line) - line, text.find("^^^^", caret_line) - caret_line);
}

TEST(RenderText, BytesThatATerminalShouldNotSeeAreReplaced) {
  const SourceText source("m.mo", "\x1b[31m\xff x");
  Diagnostics diagnostics;
  diagnostics.error(kCode, find(source, "x"), "quotes \x1b");
  EXPECT_EQ(
      render_text(diagnostics, source),
      "error[P0000]: quotes \uFFFD\n --> m.mo:1:8\n  |\n1 | \uFFFD[31m\uFFFD x\n  |        ^\n\n");
}

TEST(RenderText, ColorIsAddedAndTakenBackOnRequest) {
  const SourceText source("m.mo", "x");
  Diagnostics diagnostics;
  diagnostics.error(kCode, {0, 1}, "message");
  const std::string text = render_text(diagnostics, source, {.color = true});
  EXPECT_TRUE(text.starts_with("\x1b[0;1;31merror[P0000]"));
  EXPECT_NE(text.find("message\x1b[0m\n"), std::string::npos);
  EXPECT_EQ(render_text(diagnostics, source).find('\x1b'), std::string::npos);
}

TEST(Summary, CountsInWords) {
  Diagnostics diagnostics;
  EXPECT_EQ(summary(diagnostics), "");
  diagnostics.warning(kCode, {}, "w");
  EXPECT_EQ(summary(diagnostics), "warning: 1 warning");
  diagnostics.error(kCode, {}, "e");
  EXPECT_EQ(summary(diagnostics), "error: 1 error, 1 warning");
  diagnostics.error(kCode, {}, "e");
  diagnostics.error(kCode, {}, "e");
  EXPECT_EQ(summary(diagnostics), "error: 3 errors, 1 warning");
}

}  // namespace
}  // namespace saltus
