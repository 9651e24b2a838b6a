#include "saltus/foundation/json/json_reader.h"

#include <gtest/gtest.h>

#include "saltus/foundation/diagnostics/render_text.h"

namespace saltus {
namespace {

using Json = nlohmann::ordered_json;

const JsonCodes kCodes = {.field = codes::wrong_field,
                          .kind = codes::wrong_shape,
                          .size = codes::wrong_shape,
                          .number = codes::not_a_number};

struct ReadMatrix {
  std::optional<JsonReader::Size> size;
  std::vector<double> entries;
  std::string messages;
};

// The field M of the object in the text.
ReadMatrix read_matrix(const std::string& text) {
  ReadMatrix result;
  Diagnostics diagnostics;
  const SourceText source("m.json", text);
  if (const auto json = read_json_object(source, 3, kCodes, diagnostics)) {
    JsonReader reader(kCodes, diagnostics);
    result.size =
        reader.matrix(reader.field(*json, "M", true), "M",
                      [&](std::size_t, std::size_t, double v) { result.entries.push_back(v); });
  }
  result.messages = render_text(diagnostics, source);
  return result;
}

void expect_rejected(const std::string& text, const std::string& words) {
  const ReadMatrix result = read_matrix(text);
  EXPECT_FALSE(result.size.has_value());
  EXPECT_NE(result.messages.find(words), std::string::npos) << result.messages;
}

TEST(JsonReader, AMatrixIsAListOfRows) {
  const ReadMatrix result = read_matrix(R"({"M": [[1, 2.5, -3], [0, 1e3, 4]]})");
  ASSERT_TRUE(result.size.has_value()) << result.messages;
  EXPECT_EQ(result.size->rows, 2u);
  EXPECT_EQ(result.size->columns, 3u);
  EXPECT_EQ(result.entries, (std::vector<double>{1, 2.5, -3, 0, 1000, 4}));
  EXPECT_EQ(result.messages, "");
}

TEST(JsonReader, WhatIsWrongHasAPath) {
  expect_rejected(R"({"N": 1})", "error[L0702]: `M` is missing");
  expect_rejected(R"({"M": 1})", "error[L0703]: `M` is a number, not a list");
  expect_rejected(R"({"M": [[1], 2]})", "error[L0703]: `M[2]` is a number, not a list");
  expect_rejected(R"({"M": [[1, 2], [3]]})", "error[L0703]: `M[2]` has 1 entry, but `M[1]` has 2");
  expect_rejected(R"({"M": [[1, 2], [3, "4"]]})",
                  "error[L0704]: `M[2][2]` is a text, not a number");
}

TEST(JsonReader, TextThatIsNoObjectIsRejected) {
  expect_rejected("", "this is not JSON: ");
  expect_rejected(R"({"M": [[1, NaN]]})", "m.json:1:12");
  expect_rejected("[1]", "the file holds a list, not one object");
  expect_rejected(R"({"M": [[1]], "M": [[2]]})", "`M` is given twice");
  expect_rejected(R"({"M": [[[[1]]]]})", "values are nested more than 3 deep");
  expect_rejected(R"({"M": [[1e999]]})", "this is not JSON: ");
}

}  // namespace
}  // namespace saltus
