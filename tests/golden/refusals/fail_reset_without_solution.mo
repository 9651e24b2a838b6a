//: $ saltus simulate --quiet --stop 2
//: exit 3
model Far "No point of the new constraint exists"
  Real x(start = 0, fixed = true), y(start = 0.5);
equation
  der(x) = 1;
  if time < 1 then
    der(y) = 0;
  else
    y^2 + x^2 = -1;
  end if;
end Far;

//: error[X0602]: Newton's iteration for `y` diverged at t = 1
//:   --> fail_reset_without_solution.mo:10:5
//:    |
//: 10 |     y^2 + x^2 = -1;
//:    |     ^^^^^^^^^^^^^^
//:    = in the mode `time >= 1`
//:    = help: the equations may have no solution from this time on: look at the last results, whether two solutions meet there
