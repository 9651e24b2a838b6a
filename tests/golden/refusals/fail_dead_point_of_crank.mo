//: $ saltus simulate --quiet --stop 3
//: exit 3
model Crank "A crank driven by its slider comes to the dead point at (1 - cos(1))/0.2 = 2.298488"
  Real phi(start = 1, fixed = true), s;
equation
  s = cos(phi);
  der(s) = 0.2;
end Crank;

//: error[X0604]: the step became too small at t = 2.29848847
//:  --> fail_dead_point_of_crank.mo:6:3
//:   |
//: 6 |   s = cos(phi);
//:   |   ^^^^^^^^^^^^ says how `phi` changes, faster than anything else
//:   = there `phi` = 2.3e-08
//:   = the results up to there are kept
//:   = help: a value that grows without bound goes to infinity there; a derivative that does is the end of a solution, as at a dead point
