//: $ saltus check
// Each of three independent parts has its own singular mode.
model Parts
  input Boolean a, b, c;
  Real x, y, z;
equation
  if a then
    x = 1;
  end if;
  if b then
    y = 2;
  end if;
  z = 3;
  if c then
    z = time;
  end if;
end Parts;

//: error[S0305]: in the modes `not a` (4 of 8): 1 equation too few: nothing determines `x`
//:  --> fail_many_singular_parts.mo:5:8
//:   |
//: 5 |   Real x, y, z;
//:   |        ^ in no equation of these modes
//: ...
//: 8 |     x = 1;
//:   |     ----- not in these modes
//:   = help: write an equation for `x` that holds in these modes
//:
//: error[S0305]: in the modes `not b` (4 of 8): 1 equation too few: nothing determines `y`
//:   --> fail_many_singular_parts.mo:5:11
//:    |
//:  5 |   Real x, y, z;
//:    |           ^ in no equation of these modes
//: ...
//: 11 |     y = 2;
//:    |     ----- not in these modes
//:    = help: write an equation for `y` that holds in these modes
//:
//: error[S0305]: in the modes `c` (4 of 8): 1 equation too many: lines 13 and 15 both determine `z`
//:   --> fail_many_singular_parts.mo:15:5
//:    |
//: 13 |   z = 3;
//:    |   ----- determines `z`
//: 14 |   if c then
//: 15 |     z = time;
//:    |     ^^^^^^^^ one too many wherever it holds
//:    = help: remove one of them, or let their conditions exclude each other
//:
//: error: 3 errors
//: Parts: 3 unknowns, 3 guards, 8 modes
//:          modes   index   degrees of freedom
//:              1       1                    0
//:              7  singular
