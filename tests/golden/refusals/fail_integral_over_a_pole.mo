//: $ saltus simulate --quiet --stop 2
//: exit 3
model TanPole "y = -ln(cos(t)), up to pi/2"
  Real x(start = 0, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = tan(x);
end TanPole;

//: error[X0604]: the step became too small at t = 1.57079633
//:  --> fail_integral_over_a_pole.mo:7:3
//:   |
//: 7 |   der(y) = tan(x);
//:   |   ^^^^^^^^^^^^^^^ says how `y` changes, faster than anything else
//:   = there `y` = 40 and `der(y)` = -2.6e+15
//:   = the results up to there are kept
//:   = help: a value that grows without bound goes to infinity there; a derivative that does is the end of a solution, as at a dead point
