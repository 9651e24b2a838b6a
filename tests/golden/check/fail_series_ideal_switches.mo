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

//: error[S0305]: in the mode `not a and not b` (1 of 4): line 10 and line 15 both determine `i`, and nothing determines `u`
//:   --> fail_series_ideal_switches.mo:10:5
//:    |
//:  5 |   Real u, i;
//:    |        - in no equation of these modes
//: ...
//: 10 |     i = 0;
//:    |     ^^^^^ contains only `i`
//: ...
//: 15 |     i = 0;
//:    |     ----- so does this one
//:    = help: these modes need an equation for `u` instead of one of those shown
//:
//: Series: 2 unknowns, 2 guards, 4 modes
//:          modes   index   degrees of freedom
//:              3       1                    0
//:              1  singular
