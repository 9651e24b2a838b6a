#include "saltus/foundation/diagnostics/render_json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace saltus {
namespace {

constexpr Code kCode{"P0000", "example"};

TEST(RenderJson, NoDiagnosticsAreAnEmptyArray) {
  EXPECT_EQ(nlohmann::json::parse(render_json({}, SourceText("f", ""))), nlohmann::json::array());
}

TEST(RenderJson, AnObjectHoldsEverythingThatTheTextHolds) {
  const SourceText source("m.mo", "ab\ncd ef\n");
  Diagnostics diagnostics;
  diagnostics.warning(kCode, {3, 5}, "message")
      .mark("here")
      .also({6, 8}, "there")
      .note("fact")
      .suggest("advice");
  const auto expected = nlohmann::json::parse(R"([{
    "severity": "warning", "code": "P0000", "title": "example", "message": "message", "file": "m.mo",
    "line": 2, "column": 1, "end_line": 2, "end_column": 3,
    "labels": [
      {"primary": true, "text": "here", "line": 2, "column": 1, "end_line": 2, "end_column": 3},
      {"primary": false, "text": "there", "line": 2, "column": 4, "end_line": 2, "end_column": 6}],
    "notes": ["fact"], "help": ["advice"]}])");
  EXPECT_EQ(nlohmann::json::parse(render_json(diagnostics, source)), expected);
}

TEST(RenderJson, AMessageThatQuotesInvalidUtf8IsStillValidJson) {
  Diagnostics diagnostics;
  diagnostics.error(kCode, {}, "byte \xFF");
  const auto parsed = nlohmann::json::parse(render_json(diagnostics, SourceText("f", "\xFF")));
  EXPECT_EQ(parsed[0]["message"], "byte \uFFFD");
}

}  // namespace
}  // namespace saltus
