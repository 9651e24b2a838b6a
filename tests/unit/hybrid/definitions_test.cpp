#include "saltus/compiler/hybrid/definitions.h"

#include "tests/unit/hybrid/hybrid_text.h"

namespace saltus {
namespace {

Texts codes_of(const std::string& declarations, const std::string& equations) {
  return HybridText(declarations, equations).codes;
}

TEST(Definitions, EitherSideCanBeTheVariable) {
  EXPECT_EQ(HybridText("Boolean a, b;", "a = time > 1; not a = b;").nodes(),
            (Texts{"a := s0>0", "b := not(a)"}));
}

TEST(Definitions, OfTwoVariablesTheOneWithoutAnotherEquationIsMeant) {
  EXPECT_EQ(HybridText("Boolean a, b, c;", "a = b; b = c; a = time > 1;").nodes(),
            (Texts{"a := s0>0", "b := a", "c := b"}));
}

TEST(Definitions, ABranchSeesWhatIsDeterminedAroundIt) {
  EXPECT_EQ(HybridText("Boolean a, b;", R"(
              a = time > 1;
              if time > 2 then a = b; else b = false; end if;)")
                .codes,
            Texts{});
}

TEST(Definitions, OutsideSeesWhatIsDeterminedInAllBranches) {
  EXPECT_EQ(HybridText("Boolean a, b;", R"(
              a = b;
              if time > 2 then a = true; else a = false; end if;)")
                .codes,
            Texts{});
}

TEST(Definitions, AVariableNeedsAnEquation) {
  EXPECT_EQ(codes_of("Integer n(start = 3);", ""), Texts{"M0408"});
  EXPECT_EQ(codes_of("Real x; discrete Real d; Integer n;", "x = d; x = n;"),
            (Texts{"M0408", "M0408"}));
}

TEST(Definitions, AVariableNeedsAnEquationInEveryBranch) {
  const HybridText model("Boolean b;", "if time > 2 then b = true; end if;");
  EXPECT_EQ(model.codes, Texts{"M0408"});
  EXPECT_NE(model.messages.find("has no equation if `time <= 2`"), std::string::npos)
      << model.messages;
}

TEST(Definitions, TwoEquationsAreTooMany) {
  EXPECT_EQ(codes_of("Boolean b;", "b = time > 1; b = time > 2;"), Texts{"M0409"});
  EXPECT_EQ(codes_of("Boolean b;", "b = time > 1; if time > 2 then b = true; end if;"),
            Texts{"M0409"});
  EXPECT_EQ(codes_of("Boolean a, b;", "a = b; b = a; a = true;"), Texts{"M0409"});
}

TEST(Definitions, AnEquationAndAWhenAreTooMany) {
  EXPECT_EQ(codes_of("Boolean b;", "b = time > 1; when time > 2 then b = true; end when;"),
            Texts{"M0409"});
}

TEST(Definitions, TwoWhenClausesAreTooManyAndElsewhenIsNot) {
  EXPECT_EQ(codes_of("Boolean b;", R"(
              when time > 1 then b = true; end when;
              when time > 2 then b = false; end when;)"),
            Texts{"M0409"});
  EXPECT_EQ(codes_of("Boolean b;", R"(
              when time > 1 then b = true; elsewhen time > 2 then b = false; end when;)"),
            Texts{});
  EXPECT_EQ(codes_of("Boolean b;", "when time > 1 then b = true; b = false; end when;"),
            Texts{"M0409"});
}

Texts codes_of_whens(const std::string& whens) {
  return codes_of("Real x, v;", "der(x) = v; der(v) = 0;" + whens);
}

TEST(Reinits, TwoWhenClausesAreTooMany) {
  EXPECT_EQ(codes_of_whens(R"(
              when time > 1 then reinit(x, 5); end when;
              when time >= 1 then reinit(x, 7); end when;)"),
            Texts{"M0416"});
  EXPECT_EQ(codes_of_whens(R"(
              when time > 3 then reinit(x, 5); elsewhen time > 2 then reinit(v, 1); end when;
              when time > 1 then reinit(x, 7); elsewhen time > 2 then reinit(v, 2); end when;)"),
            (Texts{"M0416", "M0416"}));
}

TEST(Reinits, EveryClauseAfterTheFirstIsReported) {
  EXPECT_EQ(codes_of_whens(R"(
              when time > 1 then reinit(x, 5); end when;
              when time > 2 then reinit(v, 0); end when;
              when time > 3 then reinit(x, 7); end when;
              when time > 4 then reinit(x, 9); end when;)"),
            (Texts{"M0416", "M0416"}));
}

TEST(Reinits, TwiceInOneBranchIsTooMany) {
  EXPECT_EQ(codes_of_whens("when time > 1 then reinit(x, 5); reinit(x, 5); end when;"),
            Texts{"M0416"});
}

TEST(Reinits, BranchesOfOneWhenExcludeEachOther) {
  EXPECT_EQ(codes_of_whens(R"(
              when time > 1 then reinit(x, 5); elsewhen time >= 1 then reinit(x, 7); end when;)"),
            Texts{});
}

TEST(Reinits, AVariableAndItsDerivativeAreTwoValues) {
  EXPECT_EQ(codes_of("Real x;", R"(
              der(der(x)) = 0;
              when time > 1 then reinit(x, 5); end when;
              when time > 1 then reinit(der(x), 7); end when;)"),
            Texts{});
  const HybridText twice("Real x;", R"(
              der(der(x)) = 0;
              when time > 1 then reinit(der(x), 5); end when;
              when time > 1 then reinit(der(x), 7); end when;)");
  EXPECT_EQ(twice.codes, Texts{"M0416"});
  EXPECT_NE(twice.messages.find("`der(x)`"), std::string::npos) << twice.messages;
}

TEST(Definitions, AnEquationWithoutALoneVariableIsRejected) {
  EXPECT_EQ(codes_of("Boolean a, b;", "not a = not b; a = true;"), Texts{"M0410"});
}

}  // namespace
}  // namespace saltus
