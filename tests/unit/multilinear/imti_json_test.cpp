#include "saltus/compiler/multilinear/imti_json.h"

#include <gtest/gtest.h>

#include "saltus/compiler/multilinear/modelica_name.h"
#include "saltus/foundation/diagnostics/render_text.h"

namespace saltus {
namespace {

// x' + 2 x = u, with one column for each of them.
constexpr std::string_view kDecay = R"({
  "imti": 1, "name": "Decay", "x": ["x"], "u": ["u"], "u_value": [3], "start": {"x": [1]},
  "S": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  "Phi_f": [[1, 2, -1]]
})";

std::optional<MultilinearModel> read(const std::string& text, std::string& messages) {
  const SourceText source("m.imti.json", text);
  Diagnostics diagnostics;
  auto model = read_imti_json(source, diagnostics);
  messages = render_text(diagnostics, source);
  EXPECT_EQ(model.has_value(), !diagnostics.has_errors());
  return model;
}

MultilinearModel read_valid(const std::string& text) {
  std::string messages;
  auto model = read(text, messages);
  EXPECT_TRUE(model.has_value()) << messages;
  return model.value_or(MultilinearModel());
}

// kDecay with one piece of text replaced must be rejected with this code and these words.
void expect_rejected(const std::string& piece, const std::string& by, const std::string& code,
                     const std::string& words) {
  std::string text(kDecay);
  const auto place = text.find(piece);
  ASSERT_NE(place, std::string::npos) << piece;
  text.replace(place, piece.size(), by);
  std::string messages;
  EXPECT_FALSE(read(text, messages).has_value()) << text;
  EXPECT_NE(messages.find(code), std::string::npos) << messages;
  EXPECT_NE(messages.find(words), std::string::npos) << messages;
}

TEST(ImtiJson, DenseMatricesAreListsOfRows) {
  const MultilinearModel model = read_valid(std::string(kDecay));
  EXPECT_EQ(model.name, "Decay");
  EXPECT_EQ(model.signal_count(), 3u);
  EXPECT_EQ(model.structure.columns(), 3u);
  EXPECT_EQ(model.structure.nonzeros(), 3u);
  EXPECT_EQ(model.phi_f.column(2).front(), (MatrixEntry{0, -1.0}));
  EXPECT_EQ(model.phi_g.columns(), 3u);
  EXPECT_EQ(model.x_start.front(), 1.0);
  EXPECT_EQ(model.u_value.front(), 3.0);
}

TEST(ImtiJson, AnInputMayBeATableOverTime) {
  std::string text(kDecay);
  const std::string table = R"({"time": [0, 1.5], "value": [2, -1]})";
  text.replace(text.find("[3]"), 3, "[" + table + "]");
  EXPECT_EQ(read_valid(text).u_value.front(), InputSignal({0, 1.5}, {2, -1}, true));
  text.replace(text.find("-1]}"), 4, "-1], \"between\": \"held\"}");
  const MultilinearModel held = read_valid(text);
  EXPECT_EQ(held.u_value.front(), InputSignal({0, 1.5}, {2, -1}, false));
  EXPECT_EQ(read_valid(write_imti_json(held)).u_value, held.u_value);
}

TEST(ImtiJson, TablesOfInputsFit) {
  const auto expect_table = [](const std::string& table, const std::string& code,
                               const std::string& words) {
    expect_rejected("\"u_value\": [3]", "\"u_value\": [" + table + "]", code, words);
  };
  expect_table(R"({"time": [0, 1], "value": [2]})", "L0712", "`u` has 2 times and 1 values");
  expect_table(R"({"time": [], "value": []})", "L0712", "`u` has no entry");
  expect_table(R"({"time": [0, 1, 1], "value": [2, 3, 4]})", "L0713", "from time 1 to 1");
  expect_table(R"({"time": [0, 1e-300], "value": [0, 1e300]})", "L0713", "too steep");
  expect_table(R"({"time": [0, 1], "value": [2, null]})", "L0713", "`u_value[1].value[2]` is null");
  expect_table(R"({"time": [0, 1]})", "L0711", "`u_value[1].value` is missing");
  expect_table(R"({"time": 1, "value": [2]})", "L0711", "`u_value[1].time` is a number");
  expect_table(R"({"times": [1], "value": [2]})", "L0711", "did you mean `u_value[1].time`?");
  expect_table(R"({"time": [1], "value": [2], "between": "cubic"})", "L0711", "neither");
}

TEST(ImtiJson, SparseMatricesAreTripletsInAnyOrderCountedFromOne) {
  std::string text(kDecay);
  const std::string dense = "[[1, 0, 0], [0, 1, 0], [0, 0, 1]]";
  text.replace(
      text.find(dense), dense.size(),
      R"({"rows": 3, "columns": 3, "entries": [[3, 3, 1], [1, 1, 1], [2, 2, 1], [1, 2, 0]]})");
  EXPECT_EQ(read_valid(text).structure, read_valid(std::string(kDecay)).structure);
}

TEST(ImtiJson, WhatIsNoJsonIsShownInItsPlace) {
  expect_rejected("\"x\": [\"x\"]", "\"x\": [NaN]", "L0701", "^");
  expect_rejected("}", "", "L0701", "not JSON");
}

