//: $ saltus check
// The stop holds the position, but no force does it.
model Stop
  Real x(start = 1), v, f = -1;
  Boolean at_stop = x <= 0;
equation
  der(x) = v;
  if at_stop then
    x = 0;
    der(v) = f;
  else
    der(v) = f;
  end if;
end Stop;

//: error[S0305]: in the mode `at_stop` (1 of 2): 1 equation too many: lines 7, 9 and 10 are 3 equations for the 2 unknowns `x` and `v`
//:   --> fail_constraint_without_force.mo:9:5
//:    |
//:  7 |   der(x) = v;
//:    |   ---------- contains only `x` and `v`
//:  8 |   if at_stop then
//:  9 |     x = 0;
//:    |     ^^^^^ one too many wherever it holds
//: 10 |     der(v) = f;
//:    |     ---------- so does this one
//:    = help: remove one of them; a constraint needs an unknown that enforces it, as a stop needs a force
//:
//: Stop: 3 unknowns, 1 guard, 2 modes
//:          modes   index   degrees of freedom
//:              1       1                    2
//:              1  singular
