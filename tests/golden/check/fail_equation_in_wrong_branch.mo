//: $ saltus check
// `i = 0` belongs to the open switch.
model Switch
  input Boolean closed;
  Real u = sin(time), i, v;
equation
  u = v + 10*i;
  if closed then
    v = 0;
    i = 0;
  end if;
end Switch;

//: error[S0305]: in the mode `closed` (1 of 2): 1 equation too many: line 5, line 7, line 9 and line 10 contain only `u`, `i`, `v`
//:   --> fail_equation_in_wrong_branch.mo:5:12
//:    |
//:  5 |   Real u = sin(time), i, v;
//:    |            ^^^^^^^^^ contains only `u`, `i`, `v`
//:  6 | equation
//:  7 |   u = v + 10*i;
//:    |   ------------ so does this one
//:  8 |   if closed then
//:  9 |     v = 0;
//:    |     ----- so does this one
//: 10 |     i = 0;
//:    |     ----- so does this one
//:    = help: remove one of them, or write it in the branch in which it is missing
//:
//: error[S0305]: in the mode `not closed` (1 of 2): 1 equation too few: `i`, `v` share 1 equation
//:  --> fail_equation_in_wrong_branch.mo:5:23
//:   |
//: 5 |   Real u = sin(time), i, v;
//:   |                       ^  - not determined in these modes
//:   |                       |
//:   |                       not determined in these modes
//: 6 | equation
//: 7 |   u = v + 10*i;
//:   |   ------------ shared by them
//:   = help: these modes need an equation for one of `i`, `v`
//:
//: error: 2 errors
//: Switch: 3 unknowns, 1 guard, 2 modes
//:          modes   index   degrees of freedom
//:              2  singular
