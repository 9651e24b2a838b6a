//: $ saltus check
// An ideal switch in series with a current source: open, nothing carries the current.
model Cut
  input Boolean closed;
  Real i, u;
equation
  i = 3;
  if closed then
    u = 0;
  else
    i = 0;
  end if;
end Cut;

//: error[S0305]: in the mode `not closed` (1 of 2): lines 7 and 11 both determine `i`, and nothing determines `u`
//:   --> fail_switch_and_current_source.mo:11:5
//:    |
//:  5 |   Real i, u;
//:    |           - in no equation of this mode
//:  6 | equation
//:  7 |   i = 3;
//:    |   ----- determines `i`
//:  8 |   if closed then
//:  9 |     u = 0;
//:    |     ----- not in this mode
//: 10 |   else
//: 11 |     i = 0;
//:    |     ^^^^^ one too many wherever it holds
//:    = help: replace one of lines 7 and 11 in this mode by an equation for `u`, or exclude this mode by `assert(not (…), "…")`
//:
//: Cut: 2 unknowns, 1 guard, 2 modes
//:          modes   index   degrees of freedom
//:              1       1                    0
//:              1  singular
