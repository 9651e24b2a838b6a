//: $ saltus simulate --stop 2 --quiet
//: exit 3
model BlowUp
  Real x(start = 1, fixed = true);
equation
  der(x) = x^2;
end BlowUp;

//: error[X0604]: the step became too small at t = 1
//:  --> fail_step_too_small.mo:6:3
//:   |
//: 6 |   der(x) = x^2;
//:   |   ^^^^^^^^^^^^ says how `x` changes, faster than anything else
//:   = there `x` = 5.2e+14 and `der(x)` = 2.7e+29
//:   = the results up to there are kept
//:   = help: a value that grows without bound goes to infinity there; a derivative that does is the end of a solution, as at a dead point
