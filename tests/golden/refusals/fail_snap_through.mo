//: $ saltus simulate --quiet --stop 2
//: exit 3
model Buckle "A strut that snaps through: two solutions meet at F = 2/(3*sqrt(3)) = 0.384900"
  Real F(start = 0, fixed = true), x(start = -1);
equation
  der(F) = 1;
  x^3 - x = F;
end Buckle;

//: error[X0602]: Newton's iteration for `x` diverged at t = 0.384900179
//:  --> fail_snap_through.mo:7:3
//:   |
//: 7 |   x^3 - x = F;
//:   |   ^^^^^^^^^^^
//:   = help: the equations may have no solution from this time on: look at the last results, whether two solutions meet there
