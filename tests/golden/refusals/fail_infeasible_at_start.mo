//: $ saltus simulate --quiet --stop 1
//: exit 3
model Tank2 "Too full at the start"
  Real h(start = 2, fixed = true);
  Integer z(min = 0, max = 1);
equation
  der(h) = 1 - 2*z;
  h - 1 <= 0;
end Tank2;

//: error[X0620]: no values of `z` satisfy the inequalities after t = 0
//:  --> fail_infeasible_at_start.mo:8:3
//:   |
//: 8 |   h - 1 <= 0;
//:   |   ^^^^^^^^^^ one of the inequalities that determine them
//:   = before: `z = 0`
//:   = with every combination one of them is violated, or is at once; the results up to there are kept
//:   = help: look for a bound that cannot be kept, or for values that violate it already; if the motion should stay on the boundary, write that as a further choice of the binary unknowns
