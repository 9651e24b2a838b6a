//: $ saltus simulate --stop 2 --quiet
model Switched
  Real x, y;
equation
  x = time;
  if time < 1 then
    y = 2*x;
  else
    x = 1;
  end if;
end Switched;

//: error[S0305]: in the mode `time >= 1` (1 of 2): lines 5 and 9 both determine `x`, and nothing determines `y`
//:  --> fail_mode_singular.mo:9:5
//:   |
//: 3 |   Real x, y;
//:   |           - in no equation of this mode
//: 4 | equation
//: 5 |   x = time;
//:   |   -------- determines `x`
//: 6 |   if time < 1 then
//: 7 |     y = 2*x;
//:   |     ------- not in this mode
//: 8 |   else
//: 9 |     x = 1;
//:   |     ^^^^^ one too many wherever it holds
//:   = help: replace one of lines 5 and 9 in this mode by an equation for `y`, or exclude this mode by `assert(not (…), "…")`
//:
//: error[X0609]: the mode `time >= 1` cannot be entered at t = 1
//:  --> fail_mode_singular.mo:6:6
//:   |
//: 6 |   if time < 1 then
//:   |      ^^^^^^^^ false in this mode
//:   = its equations do not determine its unknowns, see above
//:   = help: give the mode the equations that it lacks; if it should never be reached, look at the condition that has led there
//:
//: error: 2 errors
