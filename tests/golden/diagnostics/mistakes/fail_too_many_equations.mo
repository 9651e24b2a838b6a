//: $ saltus check
model TooManyEquations
  Real x, y;
equation
  x = time;
  y = 2*x;
  x + y = 1;
end TooManyEquations;

//: error[S0301]: `TooManyEquations` has 3 equations for 2 unknowns
//:  --> fail_too_many_equations.mo:5:3
//:   |
//: 5 |   x = time;
//:   |   ^^^^^^^^ one of 3 equations that contain only `x`, `y`
//: 6 |   y = 2*x;
//:   |   ------- another one
//: 7 |   x + y = 1;
//:   |   --------- another one
//:   = too many equations: 3 for the 2 unknowns `x`, `y`
//:   = help: remove one of the 3 equations, or let one contain a further unknown
