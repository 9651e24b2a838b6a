//: $ saltus simulate --quiet --stop 2
model Ideal "A source drives its current through a diode that blocks"
  Real i, v, s;
equation
  i = 1 - time;
  v = if s > 0 then 0 else s;
  i = if s > 0 then s else 0;
end Ideal;

//: error[S0305]: in the mode `s <= 0` (1 of 2): lines 5 and 7 both determine `i`, and line 6 is all that is left for `v` and `s`
//:  --> fail_current_against_diode.mo:5:3
//:   |
//: 3 |   Real i, v, s;
//:   |           -  - undetermined in this mode
//: 4 | equation
//: 5 |   i = 1 - time;
//:   |   ^^^^^^^^^^^^ determines `i`
//: 6 |   v = if s > 0 then 0 else s;
//:   |   -------------------------- contains them
//: 7 |   i = if s > 0 then s else 0;
//:   |   -------------------------- so does this one
//:   = help: replace one of lines 5 and 7 in this mode by an equation for `v` or `s`, or exclude this mode by `assert(not (…), "…")`
//:
//: error[X0609]: the mode `s <= 0` cannot be entered at t = 1
//:  --> fail_current_against_diode.mo:6:10
//:   |
//: 6 |   v = if s > 0 then 0 else s;
//:   |          ^^^^^ false in this mode
//:   = its equations do not determine its unknowns, see above
//:   = it is one of the modes that were tried; none of the others is possible:
//:   = in the mode `s > 0`: `s` is zero and becomes negative, not positive
//:   = help: give the mode the equations that it lacks; if it should never be reached, look at the condition that has led there
//:
//: error: 2 errors
