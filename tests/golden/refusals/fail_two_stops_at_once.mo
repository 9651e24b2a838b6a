//: $ saltus simulate --quiet --stop 2
model Jam "Two stops close on one body from both sides"
  Real x(start = 0.5, fixed = true), f, g;
equation
  der(der(x)) = f - g;
  if time >= 1 then
    x = 1;
  else
    f = 0;
  end if;
  if time >= 1 then
    x = 0;
  else
    g = 0;
  end if;
end Jam;

//: error[S0305]: in the mode `time >= 1` (1 of 2): lines 7 and 12 both determine `x`, and line 5 is all that is left for `f` and `g`
//:   --> fail_two_stops_at_once.mo:7:5
//:    |
//:  3 |   Real x(start = 0.5, fixed = true), f, g;
//:    |                                      -  - undetermined in this mode
//:  4 | equation
//:  5 |   der(der(x)) = f - g;
//:    |   ------------------- contains them
//:  6 |   if time >= 1 then
//:  7 |     x = 1;
//:    |     ^^^^^ one too many wherever it holds
//:  8 |   else
//:  9 |     f = 0;
//:    |     ----- not in this mode
//: ...
//: 12 |     x = 0;
//:    |     ----- or this one
//: 13 |   else
//: 14 |     g = 0;
//:    |     ----- not in this mode
//:    = help: replace one of lines 7 and 12 in this mode by an equation for `f` or `g`, or exclude this mode by `assert(not (…), "…")`
//:
//: error[X0609]: the mode `time >= 1` cannot be entered at t = 1
//:  --> fail_two_stops_at_once.mo:6:6
//:   |
//: 6 |   if time >= 1 then
//:   |      ^^^^^^^^^ true in this mode
//:   = its equations do not determine its unknowns, see above
//:   = help: give the mode the equations that it lacks; if it should never be reached, look at the condition that has led there
//:
//: error: 2 errors
