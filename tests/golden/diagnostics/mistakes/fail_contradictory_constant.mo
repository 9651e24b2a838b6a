//: $ saltus check
model ContradictoryConstant
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
  x = 2;
end ContradictoryConstant;

//: error[S0301]: `ContradictoryConstant` has 2 equations for 1 unknown
//:  --> fail_contradictory_constant.mo:5:3
//:   |
//: 5 |   der(x) = -x;
//:   |   ^^^^^^^^^^^ one of 2 equations that contain only `x`
//: 6 |   x = 2;
//:   |   ----- another one
//:   = too many equations: 2 for the 1 unknown `x`
//:   = help: remove one of the 2 equations, or let one contain a further unknown
