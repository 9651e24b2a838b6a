#include "saltus/analysis/print/print_structure.h"

#include <nlohmann/json.hpp>

#include "tests/unit/structure/structure_of.h"
#include "tests/unit/structure/textbook_models.h"

namespace saltus::testing {
namespace {

std::string printed(const ModelBuilder& model) {
  return print_structure(model.system, model.mode, structure_of(model), SourceText("m.mo", ""));
}

TEST(PrintStructure, ShowsThePendulumOnOnePage) {
  ModelBuilder model;
  add_pendulum(model);
  EXPECT_EQ(printed(model), R"(M: 3 equations, 3 unknowns
  structural index    3
  degrees of freedom  2
  quasilinear         yes

Signature: order of each unknown in each equation, * on the transversal; offsets c, d
              x   y   T      c
  equation 1  2*      0   |  0
  equation 2      2   0*  |  0
  equation 3  0   0*      |  2
  d           2   2   0

Blocks, in order of evaluation
  1     3 equations, linear
        for der(der(x)), T, der(der(y))
        equation 1: der(der(x)) = (-T)*x
        equation 2: der(der(y)) = (-T)*y - g
        equation 3: x*x + y*y = L*L  (differentiated twice)

Latent equations: what the text implies without saying it
  equation 3: x*x + y*y = L*L  differentiated twice

State           x, der(x), y, der(y)
Leading values  der(der(x)), der(der(y)), T
Start values    x, der(x), y, der(y)
                (2 of them free to choose)
)");
}

TEST(PrintStructure, QuotesTheTextOfAnEquationOnOneLine) {
  ModelBuilder model;
  const std::string text = "model M\n  der(x)\n    = -x;\n";
  model.equation(der(model.unknown("x")), 1.0, {10, 26});
  const std::string page =
      print_structure(model.system, model.mode, structure_of(model), SourceText("m.mo", text));
  EXPECT_NE(page.find("line 2: der(x) = -x\n"), std::string::npos) << page;
}

TEST(PrintStructure, ListsEntriesWhenAMatrixWouldBeTooWide) {
  ModelBuilder model;
  for (int k = 0; k < 40; ++k) {
    const Term x = model.unknown("x" + std::to_string(k));
    model.equation(der(x), x);
  }
  const std::string page = printed(model);
  EXPECT_NE(page.find("equation 40  c 0  x39 1*\n"), std::string::npos) << page;
}

TEST(PrintStructure, NamesHighDerivativesByTheirOrder) {
  ModelBuilder model;
  const Term x = model.unknown("x");
  model.equation(der(x, 4), 0.0);
  EXPECT_NE(printed(model).find("der^4(x)"), std::string::npos);
}

TEST(PrintStructure, HasNothingToSayAboutAnEmptyModel) {
  const ModelBuilder model;
  EXPECT_EQ(printed(model),
            "M: 0 equations, 0 unknowns\n"
            "  structural index    0\n"
            "  degrees of freedom  0\n"
            "  quasilinear         yes\n");
}

TEST(StructureToJson, HoldsWhatThePageShows) {
  ModelBuilder model;
  add_pendulum(model);
  const auto json =
      structure_to_json(model.system, model.mode, structure_of(model), SourceText("m.mo", ""));
  EXPECT_EQ(json["index"], 3);
  EXPECT_EQ(json["equations"][2]["offset"], 2);
  EXPECT_EQ(json["equations"][2]["signature"].dump(), R"({"x":0,"y":0})");
  EXPECT_EQ(json["blocks"][0][0]["solves"].size(), 3u);
  EXPECT_EQ(json["latent_equations"].dump(), R"([{"equation":2,"differentiated":2}])");
  EXPECT_EQ(json["start_values"].dump(), R"json(["x","der(x)","y","der(y)"])json");
}

}  // namespace
}  // namespace saltus::testing
