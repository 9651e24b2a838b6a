//: $ saltus simulate --quiet --output -
model Blocks "Two blocks on the floor and against each other"
  Real v(start = 0, fixed = true), w(start = 0, fixed = true), f;
equation
  der(v) = 1.5 - f - (if v > 0 then 1 else -1);
  der(w) = f - (if w > 0 then 3 else -3);
  f = if v > w then 2 else -2;
  annotation(experiment(StopTime = 1, Interval = 1));
end Blocks;

//: time,v,w,f,mode,multiplier(v > 0),multiplier(w > 0),multiplier(v > w)
//: 0,0,0,2,1,NaN,NaN,NaN
//: 0,0,0,1.5,2,0.5,0.75,0.875
//: 1,0,0,1.5,2,0.5,0.75,0.875
//: warning[X0625]: from t = 0 on the motion is determined, but not the share of each relation in it
//:  --> warn_undetermined_shares.mo:5:26
//:   |
//: 5 |   der(v) = 1.5 - f - (if v > 0 then 1 else -1);
//:   |                          ^^^^^ other relations that slide keep this at zero already
//:   = taken: the mean of both sides of this one, as long as the others bear the rest
//:   = help: if it matters who bears what, give the parts that share a load some elasticity
