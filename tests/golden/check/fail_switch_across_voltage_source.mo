//: $ saltus check
// An ideal switch in parallel with an ideal source: closed, it shorts the source.
model Short
  input Boolean closed;
  Real u, i_source, i_switch, i_load;
equation
  u = 12;
  u = 4*i_load;
  i_source = i_switch + i_load;
  if closed then
    u = 0;
  else
    i_switch = 0;
  end if;
end Short;

//: error[S0305]: in the mode `closed` (1 of 2): lines 7 and 11 both determine `u`, and line 9 is all that is left for `i_source` and `i_switch`
//:   --> fail_switch_across_voltage_source.mo:11:5
//:    |
//:  5 |   Real u, i_source, i_switch, i_load;
//:    |           --------  -------- undetermined in this mode
//:  6 | equation
//:  7 |   u = 12;
//:    |   ------ determines `u`
//:  8 |   u = 4*i_load;
//:  9 |   i_source = i_switch + i_load;
//:    |   ---------------------------- contains them
//: 10 |   if closed then
//: 11 |     u = 0;
//:    |     ^^^^^ one too many wherever it holds
//: 12 |   else
//: 13 |     i_switch = 0;
//:    |     ------------ not in this mode
//:    = help: replace one of lines 7 and 11 in this mode by an equation for `i_switch`, or exclude this mode by `assert(not (…), "…")`
//:
//: Short: 4 unknowns, 1 guard, 2 modes
//:          modes   index   degrees of freedom
//:              1       1                    0
//:              1  singular
