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

//: error[S0305]: in the mode `a and b` (1 of 4): line 15 repeats line 10, and line 8 is all that is left for `i1` and `i2`
//:   --> fail_parallel_ideal_switches.mo:15:5
//:    |
//:  5 |   Real u, i1, i2, i;
//:    |           --  -- undetermined in this mode
//: ...
//:  8 |   i = i1 + i2;
//:    |   ----------- contains them
//:  9 |   if a then
//: 10 |     u = 0;
//:    |     ----- determines `u`
//: 11 |   else
//: 12 |     i1 = 0;
//:    |     ------ not in this mode
//: ...
//: 15 |     u = 0;
//:    |     ^^^^^ the same again
//: 16 |   else
//: 17 |     i2 = 0;
//:    |     ------ not in this mode
//:    = help: replace one of lines 10 and 15 in this mode by an equation for `i1` or `i2`, or exclude this mode by `assert(not (…), "…")`
//:
//: Parallel: 4 unknowns, 2 guards, 4 modes
//:          modes   index   degrees of freedom
//:              3       1                    0
//:              1  singular
