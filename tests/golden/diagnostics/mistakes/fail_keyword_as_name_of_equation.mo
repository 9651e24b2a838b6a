//: $ saltus check
model KeywordAsNameOfEquation
  Real x, type;
equation
  x = time;
  type = 2*x;
end KeywordAsNameOfEquation;

//: error[P0201]: expected the name of a variable, found `type`
//:  --> fail_keyword_as_name_of_equation.mo:3:11
//:   |
//: 3 |   Real x, type;
//:   |           ^^^^
//:   = `type` is a keyword of Modelica and cannot be a name
