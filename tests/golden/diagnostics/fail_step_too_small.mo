//: $ saltus simulate --stop 2 --quiet
//: exit 3
model BlowUp
  Real x(start = 1, fixed = true);
equation
  der(x) = x^2;
end BlowUp;

//: error[X0604]: the step became too small at t = 1
//:  --> fail_step_too_small.mo:4:8
//:   |
//: 4 |   Real x(start = 1, fixed = true);
//:   |        ^ changes fastest
//:   = the results up to there are kept
//:   = help: the solution may go to infinity there, or change faster than time resolves
