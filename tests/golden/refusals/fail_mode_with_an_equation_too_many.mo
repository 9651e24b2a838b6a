//: $ saltus simulate --quiet --stop 2
model Valve "Closed, the flow is said twice"
  Real level(start = 0, fixed = true), inflow, outflow;
equation
  der(level) = inflow - outflow;
  inflow = 1;
  if level < 1 then
    outflow = 0;
  else
    inflow = 0;
  end if;
end Valve;

//: error[S0305]: in the mode `level >= 1` (1 of 2): lines 6 and 10 both determine `inflow`, and line 5 is all that is left for `level` and `outflow`
//:   --> fail_mode_with_an_equation_too_many.mo:10:5
//:    |
//:  3 |   Real level(start = 0, fixed = true), inflow, outflow;
//:    |        -----                                   ------- undetermined in this mode
//:  4 | equation
//:  5 |   der(level) = inflow - outflow;
//:    |   ----------------------------- contains them
//:  6 |   inflow = 1;
//:    |   ---------- determines `inflow`
//:  7 |   if level < 1 then
//:  8 |     outflow = 0;
//:    |     ----------- not in this mode
//:  9 |   else
//: 10 |     inflow = 0;
//:    |     ^^^^^^^^^^ one too many wherever it holds
//:    = help: replace one of lines 6 and 10 in this mode by an equation for `outflow`, or exclude this mode by `assert(not (…), "…")`
//:
//: error[X0609]: the mode `level >= 1` cannot be entered at t = 1
//:  --> fail_mode_with_an_equation_too_many.mo:7:6
//:   |
//: 7 |   if level < 1 then
//:   |      ^^^^^^^^^ false in this mode
//:   = its equations do not determine its unknowns, see above
//:   = help: give the mode the equations that it lacks; if it should never be reached, look at the condition that has led there
//:
//: error: 2 errors
