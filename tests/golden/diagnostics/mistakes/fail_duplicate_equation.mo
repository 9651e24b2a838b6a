//: $ saltus check
model DuplicateEquation
  Real x(start = 1, fixed = true), y;
equation
  der(x) = -x;
  y = 2*x;
  y = 2*x;
end DuplicateEquation;

//: error[S0301]: this equation is written twice
//:  --> fail_duplicate_equation.mo:7:3
//:   |
//: 6 |   y = 2*x;
//:   |   ------- first written here
//: 7 |   y = 2*x;
//:   |   ^^^^^^^ the same again
//:   = `DuplicateEquation` has 3 equations for 2 unknowns
//:   = help: remove one of them
