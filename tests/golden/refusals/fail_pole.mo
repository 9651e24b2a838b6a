//: $ saltus simulate --quiet --stop 2
//: exit 3
model Pole "x = 1/(1 - t)"
  Real x(start = 1, fixed = true), y;
equation
  der(x) = x^2;
  y = 2*x;
end Pole;

//: error[X0604]: the step became too small at t = 1
//:  --> fail_pole.mo:6:3
//:   |
//: 6 |   der(x) = x^2;
//:   |   ^^^^^^^^^^^^ says how `x` changes, faster than anything else
//:   = there `x` = 5.2e+14 and `der(x)` = 2.7e+29
//:   = the results up to there are kept
//:   = help: a value that grows without bound goes to infinity there; a derivative that does is the end of a solution, as at a dead point
