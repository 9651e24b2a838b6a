//: $ saltus simulate --quiet --output -
model Repelling
  Real x(start = 0, fixed = true);
equation
  der(x) = if x > 0 then 1 else -1;
  annotation(experiment(StopTime = 1, Interval = 1));
end Repelling;

//: time,x,mode,multiplier(x > 0)
//: 0,0,1,NaN
//: 1,-1,1,NaN
//: warning[X0622]: the solution is not unique at t = 0
//:  --> warn_repelling_surface.mo:5:15
//:   |
//: 5 |   der(x) = if x > 0 then 1 else -1;
//:   |               ^^^^^ both sides of this lead away from the boundary
//:   = taken: the side that the relation itself says, or staying on the boundary if the motion slid along it
//:   = help: begin beside the boundary, on the side that is meant
