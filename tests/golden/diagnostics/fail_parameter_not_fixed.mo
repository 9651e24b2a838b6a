//: $ saltus check
model Orbit
  parameter Real speed(fixed = false) = 1;
  Real x(start = 0, fixed = true);
initial equation
  speed = 2;
equation
  der(x) = speed;
end Orbit;

//: error[F0308]: the parameter `speed` is to be computed at the start
//:  --> fail_parameter_not_fixed.mo:3:32
//:   |
//: 3 |   parameter Real speed(fixed = false) = 1;
//:   |                                ^^^^^
//:   = help: parameters with `fixed = false` are not supported; make it a variable with the equation `der(p) = 0`
