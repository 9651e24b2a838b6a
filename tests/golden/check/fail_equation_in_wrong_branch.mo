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

//: error[S0305]: in the mode `closed` (1 of 2): 1 equation too many, in the others 1 too few: one of lines 9 and 10 is in the wrong branch
//:   --> fail_equation_in_wrong_branch.mo:9:5
//:    |
//:  9 |     v = 0;
//:    |     ^^^^^ one too many here, and missing in the others
//: 10 |     i = 0;
//:    |     ----- or this one
//:    = help: move one of them to the other branch
//:
//: Switch: 3 unknowns, 1 guard, 2 modes
//:          modes   index   degrees of freedom
//:              2  singular
