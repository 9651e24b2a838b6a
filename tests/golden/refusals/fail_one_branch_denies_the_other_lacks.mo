//: $ saltus simulate --quiet --stop 2
model Gate "At t = 1 one branch denies its condition, the other has an equation too many"
  Real x(start = 0, fixed = true), y;
equation
  der(x) = 1;
  if x < 1 then
    y = 0;
  elseif y > 0.5 then
    x = 2;
  else
    y = 1;
  end if;
end Gate;

//: error[S0305]: in the mode `x >= 1 and y > 0.5` (1 of 4): lines 5 and 9 both determine `x`, and nothing determines `y`
//:   --> fail_one_branch_denies_the_other_lacks.mo:9:5
//:    |
//:  3 |   Real x(start = 0, fixed = true), y;
//:    |                                    - in no equation of this mode
//:  4 | equation
//:  5 |   der(x) = 1;
//:    |   ---------- determines `x`
//:  6 |   if x < 1 then
//:  7 |     y = 0;
//:    |     ----- not in this mode
//:  8 |   elseif y > 0.5 then
//:  9 |     x = 2;
//:    |     ^^^^^ one too many wherever it holds
//: 10 |   else
//: 11 |     y = 1;
//:    |     ----- not in this mode
//:    = help: replace one of lines 5 and 9 in this mode by an equation for `y`, or exclude this mode by `assert(not (…), "…")`
//:
//: error[X0609]: the mode `x >= 1, y > 0.5` cannot be entered at t = 1
//:  --> fail_one_branch_denies_the_other_lacks.mo:6:6
//:   |
//: 6 |   if x < 1 then
//:   |      ^^^^^ false in this mode
//: 7 |     y = 0;
//: 8 |   elseif y > 0.5 then
//:   |          ------- true in this mode
//:   = its equations do not determine its unknowns, see above
//:   = it is one of the modes that were tried; none of the others is possible:
//:   = in the mode `y <= 0.5`: `y - 0.5` is 0.5, not negative
//:   = help: give the mode the equations that it lacks; if it should never be reached, look at the condition that has led there
//:
//: error: 2 errors
