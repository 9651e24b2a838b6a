//: $ saltus simulate --quiet --stop 2
//: exit 3
model Quad "y + 1/y >= 2 for all y > 0"
  Real x(start = 0, fixed = true), y(start = 1);
equation
  der(x) = 1;
  y + 1/y = 2.5 - x;
end Quad;

//: error[X0602]: Newton's iteration for `y` diverged at t = 0.5
//:  --> fail_loop_loses_its_solution.mo:7:3
//:   |
//: 7 |   y + 1/y = 2.5 - x;
//:   |   ^^^^^^^^^^^^^^^^^
//:   = help: the equations may have no solution from this time on: look at the last results, whether two solutions meet there
