//: $ saltus simulate --quiet --stop 2
model Wall "A piston that is moved by force of law meets a wall"
  Real x, f;
equation
  x = time;
  if x < 1 then
    f = 0;
  else
    x = 1 + 0*f;
  end if;
end Wall;

//: error[S0305]: in the mode `x >= 1` (1 of 2): lines 5 and 9 both determine `x`, and nothing determines `f`
//:  --> fail_piston_by_law_meets_wall.mo:9:5
//:   |
//: 3 |   Real x, f;
//:   |           - in no equation of this mode
//: 4 | equation
//: 5 |   x = time;
//:   |   -------- determines `x`
//: 6 |   if x < 1 then
//: 7 |     f = 0;
//:   |     ----- not in this mode
//: 8 |   else
//: 9 |     x = 1 + 0*f;
//:   |     ^^^^^^^^^^^ one too many wherever it holds
//:   = help: replace one of lines 5 and 9 in this mode by an equation for `f`, or exclude this mode by `assert(not (…), "…")`
//:
//: error[X0609]: the mode `x >= 1` cannot be entered at t = 1
//:  --> fail_piston_by_law_meets_wall.mo:6:6
//:   |
//: 6 |   if x < 1 then
//:   |      ^^^^^ false in this mode
//:   = its equations do not determine its unknowns, see above
//:   = it is one of the modes that were tried; none of the others is possible:
//:   = in the mode `x < 1`: `x - 1` is zero and becomes positive, not negative
//:   = help: give the mode the equations that it lacks; if it should never be reached, look at the condition that has led there
//:
//: error: 2 errors
