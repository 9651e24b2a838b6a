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
//:   = help: these modes need an equation for `x`
//:
//: error[S0305]: in the modes `not b` (4 of 8): 1 equation too few: nothing determines `y`
//:  --> fail_many_singular_parts.mo:5:11
//:   |
//: 5 |   Real x, y, z;
//:   |           ^ in no equation of these modes
//:   = help: these modes need an equation for `y`
//:
//: error[S0305]: in the modes `c` (4 of 8): 1 equation too many: line 13 and line 15 both determine `z`
//:   --> fail_many_singular_parts.mo:13:3
//:    |
//: 13 |   z = 3;
//:    |   ^^^^^ contains only `z`
//: 14 |   if c then
//: 15 |     z = time;
//:    |     -------- so does this one
//:    = help: remove one of them, or write it in the branch in which it is missing
//:
//: error: 3 errors
//: Parts: 3 unknowns, 3 guards, 8 modes
//:          modes   index   degrees of freedom
//:              1       1                    0
//:              7  singular
