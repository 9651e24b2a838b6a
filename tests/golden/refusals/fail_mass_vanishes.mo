//: $ saltus simulate --quiet --stop 2
//: exit 3
model Vanishing "The mass has gone where x is zero: v = -ln(1 - t)"
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = -1;
  x*der(v) = 1;
end Vanishing;

//: error[X0604]: the step became too small at t = 1
//:  --> fail_mass_vanishes.mo:7:3
//:   |
//: 7 |   x*der(v) = 1;
//:   |   ^^^^^^^^^^^^ says how `v` changes, faster than anything else
//:   = there `v` = 34 and `der(v)` = 7.8e+14
//:   = the results up to there are kept
//:   = help: a value that grows without bound goes to infinity there; a derivative that does is the end of a solution, as at a dead point
