//: $ saltus simulate --quiet --stop 2
//: exit 3
model Fold "Two solutions meet and vanish"
  Real x(start = 0, fixed = true), y(start = 1);
equation
  der(x) = 1;
  y^2 = 1 - x;
end Fold;

//: error[X0602]: Newton's iteration for `y` diverged at t = 1
//:  --> fail_fold.mo:7:3
//:   |
//: 7 |   y^2 = 1 - x;
//:   |   ^^^^^^^^^^^
//:   = help: the equations may have no solution from this time on: look at the last results, whether two solutions meet there
