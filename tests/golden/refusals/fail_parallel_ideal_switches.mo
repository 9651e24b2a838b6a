//: $ saltus simulate --quiet --stop 2
model Switches "Two ideal switches in parallel, both closed at once"
  Real u, i1, i2, i;
equation
  u = 10 - i;
  i = i1 + i2;
  if time >= 1 then
    u = 0;
  else
    i1 = 0;
  end if;
  if time >= 1 then
    u = 0;
  else
    i2 = 0;
  end if;
end Switches;

//: error[S0305]: in the mode `time >= 1` (1 of 2): line 13 repeats line 8, and line 6 is all that is left for `i1` and `i2`
//:   --> fail_parallel_ideal_switches.mo:13:5
//:    |
//:  3 |   Real u, i1, i2, i;
//:    |           --  -- undetermined in this mode
//: ...
//:  6 |   i = i1 + i2;
//:    |   ----------- contains them
//:  7 |   if time >= 1 then
//:  8 |     u = 0;
//:    |     ----- determines `u`
//:  9 |   else
//: 10 |     i1 = 0;
//:    |     ------ not in this mode
//: ...
//: 13 |     u = 0;
//:    |     ^^^^^ the same again
//: 14 |   else
//: 15 |     i2 = 0;
//:    |     ------ not in this mode
//:    = help: replace one of lines 8 and 13 in this mode by an equation for `i1` or `i2`, or exclude this mode by `assert(not (…), "…")`
//:
//: error[X0609]: the mode `time >= 1` cannot be entered at t = 1
//:  --> fail_parallel_ideal_switches.mo:7:6
//:   |
//: 7 |   if time >= 1 then
//:   |      ^^^^^^^^^ true in this mode
//:   = its equations do not determine its unknowns, see above
//:   = help: give the mode the equations that it lacks; if it should never be reached, look at the condition that has led there
//:
//: error: 2 errors
