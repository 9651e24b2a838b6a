//: $ saltus simulate --quiet --stop 2
//: exit 3
model Leaves "A rod of length 1 whose end is pulled along a line that leaves its reach"
  Real x(start = 0, fixed = true), y(start = 1);
equation
  der(x) = 1;
  x^2 + y^2 = 1;
end Leaves;

//: error[X0604]: the step became too small at t = 1
//:  --> fail_rod_leaves_its_reach.mo:7:3
//:   |
//: 7 |   x^2 + y^2 = 1;
//:   |   ^^^^^^^^^^^^^ says how `y` changes, faster than anything else
//:   = there `y` = 3.3e-08
//:   = the results up to there are kept
//:   = help: a value that grows without bound goes to infinity there; a derivative that does is the end of a solution, as at a dead point
