//: $ saltus simulate --quiet --stop 2
model Frozen "From 1 on a position is given that it did not have, and nothing can move it"
  Real x(start = 0, fixed = true), f;
equation
  der(x) = 0*f + 0;
  if time < 1 then f = 0; else x = 1 + 0*f; end if;
end Frozen;

//: error[S0305]: in the mode `time >= 1` (1 of 2): lines 5 and 6 both determine `x`, and nothing determines `f`
//:  --> fail_nothing_moves_it_there.mo:6:32
//:   |
//: 3 |   Real x(start = 0, fixed = true), f;
//:   |                                    - in no equation of this mode
//: 4 | equation
//: 5 |   der(x) = 0*f + 0;
//:   |   ---------------- determines `x`
//: 6 |   if time < 1 then f = 0; else x = 1 + 0*f; end if;
//:   |                    -----       ^^^^^^^^^^^ one too many wherever it holds
//:   |                    |
//:   |                    not in this mode
//:   = help: replace one of lines 5 and 6 in this mode by an equation for `f`, or exclude this mode by `assert(not (…), "…")`
//:
//: error[X0609]: the mode `time >= 1` cannot be entered at t = 1
//:  --> fail_nothing_moves_it_there.mo:6:6
//:   |
//: 6 |   if time < 1 then f = 0; else x = 1 + 0*f; end if;
//:   |      ^^^^^^^^ false in this mode
//:   = its equations do not determine its unknowns, see above
//:   = help: give the mode the equations that it lacks; if it should never be reached, look at the condition that has led there
//:
//: error: 2 errors
