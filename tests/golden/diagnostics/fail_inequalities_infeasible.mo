//: $ saltus simulate --quiet --output -
//: exit 3
model Infeasible "A tank that is filled too fast for its valve"
  parameter Real inflow = 3;
  Real h(start = 0.5, fixed = true);
  Integer z(min = 0, max = 1) "the valve";
equation
  der(h) = inflow - 2*z;
  h - 1 <= 0;
  annotation(experiment(StopTime = 1, Interval = 1));
end Infeasible;

//: time,h,z,mode,multiplier(h - 1 <= 0)
//: 0,0.5,0,1,NaN
//: error[X0620]: no values of `z` satisfy the inequalities after t = 0.166666667
//:  --> fail_inequalities_infeasible.mo:9:3
//:   |
//: 9 |   h - 1 <= 0;
//:   |   ^^^^^^^^^^ one of the inequalities that determine them
//:   = before: `z = 0`
//:   = with every combination one of them is violated, or is at once; the results up to there are kept
//:   = help: look for a bound that cannot be kept, or for values that violate it already; if the motion should stay on the boundary, write that as a further choice of the binary unknowns
