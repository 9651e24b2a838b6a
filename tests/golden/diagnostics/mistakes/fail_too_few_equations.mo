//: $ saltus check
model TooFewEquations
  Real x, y, z;
equation
  x = time;
  y = x + z;
end TooFewEquations;

//: error[S0301]: `TooFewEquations` has 2 equations for 3 unknowns
//:  --> fail_too_few_equations.mo:3:14
//:   |
//: 3 |   Real x, y, z;
//:   |           -  ^ one of 2 unknowns that share 1 equation
//:   |           |
//:   |           not determined
//: ...
//: 6 |   y = x + z;
//:   |   --------- shared by them
//:   = too few equations: 1 for the 2 unknowns `y`, `z`
//:   = help: add 1 equation for one of `y`, `z`
