//: $ saltus check
// Nothing is said for 1 <= x <= 2.
model Gap
  Real x = time, y;
equation
  if x < 1 then
    y = 0;
  end if;
  if x > 2 then
    y = 1;
  end if;
end Gap;

//: error[S0305]: in the mode `x >= 1 and x <= 2` (1 of 3): 1 equation too few: nothing determines `y`
//:   --> fail_elseif_gap.mo:4:18
//:    |
//:  4 |   Real x = time, y;
//:    |                  ^ in no equation of this mode
//: ...
//:  7 |     y = 0;
//:    |     ----- not in this mode
//: ...
//: 10 |     y = 1;
//:    |     ----- not in this mode
//:    = help: write an equation for `y` that holds in this mode
//:
//: Gap: 2 unknowns, 2 guards, 3 modes
//:          modes   index   degrees of freedom
//:              2       1                    0
//:              1  singular
