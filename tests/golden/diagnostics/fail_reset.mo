//: $ saltus simulate --stop 2 --quiet
//: exit 3
model Knot "A string that goes taut while the mass is at its anchor"
  Real x(start = 0, fixed = true), y(start = 0, fixed = true), T;
  Boolean taut = time >= 1;
initial equation
  der(x) = 0;
  der(y) = 0;
equation
  der(der(x)) = -T*x;
  der(der(y)) = -T*y;
  if taut then
    x^2 + y^2 = 1;
  else
    T = 0;
  end if;
end Knot;

//: error[X0610]: the change to the mode `taut` at t = 1 fails: its equations do not determine the values after the change
//:   --> fail_reset.mo:10:3
//:    |
//: 10 |   der(der(x)) = -T*x;
//:    |   ^^^^^^^^^^^^^^^^^^
//: 11 |   der(der(y)) = -T*y;
//:    |   ------------------
//: 12 |   if taut then
//: 13 |     x^2 + y^2 = 1;
//:    |     -------------
//:    = unknowns: `x`, `T`, `y`
//:    = help: say what happens at the change: `reinit` in a `when`, or an equation of the new mode that holds from then on
