#include <gtest/gtest.h>

#include "tests/unit/syntax/parsing.h"

namespace saltus::syntax {
namespace {

using Errors = std::vector<std::string>;

// The error of one equation, at its column within `equation`.
Errors errors_of_equation(const std::string& equation) {
  return errors_of("model M equation\n" + equation + "\nend M;");
}

TEST(ParseErrors, OneMistakeIsOneError) {
  EXPECT_EQ(errors_of_equation("x = ;"), Errors{"P0201 2:5"});
  EXPECT_EQ(errors_of_equation("x = 1 + * 2;"), Errors{"P0201 2:9"});
  EXPECT_EQ(errors_of_equation("x = (1 + 2;"), Errors{"P0203 2:11"});
  EXPECT_EQ(errors_of_equation("x = f(1, 2;"), Errors{"P0203 2:11"});
  EXPECT_EQ(errors_of_equation("x = {1, 2;"), Errors{"P0203 2:10"});
  EXPECT_EQ(errors_of_equation("x = a b;"), Errors{"P0201 2:7"});
  EXPECT_EQ(errors_of_equation("x = end;"), Errors{"P0201 2:5"});
  EXPECT_EQ(errors_of_equation("x + 1;"), Errors{"P0209 2:1"});
  EXPECT_EQ(errors_of_equation("x == 1;"), Errors{"P0209 2:1"});
  EXPECT_EQ(errors_of_equation("x := 1;"), Errors{"P0208 2:3"});
  EXPECT_EQ(errors_of_equation("Real y;"), Errors{"P0212 2:1"});
  EXPECT_EQ(errors_of_equation("parameter Real y = 2;"), Errors{"P0212 2:1"});
}

TEST(ParseErrors, InequalitiesAreNotStrict) {
  EXPECT_TRUE(errors_of_equation("x <= 1; x + y >= 2*z;").empty());
  EXPECT_TRUE(errors_of_equation("x <= 1 = b;").empty());
  EXPECT_EQ(errors_of_equation("x < 1;"), Errors{"P0214 2:1"});
  EXPECT_EQ(errors_of_equation("x > y + 1;"), Errors{"P0214 2:1"});
  EXPECT_EQ(errors_of_equation("(x <= 1);"), Errors{"P0209 2:1"});
  EXPECT_EQ(errors_of_equation("x <= 1 and y <= 2;"), Errors{"P0209 2:1"});
}

TEST(ParseErrors, AnArrowAtTheBeginningOfAnEquationIsASubstitution) {
  EXPECT_TRUE(errors_of_equation("x <- 1; x<-y+1; der(a.b) <- if c then 1 else 2;").empty());
  EXPECT_TRUE(errors_of_equation("b = x<-1; b = (y<-1); f(x<-1) = 2; (x<-1) = b;").empty());
  EXPECT_TRUE(errors_of_equation("if x<-1 then y = 1; end if;").empty());
  EXPECT_TRUE(errors_of_equation("x < -1 = b;").empty());
  EXPECT_EQ(errors_of_equation("x < -1;"), Errors{"P0214 2:1"});
  EXPECT_EQ(errors_of_equation("x<-1 = b;"), Errors{"P0201 2:6"});
}

TEST(ParseErrors, NonAssociativeOperatorsCannotBeChained) {
  EXPECT_EQ(errors_of_equation("x = a < b < c;"), Errors{"P0206 2:11"});
  EXPECT_EQ(errors_of_equation("x = a == b <> c;"), Errors{"P0206 2:12"});
  EXPECT_EQ(errors_of_equation("x = a^b^c;"), Errors{"P0206 2:8"});
}

TEST(ParseErrors, ASignBehindAnOperatorNeedsParentheses) {
  EXPECT_EQ(errors_of_equation("x = 2*-y;"), Errors{"P0207 2:7"});
  EXPECT_EQ(errors_of_equation("x = 2 + -y;"), Errors{"P0207 2:9"});
  EXPECT_EQ(errors_of_equation("x = y^-2;"), Errors{"P0207 2:7"});
  EXPECT_EQ(errors_of_equation("x = --y;"), Errors{"P0207 2:6"});
  EXPECT_EQ(errors_of_equation("x = not not y;"), Errors{"P0207 2:9"});
  EXPECT_TRUE(errors_of_equation("x = a < -b;").empty());
}

TEST(ParseErrors, AnIfExpressionNeedsElseAndParenthesesInsideOperators) {
  EXPECT_EQ(errors_of_equation("x = if a then b;"), Errors{"P0201 2:16"});
  EXPECT_EQ(errors_of_equation("x = 1 + if a then b else c;"), Errors{"P0201 2:9"});
}

TEST(ParseErrors, EachWrongEquationIsReportedAndTheRestIsRead) {
  EXPECT_EQ(errors_of(R"(model M
  Real x(start = );
  Real y;
  Real z = 2*-3;
equation
  x = ;
  y = 1;
  z = (2;
  y = 3
  z = 4;
end M;)"),
            (Errors{"P0201 2:18", "P0207 4:14", "P0201 6:7", "P0203 8:9", "P0202 9:8"}));
}

TEST(ParseErrors, AfterAWrongModelTheNextIsRead) {
  EXPECT_EQ(errors_of("model A\n Real 5;\nend A;\nmodel B\nequation\n x = ;\nend B;"),
            (Errors{"P0201 2:7", "P0201 6:6"}));
}

TEST(ParseErrors, AForgottenSemicolonIsShownWhereItBelongs) {
  EXPECT_EQ(errors_of("model M\n  Real x\n  Real y;\nend M;"), Errors{"P0202 2:9"});
  EXPECT_EQ(errors_of("model M\nend M"), Errors{"P0202 2:6"});
  EXPECT_EQ(errors_of("model M Real x; equation if x then x = 1; end if end M;"),
            Errors{"P0202 1:49"});
}

TEST(ParseErrors, EndsMustMatchWhatTheyClose) {
  EXPECT_EQ(errors_of("model M\nend N;"), Errors{"P0205 2:5"});
  EXPECT_EQ(errors_of("model M\n Real x;\n"), Errors{"P0204 2:9"});
  EXPECT_EQ(errors_of("model M\nend;"), Errors{"P0201 2:4"});
  EXPECT_EQ(errors_of("model M equation\n if a then x = 1;\nend M;"), Errors{"P0204 3:1"});
  EXPECT_EQ(errors_of("model M equation\n when a then x = 1; end if;\nend M;"),
            Errors{"P0204 2:21"});
  EXPECT_EQ(errors_of("model M equation\n x = 1; end if;\nend M;"), Errors{"P0201 2:9"});
}

TEST(ParseErrors, ElseIfInPlaceOfElseifIsExplained) {
  const SourceText source(
      "test.mo",
      "model M equation if a then x = 1; else if b then x = 2; else x = 3; end if; end M;");
  Diagnostics diagnostics;
  EXPECT_FALSE(parse(source, diagnostics).has_value());
  ASSERT_EQ(diagnostics.all().size(), 1U);
  EXPECT_EQ(diagnostics.all()[0].code, codes::missing_end);
  ASSERT_EQ(diagnostics.all()[0].help.size(), 1U);
  EXPECT_NE(diagnostics.all()[0].help[0].find("`elseif`"), std::string::npos);
}

TEST(ParseErrors, WhatIsNotSupportedYetIsSaidOnceEach) {
  EXPECT_EQ(errors_of(R"(model M
  import Modelica.Math.*;
  extends Base(a = 1);
  flow Real f;
  inner Real g;
  Real v[3], w;
  Real c if w > 1;
  function h
    input Real u;
  algorithm
    y := u;
  end h;
  record R = S;
equation
  for i in 1:3 loop
    for j in 1:i loop
      if a then v[i] = j; end if;
    end for;
  end for;
  connect(a.p, b.n);
  w = v[2];
  w = a .* b;
  w = [1, 2; 3, 4];
  (a, b) = f(x);
algorithm
  w := 1;
  if a then b := 2; end if;
equation
  w = ;
end M;)"),
            (Errors{"P0302 2:3", "P0302 3:3", "P0302 4:3", "P0302 5:3", "P0302 6:9", "P0302 7:10",
                    "P0301 8:3", "P0301 13:3", "P0304 15:3", "P0304 20:3", "P0305 22:9",
                    "P0305 24:3", "P0303 25:1", "P0201 29:7"}));
}

TEST(ParseErrors, ClassesThatAreNotModelsAreSkippedAsAWhole) {
  EXPECT_EQ(errors_of("package P\n model A end A;\n model B Real x end B;\nend P;\nmodel M end M;"),
            Errors{"P0301 1:1"});
  EXPECT_EQ(errors_of("partial model M end M;"), Errors{"P0301 1:1"});
  EXPECT_EQ(errors_of("encapsulated function f\n input Real x;\nend f;"),
            (Errors{"P0301 1:1", "P0301 1:14"}));
  EXPECT_EQ(errors_of("type T = Real(unit = \"m\");\nmodel M end M;"), Errors{"P0301 1:1"});
  EXPECT_EQ(errors_of("model M\n model Inner Real x; end Inner;\nend M;"), Errors{"P0301 2:2"});
}

// Words that are keywords elsewhere are names wherever a name can stand.
TEST(ParseErrors, MisspelledKeywordsMayBeNames) {
  EXPECT_TRUE(errors_of("model M Real End, If, Then, elif, endif, Equation, param; equation\n"
                        "If = 1; End = If + Then; elif = 2; endif = elif; Equation = 3;\n"
                        "Then = if If > 1 then End else elif; param = Then; end M;")
                  .empty());
  EXPECT_EQ(errors_of("Model M Real x; Equation IF x > 1 THEN x = 1; ELSE x = 2; END IF; End M;"),
            Errors{"P0201 1:1"});
  EXPECT_EQ(errors_of_equation("if a then x = 1; elif b then x = 2; else x = 3; endif;"),
            (Errors{"P0201 2:18", "P0201 2:49"}));
}

TEST(ParseErrors, EquationsAmongDeclarationsAreOneError) {
  EXPECT_EQ(errors_of("model M Real x, y;\nder(x) = 1;\ny = 2;\nif a then z = 1; end if;\nend M;"),
            Errors{"P0201 2:1"});
}

TEST(ParseErrors, AnEndWithoutAWordIsOneError) {
  EXPECT_EQ(errors_of_equation("if a then x = 1; end;"), Errors{"P0204 2:18"});
  EXPECT_EQ(errors_of_equation("if a then x = 1; end"), Errors{"P0204 2:18"});
  EXPECT_EQ(errors_of("model M equation:\nx = 1; end M;"), Errors{"P0201 1:17"});
}

TEST(ParseErrors, AKeywordUsedAsANameIsOneError) {
  EXPECT_EQ(errors_of("model M Real output; equation\noutput = 1;\nx = 2*output;\nend M;"),
            Errors{"P0201 1:14"});
}

TEST(ParseErrors, OtherRulesOfTheGrammar) {
  EXPECT_EQ(errors_of_equation("assert(level = 1, x);"), Errors{"P0210 2:19"});
  EXPECT_EQ(errors_of("model M\n parameter constant Real x;\nend M;"), Errors{"P0211 2:12"});
  EXPECT_EQ(errors_of("model M\n input output Real x;\nend M;"), Errors{"P0211 2:8"});
  EXPECT_EQ(errors_of("model M\n x = 1;\n y = 2;\nend M;"), Errors{"P0201 2:2"});
  EXPECT_EQ(errors_of("model M\n Real x := 1;\nend M;"), Errors{"P0208 2:9"});
  EXPECT_EQ(errors_of("model end Real x; end end;").front(), "P0201 1:7");
  EXPECT_EQ(errors_of("// nothing\n"), Errors{"P0213 1:1"});
  EXPECT_EQ(errors_of(""), Errors{"P0213 1:1"});
  EXPECT_EQ(errors_of("hello"), Errors{"P0201 1:1"});
}

TEST(ParseErrors, AKeywordAsANameIsExplained) {
  const SourceText source("test.mo", "model M\n Real output;\nend M;");
  Diagnostics diagnostics;
  EXPECT_FALSE(parse(source, diagnostics).has_value());
  ASSERT_EQ(diagnostics.all().size(), 1U);
  ASSERT_EQ(diagnostics.all()[0].notes.size(), 1U);
  EXPECT_NE(diagnostics.all()[0].notes[0].find("`output` is a keyword"), std::string::npos);
}

TEST(ParseErrors, ATextFullOfErrorsStopsAfterTwenty) {
  std::string text = "model M equation\n";
  for (int count = 0; count < 1000; ++count) text += "x = ;\n";
  const SourceText source("test.mo", text + "end M;");
  Diagnostics diagnostics;
  EXPECT_FALSE(parse(source, diagnostics).has_value());
  ASSERT_EQ(diagnostics.error_count(), 20U);
  ASSERT_EQ(diagnostics.all().back().notes.size(), 1U);
  EXPECT_EQ(diagnostics.all().back().notes[0], "stopped reading after 20 errors");
}

TEST(ParseErrors, DeepNestingOfAnyKindIsAnErrorAndNotAStackOverflow) {
  const auto repeated = [](std::string_view text) {
    std::string result;
    for (int count = 0; count < 100000; ++count) result += text;
    return result;
  };
  const auto first_code = [](const Errors& errors) {
    return errors.empty() ? "" : errors[0].substr(0, 5);
  };
  const std::string million(1000000, '(');
  EXPECT_EQ(errors_of_equation("x = " + million + "1;"), Errors{"P0401 2:516"});
  EXPECT_EQ(first_code(errors_of_equation("x = " + repeated("(") + "1;")), "P0401");
  EXPECT_EQ(first_code(errors_of_equation("x = " + repeated("{"))), "P0401");
  EXPECT_EQ(first_code(errors_of_equation("x = " + repeated("f("))), "P0401");
  EXPECT_EQ(first_code(errors_of_equation("x = " + repeated("if "))), "P0401");
  EXPECT_EQ(first_code(errors_of_equation("x = " + repeated("if a then b else "))), "P0401");
  EXPECT_EQ(first_code(errors_of_equation(repeated("if a then\n"))), "P0401");
  EXPECT_EQ(first_code(errors_of_equation(repeated("when a then\n"))), "P0401");
  EXPECT_EQ(first_code(errors_of("model M Real x" + repeated("(a") + ";")), "P0401");
  EXPECT_EQ(errors_of_equation("x = 1 + " + repeated("-") + "1;").size(), 1U);
  EXPECT_EQ(errors_of_equation("x = " + repeated("not ") + "1;").size(), 1U);
  EXPECT_EQ(first_code(errors_of_equation("x = a" + repeated("["))), "P0305");
}

TEST(ParseErrors, NestingUpToTheLimitIsFine) {
  const std::string text = "x = " + std::string(500, '(') + "1" + std::string(500, ')') + ";";
  EXPECT_TRUE(errors_of_equation(text).empty());
}

TEST(ParseErrors, ATextOverTheLimitIsRefusedUnread) {
  EXPECT_EQ(errors_of("model M end M; garbage %%%", {.bytes = 10}), Errors{"P0402 1:1"});
}

}  // namespace
}  // namespace saltus::syntax
