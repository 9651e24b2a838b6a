//: $ saltus check
// Any two of three ideal switches in parallel leave their currents open.
model Three
  input Boolean a, b, c;
  Real u, i1, i2, i3;
equation
  u = 10 - 2*(i1 + i2 + i3);
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
  if c then
    u = 0;
  else
    i3 = 0;
  end if;
end Three;

//: error[S0305]: in the modes `a and b or a and c or b and c` (4 of 8): more than one of lines 9, 14 and 19 determine `u`, and line 7 is all that is left for `i1`, `i2` and `i3`
//:   --> fail_three_parallel_switches.mo:9:5
//:    |
//:  5 |   Real u, i1, i2, i3;
//:    |           --  --  -- undetermined in these modes
//:  6 | equation
//:  7 |   u = 10 - 2*(i1 + i2 + i3);
//:    |   ------------------------- contains them
//:  8 |   if a then
//:  9 |     u = 0;
//:    |     ^^^^^ determines `u`
//: ...
//: 14 |     u = 0;
//:    |     ----- so does this one
//: ...
//: 19 |     u = 0;
//:    |     ----- so does this one
//:    = help: replace one of lines 9, 14 and 19 in these modes by an equation for `i1`, `i2` or `i3`, or exclude these modes by `assert(not (…), "…")`
//:
//: Three: 4 unknowns, 3 guards, 8 modes
//:          modes   index   degrees of freedom
//:              4       1                    0
//:              4  singular
