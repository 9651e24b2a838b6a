//: $ saltus simulate --stop 1 --quiet
//: exit 3
model DeadPoint
  Real p(start = 0, fixed = true), q, r;
equation
  der(p) = 1;
  (0.5 + p)*q + r = 1 + p;
  q + r = 2;
end DeadPoint;

//: error[X0601]: these equations do not determine `q`, `r` at t = 0.5
//:  --> fail_singular_jacobian.mo:7:3
//:   |
//: 7 |   (0.5 + p)*q + r = 1 + p;
//:   |   ^^^^^^^^^^^^^^^^^^^^^^^
//: 8 |   q + r = 2;
//:   |   ---------
//:   = not determined: -`q` + `r`
//:   = 2 of these equations cancel each other in what they are solved for
//:   = help: a parameter that is zero here, a dead point of a mechanism, or a difference of unknowns that two equations share: give that difference a variable of its own
