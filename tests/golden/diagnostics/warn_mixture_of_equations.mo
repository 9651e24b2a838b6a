//: $ saltus simulate --quiet --output -
model Mixture "The control enters with its cube, and a constraint ties the two motions"
  Real x(start = 1, fixed = true), y, F, u;
equation
  der(x) = u + F;
  der(y) = 4*u^3 - F;
  x = y;
  u = if x > 0 then -1 else 1;
  annotation(experiment(StopTime = 1, Interval = 1));
end Mixture;

//: time,x,y,F,u,mode,multiplier(x > 0)
//: 0,1,1,-1.5,-1,1,NaN
//: 0.4,0,0,-1.5,-1,1,NaN
//: 0.4,0,0,0,0,2,0.5
//: 1,0,0,0,0,2,0.5
//: warning[X0623]: sliding from t = 0.4 on mixes equations, not motions
//:  --> warn_mixture_of_equations.mo:8:10
//:   |
//: 8 |   u = if x > 0 then -1 else 1;
//:   |          ^^^^^ the solution slides along this boundary
//:   = the two sides differ in a way that is not linear; Filippov's mixture of the motions may differ from this one
//:   = help: let the sides differ in a value that enters linearly: a force, a flow
