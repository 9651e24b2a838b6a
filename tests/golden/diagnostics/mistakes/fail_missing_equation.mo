//: $ saltus check
model MissingEquation
  Real x(start = 1, fixed = true);
  der(x) = -x;
end MissingEquation;

//: error[P0201]: an equation among declarations
//:  --> fail_missing_equation.mo:4:3
//:   |
//: 4 |   der(x) = -x;
//:   |   ^^^
//:   = help: equations begin after the keyword `equation`
