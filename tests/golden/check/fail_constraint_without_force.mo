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

//: error[S0305]: in the mode `at_stop` (1 of 2): 1 equation too many: line 4, line 7, line 9 and line 10 contain only `x`, `v`, `f`
//:   --> fail_constraint_without_force.mo:4:29
//:    |
//:  4 |   Real x(start = 1), v, f = -1;
//:    |                             ^^ contains only `x`, `v`, `f`
//: ...
//:  7 |   der(x) = v;
//:    |   ---------- so does this one
//:  8 |   if at_stop then
//:  9 |     x = 0;
//:    |     ----- so does this one
//: 10 |     der(v) = f;
//:    |     ---------- so does this one
//:    = help: remove one of them, or write it in the branch in which it is missing
//:
//: Stop: 3 unknowns, 1 guard, 2 modes
//:          modes   index   degrees of freedom
//:              1       1                    2
//:              1  singular
