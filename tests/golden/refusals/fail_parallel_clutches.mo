//: $ saltus simulate --quiet --stop 2
model Twice "Two clutches in parallel closed at once"
  Real w1(start = 10, fixed = true), w2(start = 2, fixed = true), a, b;
equation
  der(w1) = -a - b;
  der(w2) = a + b;
  if time >= 1 then w1 = w2; else a = 0; end if;
  if time >= 1 then w1 = w2; else b = 0; end if;
end Twice;

//: error[S0305]: in the mode `time >= 1` (1 of 2): lines 5, 6, 7 and 8 depend on each other
//:  --> fail_parallel_clutches.mo:8:21
//:   |
//: 5 |   der(w1) = -a - b;
//:   |   ---------------- its unknowns cancel when they are combined
//: 6 |   der(w2) = a + b;
//:   |   --------------- its unknowns cancel when they are combined
//: 7 |   if time >= 1 then w1 = w2; else a = 0; end if;
//:   |                     ------- its unknowns cancel when they are combined
//: 8 |   if time >= 1 then w1 = w2; else b = 0; end if;
//:   |                     ^^^^^^^ says what the others say, or contradicts them
//:   = help: replace one of them by one that says something new about their unknowns
//:
//: error[X0609]: the mode `time >= 1` cannot be entered at t = 1
//:  --> fail_parallel_clutches.mo:7:6
//:   |
//: 7 |   if time >= 1 then w1 = w2; else a = 0; end if;
//:   |      ^^^^^^^^^ true in this mode
//:   = its equations do not determine its unknowns, see above
//:   = help: give the mode the equations that it lacks; if it should never be reached, look at the condition that has led there
//:
//: error: 2 errors
