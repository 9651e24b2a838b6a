//: $ saltus check
model KeywordInExpression
  parameter Real k = 2;
  Real x;
equation
  x = k*end;
end KeywordInExpression;

//: error[P0201]: expected an expression, found `end`
//:  --> fail_keyword_in_expression.mo:6:9
//:   |
//: 6 |   x = k*end;
//:   |         ^^^
//:   = `end` is a keyword of Modelica and cannot be a name
