#include "saltus/compiler/syntax/parse.h"

#include <gtest/gtest.h>

#include "tests/unit/syntax/parsing.h"

namespace saltus::syntax {
namespace {

// The right side of `x = text`, fully parenthesized.
std::string grouped(const SyntaxTree& tree, NodeId id) {
  const Node& node = tree.nodes[id];
  const auto children = tree.children_of(id);
  std::string list;
  for (const NodeId child : children) {
    if (!list.empty()) list += ", ";
    list += grouped(tree, child);
  }
  switch (node.kind) {
    case NodeKind::unary:
      return "(" + node.text + " " + list + ")";
    case NodeKind::binary:
      return "(" + grouped(tree, children[0]) + " " + node.text + " " + grouped(tree, children[1]) +
             ")";
    case NodeKind::call:
      return node.text + "(" + list + ")";
    case NodeKind::array:
      return "{" + list + "}";
    case NodeKind::if_else:
      return "if(" + list + ")";
    case NodeKind::named_argument:
      return node.text + ": " + list;
    default:
      return node.text;
  }
}

std::string grouped(const std::string& expression) {
  const SyntaxTree tree = parse_valid("model M equation x = " + expression + "; end M;");
  if (tree.models.empty()) return "";
  return grouped(tree, *tree.models[0].equations[0].right);
}

TEST(ParseExpression, OperatorsOfOneLevelGroupToTheLeft) {
  EXPECT_EQ(grouped("a - b - c + d"), "(((a - b) - c) + d)");
  EXPECT_EQ(grouped("a / b * c / d"), "(((a / b) * c) / d)");
  EXPECT_EQ(grouped("a or b or c"), "((a or b) or c)");
}

TEST(ParseExpression, PrecedenceIsThatOfModelica) {
  EXPECT_EQ(grouped("a + b * c ^ d"), "(a + (b * (c ^ d)))");
  EXPECT_EQ(grouped("a < b + 1 and not c == d or e"), "(((a < (b + 1)) and (not (c == d))) or e)");
  EXPECT_EQ(grouped("a and b or c and d"), "((a and b) or (c and d))");
}

TEST(ParseExpression, ASignAppliesToTheWholeFirstTerm) {
  EXPECT_EQ(grouped("-x^2"), "(- (x ^ 2))");
  EXPECT_EQ(grouped("-a*b + c"), "((- (a * b)) + c)");
  EXPECT_EQ(grouped("+a < -b"), "((+ a) < (- b))");
  EXPECT_EQ(grouped("2*(-x)"), "(2 * (- x))");
}

TEST(ParseExpression, IfExpressionsMayNestAnywhereBehindAKeyword) {
  EXPECT_EQ(grouped("if a then b else c"), "if(a, b, c)");
  EXPECT_EQ(grouped("if a then b elseif c then d else e"), "if(a, b, c, d, e)");
  EXPECT_EQ(
      grouped(
          "if if a then b else c then if d then e else f elseif g then h else if i then j else k"),
      "if(if(a, b, c), if(d, e, f), g, h, if(i, j, k))");
  EXPECT_EQ(grouped("1 + (if a then b else c)"), "(1 + if(a, b, c))");
}

TEST(ParseExpression, CallsTakePositionalThenNamedArguments) {
  EXPECT_EQ(grouped("f(a, b + 1, level = c.d)"), "f(a, (b + 1), level: c.d)");
  EXPECT_EQ(grouped("initial()"), "initial()");
  EXPECT_EQ(grouped("der(der(x))"), "der(der(x))");
  EXPECT_EQ(grouped("Modelica.Math.sin(x)"), "Modelica.Math.sin(x)");
}

TEST(ParseExpression, BracesMakeArrays) { EXPECT_EQ(grouped("{a, {b, -c}}"), "{a, {b, (- c)}}"); }

TEST(ParseExpression, LiteralsKeepTheirText) {
  const SyntaxTree tree = parse_valid(R"(model M equation x = f(1.50e3, "a\"b\n", true); end M;)");
  const auto children = tree.children_of(*tree.models[0].equations[0].right);
  EXPECT_EQ(tree.nodes[children[0]].text, "1.50e3");
  EXPECT_EQ(tree.nodes[children[1]].text, "a\"b\n");
  EXPECT_EQ(tree.nodes[children[2]].text, "true");
}

TEST(ParseExpression, ChildrenComeBeforeTheirParents) {
  const SyntaxTree tree =
      parse_valid("model M equation x = if a < b then f(x, y*z) else {p, -q}; end M;");
  EXPECT_EQ(tree.nodes.size(), 14U);
  for (const NodeId id : tree.nodes.ids()) {
    for (const NodeId child : tree.children_of(id)) EXPECT_LT(child, id);
  }
}

TEST(ParseExpression, SpansIncludeTheParenthesesOfTheirOperands) {
  const std::string text = "model M equation x = (a + b)*(c); end M;";
  const SyntaxTree tree = parse_valid(text);
  const Node& product = tree.nodes[*tree.models[0].equations[0].right];
  EXPECT_EQ(text.substr(product.span.begin, product.span.end - product.span.begin), "(a + b)*(c)");
}

TEST(ParseModel, ReadsDeclarationsWithEverythingTheyMayHave) {
  const SyntaxTree tree = parse_valid(R"(
    within Library.Sub;
    model M "the model"
      parameter Real a(start = 1, final fixed = true) = 2 "text" annotation(Dialog(tab = "x")), b;
      final constant Integer n = 3;
      discrete input Real d;
      output Boolean q;
    protected
      Modelica.Units.SI.Length 'x y';
    public
      Real z;
    end M;)");
  const Model& model = tree.models.at(0);
  EXPECT_EQ(model.name, "M");
  EXPECT_EQ(model.description, "the model");
  ASSERT_EQ(model.declarations.size(), 7U);
  const Declaration& a = model.declarations[0];
  EXPECT_EQ(a.type, "Real");
  EXPECT_EQ(a.name, "a");
  EXPECT_EQ(a.variability, Variability::parameter);
  EXPECT_EQ(a.description, "text");
  ASSERT_EQ(a.modifiers.size(), 2U);
  EXPECT_EQ(a.modifiers[0].name, "start");
  EXPECT_FALSE(a.modifiers[0].is_final);
  EXPECT_TRUE(a.modifiers[1].is_final);
  EXPECT_EQ(tree.nodes[*a.binding].text, "2");
  EXPECT_EQ(a.annotation.at(0).nested.at(0).name, "tab");
  EXPECT_EQ(model.declarations[1].variability, Variability::parameter);
  EXPECT_TRUE(model.declarations[1].modifiers.empty());
  EXPECT_TRUE(model.declarations[2].is_final);
  EXPECT_EQ(model.declarations[3].variability, Variability::discrete);
  EXPECT_EQ(model.declarations[3].causality, Causality::input);
  EXPECT_EQ(model.declarations[4].causality, Causality::output);
  EXPECT_TRUE(model.declarations[5].is_protected);
  EXPECT_EQ(model.declarations[5].name, "'x y'");
  EXPECT_EQ(model.declarations[5].type, "Modelica.Units.SI.Length");
  EXPECT_FALSE(model.declarations[6].is_protected);
}

TEST(ParseModel, ReadsEquationsOfEveryKind) {
  const SyntaxTree tree = parse_valid(R"(
    model M
    initial equation
      x = 1 "start";
    equation
      der(x) = -x;
      if a then
        y = 1;
      elseif b then
      else
        if c then y = 2; z = 3; end if;
      end if;
      when {a, b} then
        reinit(x, 0);
      elsewhen c then
        terminate("end");
      end when;
      assert(x < 1, "text") annotation(Evaluate = true);
    equation
      y = z;
      annotation(experiment(StopTime = 10));
    end M;)");
  const Model& model = tree.models.at(0);
  ASSERT_EQ(model.initial_equations.size(), 1U);
  EXPECT_EQ(model.initial_equations[0].description, "start");
  ASSERT_EQ(model.equations.size(), 5U);
  EXPECT_EQ(model.equations[0].kind, EquationKind::equality);
  const Equation& conditional = model.equations[1];
  EXPECT_EQ(conditional.kind, EquationKind::conditional);
  ASSERT_EQ(conditional.branches.size(), 3U);
  EXPECT_TRUE(conditional.branches[1].equations.empty());
  EXPECT_FALSE(conditional.branches[2].condition.has_value());
  EXPECT_EQ(conditional.branches[2].equations.at(0).branches.at(0).equations.size(), 2U);
  const Equation& when = model.equations[2];
  EXPECT_EQ(when.kind, EquationKind::when);
  EXPECT_EQ(tree.nodes[*when.branches.at(0).condition].kind, NodeKind::array);
  EXPECT_EQ(when.branches.at(1).equations.at(0).kind, EquationKind::call);
  EXPECT_EQ(model.equations[3].annotation.at(0).name, "Evaluate");
  EXPECT_EQ(model.annotation.at(0).nested.at(0).name, "StopTime");
}

TEST(ParseModel, ATextMayHoldSeveralModelsAndOtherKindsOfClassThatMeanTheSame) {
  const SyntaxTree tree = parse_valid("model A end A; block B end B; class C end C;");
  ASSERT_EQ(tree.models.size(), 3U);
  EXPECT_EQ(tree.models[1].name, "B");
}

TEST(ParseModel, GraphicalAnnotationsAreRead) {
  const SyntaxTree tree = parse_valid(R"(model M
    annotation(Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}),
                    graphics = {Rectangle(lineColor = {0, 0, 255}, fillPattern = FillPattern.Solid),
                                Text(textString = "%name")}),
               Documentation(info = "<html>
      several lines</html>"));
  end M;)");
  EXPECT_EQ(tree.models.at(0).annotation.size(), 2U);
}

TEST(ParseModel, AChainOfAMillionTermsIsReadWithoutRecursion) {
  std::string text = "model M equation x = a";
  for (int count = 0; count < 1000000; ++count) text += "+b";
  const SyntaxTree tree = parse_valid(text + "; end M;");
  EXPECT_EQ(tree.nodes.size(), 2000002U);
}

}  // namespace
}  // namespace saltus::syntax
