//: $ saltus check
// The stiffness was declared as a parameter, and is computed as well.
model Spring
  parameter Real k = 10;
  Real x(start = 1), v, f;
equation
  der(x) = v;
  der(v) = -f;
  if x > 0 then
    f = k*x;
  else
    k = 2;
  end if;
end Spring;

//: error[S0305]: in the mode `x <= 0` (1 of 2): line 12 contains no unknown (`k` is a parameter), and lines 7 and 8 are all that is left for `x`, `v` and `f`
//:   --> fail_parameter_used_as_unknown.mo:12:5
//:    |
//:  5 |   Real x(start = 1), v, f;
//:    |        -             -  - undetermined in this mode
//:  6 | equation
//:  7 |   der(x) = v;
//:    |   ---------- contains them
//:  8 |   der(v) = -f;
//:    |   ----------- contains them
//:  9 |   if x > 0 then
//: 10 |     f = k*x;
//:    |     ------- not in this mode
//: 11 |   else
//: 12 |     k = 2;
//:    |     ^^^^^ contains no unknown in this mode
//:    = help: write an equation for `f` instead
//:
//: Spring: 3 unknowns, 1 guard, 2 modes
//:          modes   index   degrees of freedom
//:              1       1                    2
//:              1  singular
