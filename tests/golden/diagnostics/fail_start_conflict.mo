//: $ saltus simulate --stop 1 --quiet
//: exit 3
model Conflict
  Real x(start = 1, fixed = true);
  Real y(start = 1, fixed = true);
  Real u, v, lambda;
equation
  der(x) = u;
  der(y) = v;
  der(u) = -lambda*x;
  der(v) = -lambda*y - 9.81;
  x^2 + y^2 = 1;
end Conflict;

//: error[I0501]: the start conditions contradict the equations
//:   --> fail_start_conflict.mo:12:3
//:    |
//:  4 |   Real x(start = 1, fixed = true);
//:    |        - fixed at 1
//:  5 |   Real y(start = 1, fixed = true);
//:    |        - fixed at 1
//: ...
//: 12 |   x^2 + y^2 = 1;
//:    |   ^^^^^^^^^^^^^ off by 1
//:    = help: remove `fixed = true` from one of `x`, `y`
