//: $ saltus check
// Both stops hold the position; neither has a force.
model Stops
  Real x(start = 0), v;
  Boolean low = x <= -1, high = x >= 1;
equation
  der(x) = v;
  der(v) = -x;
  if low then
    x = -1;
  elseif high then
    x = 1;
  end if;
end Stops;

//: error[S0305]: in the modes `low or high` (2 of 3): 1 equation too many: line 10 or 12, besides lines 7 and 8, which determine `x` and `v`
//:   --> fail_stop_without_force_both_ends.mo:10:5
//:    |
//:  7 |   der(x) = v;
//:    |   ---------- contains only `x` and `v`
//:  8 |   der(v) = -x;
//:    |   ----------- so does this one
//:  9 |   if low then
//: 10 |     x = -1;
//:    |     ^^^^^^ one too many wherever it holds
//: 11 |   elseif high then
//: 12 |     x = 1;
//:    |     ----- or this one
//:    = help: remove one of them; a constraint needs an unknown that enforces it, as a stop needs a force
//:
//: Stops: 2 unknowns, 2 guards, 3 modes
//:          modes   index   degrees of freedom
//:              1       0                    2
//:              2  singular