TEST(ImtiJson, FieldsAreKnownAndGivenOnce) {
  expect_rejected("\"Phi_f\"", "\"phi_f\"", "L0711", "did you mean `Phi_f`?");
  expect_rejected("\"Phi_f\"", "\"phi_f\"", "L0711", "`Phi_f` is missing");
  expect_rejected("\"imti\": 1", "\"imti\": 2", "L0711", "version");
  expect_rejected("\"imti\": 1", "\"name\": \"Other\"", "L0711", "`name` is given twice");
  expect_rejected("{\"x\": [1]}", "{\"x\": [1], \"x\": [1]}", "L0711", "`x` is given twice");
  expect_rejected("{\"x\": [1]}", "{\"w\": [1]}", "L0711", "there is no field `start.w`");
  expect_rejected("\"u_value\": [3], ", "", "L0711", "`u_value` is missing");
  expect_rejected("[\"x\"]", "\"x\"", "L0711", "`x` is a text, not a list");
  expect_rejected("[\"x\"]", "[7]", "L0711", "`x[1]` is a number, not a name");
  expect_rejected("{\"x\": [1]}", "[[[[[1]]]]]", "L0711", "nested");
}

TEST(ImtiJson, SizesFit) {
  expect_rejected("[[1, 2, -1]]", "[[1, 2]]", "L0712", "`Phi_f` has 2 columns, but `S` has 3");
  expect_rejected("[[1, 2, -1]]", "[]", "L0712", "`Phi_f` has 0 rows, not 1");
  expect_rejected("[0, 1, 0]", "[0, 1]", "L0712", "`S[2]` has 2 entries, but `S[1]` has 3");
  expect_rejected(", [0, 0, 1]", "", "L0712", "`S` has 2 rows, not 3");
  expect_rejected("\"u_value\": [3]", "\"u_value\": [3, 4]", "L0712", "`u_value` has 2 entries");
  expect_rejected("{\"x\": [1]}", "{\"x\": []}", "L0712", "`start.x` has 0 entries");
  const std::string dense = "[[1, 0, 0], [0, 1, 0], [0, 0, 1]]";
  expect_rejected(dense, R"({"rows": 3, "columns": 3, "entries": [[4, 1, 1]]})", "L0712",
                  "`S.entries[1][1]` is 4, but rows go from 1 to 3");
  expect_rejected(dense, R"({"rows": 3, "columns": 3, "entries": [[1, 0, 1]]})", "L0712",
                  "`S.entries[1][2]` is 0, but columns go from 1 to 3");
  expect_rejected(dense, R"({"rows": -3, "columns": 3, "entries": []})", "L0712", "`S.rows` is -3");
  expect_rejected(dense, R"({"rows": 3, "columns": 1e12, "entries": []})", "L0712", "no size");
}

TEST(ImtiJson, EntriesAreNumbersAndGivenOnce) {
  expect_rejected("[[1, 2, -1]]", "[[1, null, -1]]", "L0713",
                  "`Phi_f[1][2]` is null, not a number");
  expect_rejected("{\"x\": [1]}", "{\"x\": [\"1\"]}", "L0713", "`start.x[1]` is a text");
  const std::string dense = "[[1, 0, 0], [0, 1, 0], [0, 0, 1]]";
  expect_rejected(dense, R"({"rows": 3, "columns": 3, "entries": [[1, 1, 1], [1, 1, 2]]})", "L0711",
                  "gives row 1, column 1 twice");
  expect_rejected(dense, R"({"rows": 3, "columns": 3, "entries": [[1, 1]]})", "L0711",
                  "`S.entries[1]` is not [row, column, value]");
}

TEST(ImtiJson, NamesAreDifferentAndPrintable) {
  expect_rejected("[\"u\"]", "[\"x\"]", "L0714", "two signals are called `x`");
  expect_rejected("[\"u\"]", "[\"\"]", "L0714", "empty name");
  expect_rejected("[\"u\"]", "[\"W\\u00e4rme\"]", "L0714", "cannot be called");
  expect_rejected("\"Decay\"", "\"a\\nb\"", "L0714", "cannot be called `a?b`");
}

TEST(ImtiJson, EveryBeginningOfAFileIsRejectedWithoutACrash) {
  for (std::size_t length = 0; length < kDecay.size(); ++length) {
    std::string messages;
    EXPECT_FALSE(read(std::string(kDecay.substr(0, length)), messages).has_value()) << length;
  }
}

TEST(ModelicaName, QuotesWhatIsNoIdentifierAndUndoesIt) {
  EXPECT_EQ(modelica_name("x1"), "x1");
  EXPECT_EQ(modelica_name("tank 1"), "'tank 1'");
  EXPECT_EQ(modelica_name("end"), "'end'");
  EXPECT_EQ(modelica_name("time"), "'time'");
  EXPECT_EQ(modelica_name("'x1'"), "'x1'");
  EXPECT_EQ(modelica_name("it's"), "'it\\'s'");
  for (const char* name : {"x1", "tank 1", "end", "'x1'", "it's", "a\\b", "'a b'", "'", "''"}) {
    EXPECT_EQ(name_of_modelica(modelica_name(name)), name);
  }
}

}  // namespace
}  // namespace saltus
