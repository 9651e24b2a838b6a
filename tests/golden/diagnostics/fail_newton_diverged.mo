//: $ saltus simulate --stop 1 --quiet
//: exit 3
model LosesItsRoot
  Real y(start = 0);
equation
  y^3 - 2*y + noEvent(if time < 0.5 then 0 else 2) = 0;
end LosesItsRoot;

//: error[X0602]: Newton's iteration for `y` diverged at t = 0.5
//:  --> fail_newton_diverged.mo:6:3
//:   |
//: 6 |   y^3 - 2*y + noEvent(if time < 0.5 then 0 else 2) = 0;
//:   |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//:   = help: the equations may have no solution from this time on: look at the last results, whether two solutions meet there
