//: $ saltus check
// Between 1 and 2 both hold.
model Overlap
  Real x = time, y;
equation
  if x < 2 then
    y = 0;
  end if;
  if x > 1 then
    y = 1;
  end if;
  if x >= 2 and x <= 1 then
    y = 2;
  end if;
end Overlap;

//: error[S0305]: in the mode `x < 2 and x > 1` (1 of 3): 1 equation too many: lines 7 and 10 both determine `y`
//:   --> fail_overlapping_conditions.mo:7:5
//:    |
//:  7 |     y = 0;
//:    |     ^^^^^ determines `y`
//: ...
//: 10 |     y = 1;
//:    |     ----- so does this one
//:    = help: remove one of them, or let their conditions exclude each other
//:
//: warning[M0413]: `x >= 2 and x <= 1` is never true, so a branch is never taken
//:   --> fail_overlapping_conditions.mo:12:6
//:    |
//: 12 |   if x >= 2 and x <= 1 then
//:    |      ^^^^^^^^^^^^^^^^^
//: 13 |     y = 2;
//:    |     ----- in no mode
//:    = assertions, equations of Booleans or the condition itself leave no other value
//:
//: error: 1 error, 1 warning
//: Overlap: 2 unknowns, 3 guards, 3 modes
//:          modes   index   degrees of freedom
//:              2       1                    0
//:              1  singular
