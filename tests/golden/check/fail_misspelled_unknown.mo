//: $ saltus check
// One branch writes `i_1`, the others `i1`.
model Diode
  Real u = sin(time), v, i1, i_1, s;
equation
  u = v + 10*i1;
  v = if s > 0 then 0 else s;
  if s > 0 then
    i1 = s;
  else
    i_1 = 0;
  end if;
end Diode;

//: error[S0305]: in the mode `s <= 0` (1 of 2): 1 equation too few: lines 6 and 7 are all that is left for `v`, `i1` and `s`
//:  --> fail_misspelled_unknown.mo:4:23
//:   |
//: 4 |   Real u = sin(time), v, i1, i_1, s;
//:   |                       ^  --       - undetermined in this mode
//: 5 | equation
//: 6 |   u = v + 10*i1;
//:   |   ------------- contains them
//: 7 |   v = if s > 0 then 0 else s;
//:   |   -------------------------- contains them
//: 8 |   if s > 0 then
//: 9 |     i1 = s;
//:   |     ------ not in this mode
//:   = help: write an equation for `i1` that holds in this mode
//:
//: error[S0305]: in the mode `s > 0` (1 of 2): 1 equation too few: nothing determines `i_1`
//:   --> fail_misspelled_unknown.mo:4:30
//:    |
//:  4 |   Real u = sin(time), v, i1, i_1, s;
//:    |                              ^^^ in no equation of this mode
//: ...
//: 11 |     i_1 = 0;
//:    |     ------- not in this mode
//:    = help: write an equation for `i_1` that holds in this mode
//:
//: error: 2 errors
//: Diode: 5 unknowns, 1 guard, 2 modes
//:          modes   index   degrees of freedom
//:              2  singular
