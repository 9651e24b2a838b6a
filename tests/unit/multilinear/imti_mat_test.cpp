#include "saltus/compiler/multilinear/imti_mat.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "saltus/compiler/multilinear/imti_json.h"
#include "saltus/compiler/multilinear/mat_file.h"
#include "saltus/compiler/multilinear/matrix_source.h"
#include "saltus/foundation/diagnostics/render_text.h"
#include "tests/unit/multilinear/mat_bytes.h"

namespace saltus {
namespace {

using testing::MatBytes;

// x' + 2 x = u
const std::vector<double> kS = {1, 0, 0, 0, 1, 0, 0, 0, 1};
const std::vector<double> kPhi = {1, 2, -1};

std::vector<std::string> decay(const MatBytes& mat) {
  return {mat.full("S", 3, kS), mat.full("Phi_f", 1, kPhi), mat.full("x0", 1, {1}),
          mat.full("u", 1, {3})};
}

std::string messages_of(const std::string& bytes) {
  const SourceText source("m.mat", bytes);
  Diagnostics diagnostics;
  const auto model = read_imti_mat(source, diagnostics);
  EXPECT_EQ(model.has_value(), !diagnostics.has_errors());
  return render_text(diagnostics, SourceText("", ""));
}

std::string json_of(const std::string& bytes) {
  const SourceText source("m.mat", bytes);
  Diagnostics diagnostics;
  const auto model = read_imti_mat(source, diagnostics);
  EXPECT_TRUE(model.has_value()) << render_text(diagnostics, SourceText("", ""));
  return model ? write_imti_json(*model) : "";
}

void expect_rejected(const std::vector<std::string>& variables, const std::string& words) {
  const std::string messages = messages_of(MatBytes().file(variables));
  EXPECT_NE(messages.find(words), std::string::npos) << messages;
}

TEST(ImtiMat, TheModelIsInTheMatrices) {
  EXPECT_EQ(json_of(MatBytes().file(decay(MatBytes()))), R"({
  "imti": 1,
  "name": "Multilinear",
  "x": ["x1"],
  "u": ["u1"],
  "u_value": [3],
  "start": {"x": [1]},
  "S": {"rows": 3, "columns": 3, "entries": [
    [1, 1, 1],
    [2, 2, 1],
    [3, 3, 1]
  ]},
  "Phi_f": {"rows": 1, "columns": 3, "entries": [
    [1, 1, 1],
    [1, 2, 2],
    [1, 3, -1]
  ]}
}
)");
}

TEST(ImtiMat, EveryWayToStoreAMatrixGivesTheSameModel) {
  const std::string expected = json_of(MatBytes().file(decay(MatBytes())));
  for (const bool is_big : {false, true}) {
    const MatBytes mat(is_big);
    EXPECT_EQ(json_of(mat.file(decay(mat))), expected);
    const std::vector<std::string> rest = {mat.full("x0", 1, {1}), mat.full("u", 1, {3})};
    EXPECT_EQ(
        json_of(mat.file({mat.sparse("S", 3, kS), mat.sparse("Phi_f", 1, kPhi), rest[0], rest[1]})),
        expected);
    EXPECT_EQ(
        json_of(mat.file({mat.bytes("S", 3, kS), mat.bytes("Phi_f", 1, kPhi), rest[0], rest[1]})),
        expected);
    std::vector<std::string> compressed;
    for (const std::string& variable : decay(mat)) compressed.push_back(mat.compressed(variable));
    EXPECT_EQ(json_of(mat.file(compressed)), expected);
  }
}

TEST(ImtiMat, NamesAreCellsOrRowsOfText) {
  const MatBytes mat;
  auto variables = decay(mat);
  variables.push_back(mat.cells("x_names", {"tank level"}));
  variables.push_back(mat.chars("u_names", "inflow"));
  variables.push_back(mat.chars("name", "Decay"));
  variables.push_back(mat.structure("remarks"));
  const std::string json = json_of(mat.file(variables));
  EXPECT_NE(json.find("\"x\": [\"tank level\"]"), std::string::npos) << json;
  EXPECT_NE(json.find("\"u\": [\"inflow\"]"), std::string::npos) << json;
  EXPECT_NE(json.find("\"name\": \"Decay\""), std::string::npos) << json;
}

TEST(ImtiMat, InputsMayBeTablesOverTime) {
  const MatBytes mat;
  auto variables = decay(mat);
  variables.back() = mat.full("u", 1, {3, 0, 5});
  expect_rejected(variables, "`u` has 3 values for 1 inputs");
  variables.push_back(mat.full("u_time", 3, {0, 1, 2.5}));
  const std::string linear =
      R"("u_value": [{"time": [0, 1, 2.5], "value": [3, 0, 5], "between": "linear"}])";
  EXPECT_NE(json_of(mat.file(variables)).find(linear), std::string::npos);
  variables.push_back(mat.chars("u_between", "held"));
  const std::string held = "\"value\": [3, 0, 5], \"between\": \"held\"";
  EXPECT_NE(json_of(mat.file(variables)).find(held), std::string::npos);
  variables.back() = mat.chars("u_between", "cubic");
  expect_rejected(variables, "neither 'linear' nor 'held'");
  variables.back() = mat.full("u_time", 1, {0, 1, 2});
  variables[variables.size() - 2] = mat.full("u_time", 1, {0, 1});
  expect_rejected(variables, "`u` is 1 x 3 for 1 inputs and 2 times");
}

TEST(ImtiMat, WithoutStartValuesTheNumberOfStatesIsGiven) {
  const MatBytes mat;
  auto variables = decay(mat);
  variables.erase(variables.begin() + 2);
  expect_rejected(variables, "the number of states is not known");
  variables.push_back(mat.full("n", 1, {1}));
  EXPECT_NE(json_of(mat.file(variables)).find("\"x\": [\"x1\"]"), std::string::npos);
}

TEST(ImtiMat, WhatDoesNotFitIsNamed) {
  const MatBytes mat;
  const std::string s = mat.full("S", 3, kS), phi = mat.full("Phi_f", 1, kPhi);
  const std::string x0 = mat.full("x0", 1, {1}), u = mat.full("u", 1, {3});
  expect_rejected({s, x0, u}, "the file has no variable `Phi_f`");
  expect_rejected({s, phi, x0}, "no variable `u`");
  expect_rejected({s, phi, x0, mat.full("u", 1, {1, 2})}, "`u` has 2 values for 1 inputs");
  expect_rejected({s, phi, mat.full("x0", 1, {1, 2}), u}, "does not fit 2 states");
  expect_rejected({s, mat.full("Phi_f", 1, {1, 2}), x0, u}, "`Phi_f` has 2 columns, but `S` has 3");
  expect_rejected({s, mat.full("Phi_f", 1, {1, std::nan(""), 2}), x0, u},
                  "`Phi_f(1,2)` is not finite");
  expect_rejected({mat.structure("S"), phi, x0, u}, "`S` is a structure");
  expect_rejected({mat.complex("S"), phi, x0, u}, "`S` is complex");
  expect_rejected({s, phi, x0, u, mat.cells("x_names", {"a", "b"})}, "2 names for 1 signals");
}

TEST(ImtiMat, OtherFormatsSayWhatToDo) {
  std::string hdf5 = "MATLAB 7.3 MAT-file, Platform: GLNXA64";
  hdf5.resize(600, ' ');
  EXPECT_NE(messages_of(hdf5).find("-v7"), std::string::npos);
  EXPECT_NE(messages_of("model M end M;").find("no MATLAB file"), std::string::npos);
  EXPECT_NE(messages_of(std::string(200, '\0')).find("level 5"), std::string::npos);
}

TEST(ImtiMat, EveryBeginningOfAFileIsRejected) {
  const MatBytes mat;
  const std::string whole = mat.file({mat.sparse("S", 3, kS), mat.compressed(decay(mat)[1]),
                                      decay(mat)[2], mat.cells("x_names", {"a"}), decay(mat)[3]});
  EXPECT_FALSE(json_of(whole).empty());
  for (std::size_t length = 0; length < whole.size(); ++length) {
    EXPECT_NE(messages_of(whole.substr(0, length)), "") << length;
  }
}

// Whatever the bytes: a model or a message.
TEST(ImtiMat, DamagedFilesNeverCrash) {
  for (const bool is_big : {false, true}) {
    const MatBytes mat(is_big);
    const std::string whole =
        mat.file({mat.sparse("S", 3, kS), mat.full("Phi_f", 1, kPhi), mat.full("x0", 1, {1}),
                  mat.cells("x_names", {"a"}), mat.compressed(mat.full("u", 1, {3}))});
    std::mt19937 random(is_big ? 1 : 2);
    std::size_t rejected = 0;
    for (int round = 0; round < 1000; ++round) {
      std::string damaged = whole;
      for (std::size_t changes = 1 + random() % 3; changes > 0; --changes) {
        const std::size_t place = 124 + random() % (damaged.size() - 124);
        damaged[place] = static_cast<char>(random() % 4 == 0 ? 0xFF : random() % 256);
      }
      if (!messages_of(damaged).empty()) ++rejected;
    }
    EXPECT_GT(rejected, 250u);
  }
}

TEST(SourceKind, IsDecidedByTheContentFirst) {
  const auto kind = [](const std::string& name, const std::string& text) {
    return kind_of_source(SourceText(name, text));
  };
  EXPECT_EQ(kind("a.mo", "model M end M;"), SourceKind::modelica);
  EXPECT_EQ(kind("a.mo", " \n{\"x\": []}"), SourceKind::imti_json);
  EXPECT_EQ(kind("(standard input)", MatBytes().file({})), SourceKind::imti_mat);
  EXPECT_EQ(kind("a.mat", "something"), SourceKind::imti_mat);
  EXPECT_EQ(kind("a.imti.json", "[1]"), SourceKind::imti_json);
}

}  // namespace
}  // namespace saltus
