//: $ saltus check
// Two ideal switches in parallel, both closed: their currents are not determined.
model Parallel
  input Boolean a, b;
  Real u, i1, i2, i;
equation
  u = 10 - 2*i;
  i = i1 + i2;
  if a then
    u = 0;
  else
    i1 = 0;
  end if;
  if b then
    u = 0;
  else
    i2 = 0;
  end if;
end Parallel;

//: error[S0305]: in the mode `a and b` (1 of 4): line 10 and line 15 both determine `u`, and `i1`, `i2` share 1 equation
//:   --> fail_parallel_ideal_switches.mo:10:5
//:    |
//:  5 |   Real u, i1, i2, i;
//:    |           --  -- not determined in these modes
//:    |           |
//:    |           not determined in these modes
//: ...
//:  8 |   i = i1 + i2;
//:    |   ----------- shared by them
//:  9 |   if a then
//: 10 |     u = 0;
//:    |     ^^^^^ contains only `u`
//: ...
//: 15 |     u = 0;
//:    |     ----- so does this one
//:    = help: these modes need an equation for one of `i1`, `i2` instead of one of those shown
//:
//: Parallel: 4 unknowns, 2 guards, 4 modes
//:          modes   index   degrees of freedom
//:              3       1                    0
//:              1  singular
