//: $ saltus check
// Two ideal switches in series, both open: the potential between them is not determined.
model Series
  input Boolean a, b;
  Real u, i;
equation
  if a then
    u = 10;
  else
    i = 0;
  end if;
  if b then
    u = 2*i;
  else
    i = 0;
  end if;
end Series;

//: error[S0305]: in the mode `not a and not b` (1 of 4): line 15 repeats line 10, and nothing determines `u`
//:   --> fail_series_ideal_switches.mo:15:5
//:    |
//:  5 |   Real u, i;
//:    |        - in no equation of this mode
//: ...
//:  8 |     u = 10;
//:    |     ------ not in this mode
//:  9 |   else
//: 10 |     i = 0;
//:    |     ----- determines `i`
//: ...
//: 13 |     u = 2*i;
//:    |     ------- not in this mode
//: 14 |   else
//: 15 |     i = 0;
//:    |     ^^^^^ the same again
//:    = help: replace one of lines 10 and 15 in this mode by an equation for `u`, or exclude this mode by `assert(not (…), "…")`
//:
//: Series: 2 unknowns, 2 guards, 4 modes
//:          modes   index   degrees of freedom
//:              3       1                    0
//:              1  singular
