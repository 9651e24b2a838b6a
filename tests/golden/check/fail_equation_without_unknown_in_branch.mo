//: $ saltus check
model Source
  input Boolean on;
  parameter Real u0 = 1;
  discrete Real level;
  Real u, i;
equation
  u = 5*i;
  when time > 1 then
    level = 2;
  end when;
  if on then
    u = u0;
  else
    level = u0 + time;
  end if;
end Source;

//: error[S0305]: in the mode `not on` (1 of 2): line 15 contains no unknown (`u0` is a parameter), and line 8 is all that is left for `u` and `i`
//:   --> fail_equation_without_unknown_in_branch.mo:15:5
//:    |
//:  6 |   Real u, i;
//:    |        -  - undetermined in this mode
//:  7 | equation
//:  8 |   u = 5*i;
//:    |   ------- contains them
//: ...
//: 13 |     u = u0;
//:    |     ------ not in this mode
//: 14 |   else
//: 15 |     level = u0 + time;
//:    |     ^^^^^^^^^^^^^^^^^ contains no unknown in this mode
//:    = help: write an equation for `u` instead
//:
//: Source: 2 unknowns, 1 guard, 2 modes
//:          modes   index   degrees of freedom
//:              1       1                    0
//:              1  singular
