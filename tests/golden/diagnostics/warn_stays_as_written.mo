//: $ saltus simulate --quiet --output -
model Stuck "nothing moves what is written to stand still"
  Real v(start = 0, fixed = true);
equation
  der(v) = if v > 0 then 2 - 1 elseif v < 0 then 2 + 1 else 0;
  annotation(experiment(StopTime = 1, Interval = 1));
end Stuck;

//: time,v,mode,multiplier(v > 0)
//: 0,0,1,NaN
//: 1,0,1,NaN
//: warning[X0622]: the solution is not unique at t = 0
//:  --> warn_stays_as_written.mo:5:15
//:   |
//: 5 |   der(v) = if v > 0 then 2 - 1 elseif v < 0 then 2 + 1 else 0;
//:   |               ^^^^^ a side of this leads away, but what is written for the boundary itself stays
//:   = taken: staying, until an event sets it free; no force does
//:   = help: leave out what holds at zero: with `sign(v)` the motion stays as long as both sides lead back, and no longer
