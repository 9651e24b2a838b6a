//: $ saltus simulate --stop 1 --quiet
//: exit 3
model TwoCapacitorEnds
  Real y1(start = 0, fixed = true), y2(start = 0);
equation
  der(y1) - der(y2) = sin(time) - y1;
  der(y2) - der(y1) = -y2;
end TwoCapacitorEnds;

//: error[X0601]: these equations do not determine `der(y1)`, `der(y2)` at t = 0
//:  --> fail_singular_jacobian.mo:6:3
//:   |
//: 6 |   der(y1) - der(y2) = sin(time) - y1;
//:   |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//: 7 |   der(y2) - der(y1) = -y2;
//:   |   -----------------------
//:   = not determined: `der(y1)` + `der(y2)`
//:   = 2 of these equations cancel each other in what they are solved for
//:   = help: a parameter that is zero here, a dead point of a mechanism, or a difference of unknowns that two equations share: give that difference a variable of its own
