//: $ saltus check
// Two brakes hold the same axle.
model Axle
  input Boolean left, right;
  Real w(start = 5), t_left, t_right;
equation
  der(w) = t_left + t_right;
  if left then
    w = 0;
  else
    t_left = 0;
  end if;
  if right then
    w = 0;
  else
    t_right = 0;
  end if;
end Axle;

//: error[S0305]: in the mode `left and right` (1 of 4): line 14 repeats line 9, and line 7 is all that is left for `t_left` and `t_right`
//:   --> fail_brakes_on_one_axle.mo:14:5
//:    |
//:  5 |   Real w(start = 5), t_left, t_right;
//:    |                      ------  ------- undetermined in this mode
//:  6 | equation
//:  7 |   der(w) = t_left + t_right;
//:    |   ------------------------- contains them
//:  8 |   if left then
//:  9 |     w = 0;
//:    |     ----- determines `w`
//: 10 |   else
//: 11 |     t_left = 0;
//:    |     ---------- not in this mode
//: ...
//: 14 |     w = 0;
//:    |     ^^^^^ the same again
//: 15 |   else
//: 16 |     t_right = 0;
//:    |     ----------- not in this mode
//:    = help: replace one of lines 9 and 14 in this mode by an equation for `t_left` or `t_right`, or exclude this mode by `assert(not (…), "…")`
//:
//: Axle: 3 unknowns, 2 guards, 4 modes
//:          modes   index   degrees of freedom
//:              1       1                    1
//:              2       2                    0
//:              1  singular
//:   branches differ in index: 1 when `not left and not right`, 2 when `left or right`
